"""Every text of the page in all four languages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from calibration.icecult.equipment.drawing import HANDLES
from calibration.icecult.equipment.same_set import OTHER_SET
from calibration.icecult.learn import PROBLEMS
from calibration.icecult.quality import ADVICE
from calibration.igluiglu.build import ADVICE as GRID_ADVICE
from engine.games import GAMES
from engine.icecult.faults import Rule
from engine.icecult.options import CHOICES
from engine.tournament.standings import BREAKS
from vision.icecult.trouble import TROUBLES
from webui.club.page.app import ERRORS
from webui.club.shown.record import DAMAGED, NEWER
from webui.club.standing import REASONS
from webui.doctor.finding import NAMES, State
from webui.routes.gate.errors import KEYS
from webui.settings import LANGUAGES

HERE = Path(__file__).parents[2] / "webui"
TABLES = {code: json.loads((HERE / "static" / "lang" / f"{code}.json").read_text("utf-8")) for code in LANGUAGES}
SOURCES = sorted([*(HERE / "static").rglob("*.js"), *(HERE / "templates").glob("*.html")])
SHARED = [path for path in SOURCES if path.parent.name != "igluiglu"]
"""Those that speak from these tables alone; IGLU IGLU brings its own, which its script test checks."""
LITERAL = re.compile(
    r"""(?<![\w.])(?:t|card|say|item|link|control)\(["']([\w.-]+)["']"""
    r"""|data-t(?:-label|-hint|-alt)?="([\w.-]+)"|\{\{ ?t\(["']([\w.-]+)["']\)"""
)
PIECED = re.compile(r"(?<![\w.])t\(`([\w.-]*)\$\{")
ENDS = {
    "Colour.": "rygb",
    "colour.": "rygb",
    "side.": "NESW",
    "path.": "NESW",
    "pair.": "NESW",
    "toward.": "nesw",
    "slot.": ("NW", "NE", "SE", "SW"),
    "aloud.": (*"NESW", "NW", "NE", "SE", "SW"),
    "aloud.pair.": "NESW",
    "symbol.": ("red", "yellow", "green", "blue", "circle", "arc", "arrow", "unknown"),
    "status.": ("open", "spent", "lapsed", "unused", "none"),
    "eye.": ("rest", "hand", "moving", "blind", "differs", "not-set-up", "lost", "paused", "off", *TROUBLES),
    "rule.": tuple(str(rule) for rule in Rule),
    "offer.": ("play-it-now", "put-it-back", "play-on", "wrong"),
    "won.": ("goal", "tower", "stopped"),
    "replay.": ("play", "hold", "back", "forward", "first", "last", "nextFault", "previousFault"),
    "step.": ("game", "camera", "board", "lay", "players"),
    "theme.": ("auto", "light", "dark"),
    "layout.": ("sides", "corners"),
    "grade.": ("good", "fair", "poor"),
    "advice.": (*ADVICE, OTHER_SET, *GRID_ADVICE),
    "handle.": ("help", *HANDLES),
    "learn.problem.": PROBLEMS,
    "house.": tuple(CHOICES),
    "club.trouble.": (DAMAGED, NEWER),
    "game.": tuple(GAMES),
    "invite.": ("seat", "watch"),
    "seat.": (*"SENW", "camera"),
    "help.chip.": ("rest", "hand", "moving", "blind", "differs", "not-set-up", "lost", "paused"),
    "help.status.": ("open", "spent", "lapsed", "unused"),
    "correct.": ("cube", "stack"),
    "match.": ("log", "sheet", "archive", "bgstats"),
    "share.": ("link", "frame"),
    "clock.": ("turn_s", "match_s", "delay_s"),
    "coach.": ("slip", "mistake", "blunder"),
    "lesson.": ("good", "better", "worse"),
    "error.": tuple(sorted({*KEYS.values(), *ERRORS.values(), "together", "somebody"})),
    "cup.state.": ("waiting", "playing", "stopped", "over", "ruled", "void"),
    "cup.by.": (*BREAKS, "equal"),
    "error.cup.": ("sizes", "title", "game", "few", "over", "playing", "number", "none", "table", "unknown"),
    "doctor.name.": NAMES,
    "doctor.state.": tuple(state.value for state in State),
    "doctor.": (
        *(f"camera.{key}" for key in ("well", "none", "fails", "frozen")),
        *(f"light.{key}" for key in ("well", "dark", "dim", "bright", "none")),
        *(f"size.{key}" for key in ("well", "small", "tiny", "none")),
        *(f"speed.{key}" for key in ("well", "slow", "one", "none")),
        *(f"certificates.{key}" for key in ("well", "anew", "none", "broken")),
        *(f"disk.{key}" for key in ("well", "little", "full", "unwritable")),
        *(f"clock.{key}" for key in ("well", "behind")),
        *(f"network.{key}" for key in ("well", "none", "taken")),
        *(f"club.{key}" for key in ("well", "none", "down", "password", "database", "refused", "other")),
    ),
    "club.why.": REASONS[1:],
    "club.refused.": ("taken", "forked"),
    "stats.": ("turns", "mean_s", "longest_s", "faults", "wasted", "carried"),
}


def used() -> Iterator[tuple[str, str]]:
    """Every key that is written out somewhere, with the file's name."""
    for path in SHARED:
        for found in LITERAL.finditer(path.read_text("utf-8")):
            key = found[1] or found[2] or found[3]
            if "." in key or key in TABLES["en"]:
                yield path.name, key


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_the_same_texts_and_none_is_empty(code: str) -> None:
    assert TABLES[code].keys() == TABLES["en"].keys()
    assert all(text.strip() for text in TABLES[code].values())


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_fills_the_same_places(code: str) -> None:
    def places(text: str) -> set[str]:
        return set(re.findall(r"\{(\w+)\}", text))

    wrong = [key for key, text in TABLES[code].items() if places(text) != places(TABLES["en"][key])]
    assert wrong == []


def test_every_text_that_the_page_asks_for_exists() -> None:
    missing = {(name, key) for name, key in used() if key not in TABLES["en"]}
    assert missing == set()


def test_every_text_that_is_pieced_together_exists() -> None:
    starts = {found[1] for path in SOURCES for found in PIECED.finditer(path.read_text("utf-8"))}
    assert starts <= set(ENDS), "say here which ends a new start can have"
    missing = [start + end for start in starts for end in ENDS[start] if start + end not in TABLES["en"]]
    assert missing == []


def test_house_rules_have_a_sentence_each() -> None:
    for rule, choices in CHOICES.items():
        for choice in choices:
            assert f"house.{rule}.{choice}" in TABLES["en"]
            assert f"house.{rule}.{choice}.why" in TABLES["en"]


def test_nothing_is_left_in_english_by_mistake() -> None:
    same = {"side.N", "side.S", "eye.fps", "history.ok", "status.none", "menu", "replay.hold"}
    alike = [
        key
        for key, text in TABLES["en"].items()
        if len(text) > 12 and all(TABLES[code][key] == text for code in LANGUAGES) and key not in same
    ]
    assert alike == []


def test_no_text_raises_its_voice() -> None:
    assert [key for table in TABLES.values() for key, text in table.items() if "!" in text] == []


def test_no_text_is_left_that_nobody_says() -> None:
    source = "\n".join(path.read_text("utf-8") for path in SOURCES)
    starts = {found[1] for found in PIECED.finditer(source)}
    pieced = {start + end for start in starts for end in ENDS[start]} | {"rule.undefined", "rule.null"}
    by_kind = ("house.", "invite.", "error.")
    left = [
        key for key in TABLES["en"] if key not in pieced and not key.startswith(by_kind) and f'"{key}"' not in source
    ]
    assert [key for key in left if f"'{key}'" not in source] == []
