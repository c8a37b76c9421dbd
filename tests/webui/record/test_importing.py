"""Logs from elsewhere: all or nothing, and what we export we read, always."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.play.notation import Speaker
from engine.core.errors import IcekeeperError
from engine.core.log import MatchLog
from engine.core.replay import replay
from engine.games import GAMES
from engine.icecult.cube import UNKNOWN_SET
from engine.icecult.options import HouseRules
from engine.icecult.state import State
from tests.webui.making import FIRST_TURN, PLAYERS, parts_for, play
from tests.webui.referee.watched import Watched
from webui.cli import main
from webui.present.sheet import log_text
from webui.record.disk.names import without_secrets
from webui.record.fold import fold
from webui.record.importing import import_log
from webui.record.match import Match
from webui.record.opening import create_match, seats
from webui.record.store import Store
from webui.referee.by_hand import in_progress
from webui.referee.referee import Referee
from webui.table.desk import Desk
from webui.table.hub import Hub


@pytest.fixture
def store() -> Iterator[Store]:
    made = Store.in_memory()
    yield made
    made.close()


def short_log() -> list[dict[str, Any]]:
    """A match of one lawful turn, line by line."""
    parts = parts_for()
    parts.desk.open(PLAYERS, name="short")
    play(parts, FIRST_TURN)
    lines = parts.desk.table().match.log()
    parts.desk.clear()
    parts.store.close()
    return lines


def text_of(lines: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


SPOILED = {
    "a tilt that does not exist": lambda log: log[1].update(actions=["Xn"], verdict={"legal": None}),
    "a space beyond the path": lambda log: log[1].update(actions=["yE7@NE"], verdict={"legal": None}),
    "other paths": lambda log: log[1].update(after=State.setup("y", 3).to_json(), verdict={"legal": None}),
    "an infinite time": lambda log: log[1].update(seen={"from": 0.0, "to": float("inf")}),
    "no number": lambda log: log[1].update(seen={"from": 0.0, "to": "late"}),
    "a number beyond all bounds": lambda log: log[1].update(seen={"from": 10**400, "to": 0}),
    "half a letter": lambda log: log[0]["players"][0].update(name="\ud800"),
    "a colour that is none": lambda log: log[0]["players"][0].update(colour=""),
    "a stranger to move": lambda log: log[0]["start"].update(to_move="b"),
    "winners that are no text": lambda log: log[1].update(verdict={"legal": None, "winners": ["r"]}),
    "the same turn twice": lambda log: log.append(dict(log[1])),
    "another table before it": lambda log: log[1].update(before=State.setup("y").to_json()),
}


@pytest.mark.parametrize("what", SPOILED)
def test_a_bad_log_leaves_nothing_on_record(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = short_log()
    SPOILED[what](lines)
    file, record = tmp_path / "bad.jsonl", tmp_path / "matches.sqlite"
    file.write_text(text_of(lines), encoding="utf-8")
    assert main(["import", str(file), "--store", str(record)]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    store = Store(record) if record.exists() else Store.in_memory()
    assert store.matches() == ()
    store.close()


def test_a_log_that_cannot_be_folded_is_refused_as_a_whole(store: Store) -> None:
    lines = short_log()
    lines.append(dict(lines[1]))
    with pytest.raises(IcekeeperError, match="turn 2"):
        import_log(store, MatchLog.parse(text_of(lines)))
    assert store.matches() == ()


def test_the_match_last_played_goes_on_whatever_a_date_says(store: Store) -> None:
    desk = Desk(store, Hub())
    played = desk.open(PLAYERS, name="played")
    desk.table().act("Nn").result(5)
    desk.clear()
    lines = short_log()
    for date in ("2099-01-01T00:00:00Z", time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())):
        lines[0]["match"] = date
        import_log(store, MatchLog.parse(text_of(lines)))
    assert desk.unfinished() == played
    older = create_match(store, seats("ry"), at=1.0)
    desk.put(older)
    desk.table().act("Nn").result(5)
    desk.clear()
    assert desk.unfinished() == older


def read_again(match: Match) -> None:
    """What was exported replays, can be put on record, and is exported as the same lines."""
    text = log_text(match)
    log = MatchLog.parse(text)
    replay(log, GAMES)
    store = Store.in_memory()
    again = log_text(fold(store.events(import_log(store, log))))
    store.close()
    assert again.split("\n")[1:] == text.split("\n")[1:]


def wishes(referee: Referee, say: Speaker, state: State) -> list[Any]:
    """Everything somebody may ask for now, some of it in vain."""
    match, rng = referee.match, say.rng
    legal = [str(action) for action in (referee.turn or in_progress(match)).legal_actions()]
    number = rng.randrange(1, len(match.turns) + 2)
    told = match.turns[number - 1].actions if number <= len(match.turns) else ()
    verdict = match.verdict.id if match.verdict else ""
    acts = [lambda: referee.act(say.word(legal))] * 6
    return [
        *acts,
        referee.done,
        referee.done,
        referee.take_back,
        referee.undo,
        lambda: referee.offer(verdict, rng.choice(("play-it-now", "play-on"))),
        lambda: referee.correct_turn(number, tuple(say.words(told))),
        lambda: referee.correct_state(say.state(state.to_json())),
    ]


@pytest.mark.parametrize("seed", range(8))
def test_what_we_export_we_read(seed: int, store: Store) -> None:
    """By hand: corrections, turns taken back and reopened, tables put right, in any order."""
    say = Speaker(seed)
    players = say.rng.choice(("ry", "ryg", "rygb"))
    house = {"tower": say.rng.choice(("anyone", "owner")), "end": say.rng.choice(("move", "turn"))}
    match_id = create_match(store, seats(players), house=HouseRules.from_json(house))
    referee = Referee.resumed(lambda: store.events(match_id))
    for k in range(60):
        kept = referee.kept()
        try:
            store.append(match_id, say.rng.choice(wishes(referee, say, referee.match.state))().events)
        except IcekeeperError:
            referee.back_to(kept)
        if k % 6 == 5:
            read_again(referee.match)
    assert fold(store.events(match_id)) == referee.match


@pytest.mark.slow
@pytest.mark.parametrize("unknown", [False, True])
def test_what_the_camera_saw_is_read_again(unknown: bool) -> None:
    """By camera: with a foul, an adopted table, a correction, and cubes that were learned meanwhile."""
    watched = Watched("ry", UNKNOWN_SET) if unknown else Watched("ry")
    rng = random.Random(5)
    for tilts in (("Nn", "Ee"), ("Ss", "Ww"), ("Nn", "Nn")):
        watched.finish(*tilts)
        read_again(watched.referee.match)
    watched.do("Nn", "Ee", "Ss", seconds=2.0)
    watched.take(watched.referee.adopt())
    watched.take(watched.referee.done())
    read_again(watched.referee.match)
    for _ in range(2):
        match = watched.referee.match
        number = rng.randrange(1, len(match.turns) + 1)
        watched.take(watched.referee.correct_turn(number, match.turns[number - 1].actions[:2]))
        read_again(watched.referee.match)
    watched.take(watched.referee.finish("stopped"))
    read_again(watched.referee.match)


HOSTILE = ("a", "a.", "1", "1a", "a:", "a:/", "a://", "://", "rtsp://x ", "a ", "\t", "é", "@", "R1 (R1")
"""What a name may be made of to make a search start over at each of its letters."""


def cpu_s(step: Callable[[], object]) -> float:
    """Seconds of this process's own work."""
    before = time.process_time()
    step()
    return time.process_time() - before


@pytest.mark.slow
@pytest.mark.parametrize("unit", HOSTILE)
def test_a_name_of_two_megabytes_costs_no_more_than_its_length(unit: str, store: Store) -> None:
    lines = short_log()

    def imported(size: int) -> float:
        lines[0]["match"] = lines[0]["players"][0]["name"] = unit * (size // len(unit))
        log = MatchLog.parse(text_of(lines))
        return cpu_s(lambda: import_log(store, log))

    quarter, whole = imported(500_000), imported(2_000_000)
    assert whole < 1.5
    assert whole < 8 * quarter + 0.3
    assert all(len(listed.name) <= 60 for listed in store.matches())


def test_of_an_address_in_a_name_only_scheme_and_host_are_left() -> None:
    assert without_secrets("1rtsp://u:p@cam/x?k=s and http://h") == "1rtsp://cam/… and http://h"
    assert without_secrets("://a+b.c://u:p@cam") == "://a+b.c://cam"
    assert without_secrets("a" * 70 + "://u:p@cam").endswith("…")
