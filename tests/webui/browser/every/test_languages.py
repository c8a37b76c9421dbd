"""Every page in every language: nothing English where another one is chosen, numbers as people write them, who won."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.webui.browser.conftest import Site, Visitor
from tests.webui.making import FIRST_TURN, PLAYERS, near_won, play
from webui.settings import LANGUAGES

LANG = Path(__file__).parents[4] / "webui" / "static" / "lang"
TABLES = {code: json.loads((LANG / f"{code}.json").read_text("utf-8")) for code in LANGUAGES}
SMALL_WORDS = re.compile(r"\b(the|and|of|with|is|are|not|this|that|to|has|which)\b")
"""English words that none of the other languages has."""
TEXTS = """
    const out = [], all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let n = all.nextNode(); n; n = all.nextNode()) {
        if (n.nodeType === 3 && !n.parentElement.closest("script, option, [lang]:not(html), code, pre"))
            out.push(n.data.trim());
        if (n.nodeType === 1)
            out.push(...["aria-label", "title", "placeholder", "alt"].map((name) => n.getAttribute(name) ?? ""));
    }
    return out.filter(Boolean)"""


def english(texts: list[str], code: str) -> list[str]:
    """Texts that stand in the English table and read otherwise in this language, and any with a small English word."""
    same = {text for key, text in TABLES["en"].items() if TABLES[code][key] == text}
    own = set(TABLES[code].values())
    table = set(TABLES["en"].values()) - same - own
    return [text for text in texts if text in table or SMALL_WORDS.search(text)]


def walk(visitor: Visitor, path: str, *taps: str) -> dict[str, list[str]]:
    """What is English on this page in the other languages."""
    visitor.open(path)
    for css in taps:
        visitor.tap(css)
    return left_english(visitor, path)


def left_english(visitor: Visitor, path: str) -> dict[str, list[str]]:
    """What is English in the other languages on the page as it is shown."""
    found = {}
    for code in LANGUAGES[1:]:
        visitor.choose("#language", code)
        visitor.see(f'html[lang="{code}"]')
        wrong = english(visitor.run(TEXTS), code)
        if wrong:
            found[f"{path} {code}"] = wrong
    visitor.choose("#language", "en")
    visitor.see('html[lang="en"]')
    return found


@pytest.mark.parametrize("game", ["ice-cult", "iglu"])
def test_no_page_keeps_english_words(visitor: Visitor, game: str) -> None:
    site = Site(lan=True)
    visitor.base = site.page.address
    try:
        site.parts.desk.open(PLAYERS, name="Samstag", game=game)
        found: dict[str, list[str]] = {}
        if game == "ice-cult":
            play(site.parts, FIRST_TURN)
            play(site.parts, ("Nn", "Ee"))
            for path in ("/home", "/matches", "/new", "/learn", "/join", "/phone", "/invite", "/help"):
                found |= walk(visitor, path)
        found |= walk(visitor, "/table", "#menu")
        found |= walk(visitor, "/table?view=far")
        found |= walk(visitor, f"/matches/{site.parts.desk.table().match_id}")
        assert found == {}
    finally:
        visitor.driver.get("about:blank")
        site.stop()


def test_who_has_won_is_heard_and_said(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS, start=near_won())
    visitor.open("/table")
    visitor.run("window.said = []; speechSynthesis.speak = (u) => window.said.push(u.text)")
    play(site.parts, ("Nn", "Ee", "rS5@NE"), end=False)
    visitor.see("#live", "Red wins.")
    assert visitor.run("return window.said.at(-1)").endswith("Red wins.")


def test_numbers_and_directions_in_the_language_s_way(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    play(site.parts, ("Nn", "Ee"))
    visitor.open("/table")
    for code, east, west in (("de", "O", "W"), ("fr", "E", "O"), ("it", "E", "O")):
        visitor.choose("#language", code)
        visitor.see(".path-name", east)
        visitor.see(".symbols b", f"N{east}")
        visitor.see(".symbols b", f"S{west}")
    said = visitor.run("return import('/static/shell/kit/text.js').then((m) => m.number(9.84))")
    assert said == "9,8"


def test_a_rule_opens_in_the_page_s_language(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    play(site.parts, ("Nn", "Ee"))
    visitor.open("/table")
    visitor.choose("#language", "it")
    visitor.see("#banner", "Il turno")
    visitor.tap('#banner [data-rule="R16"]')
    visitor.see("dialog .rule-text", "Nessuna freccia va sprecata")
    visitor.open("/help#ice-cult-R16")
    visitor.see("#ice-cult-R16", "Nessuna freccia va sprecata")
    visitor.see('[data-game="ice-cult"]', "Con parole nostre")
    visitor.see('[data-game="ice-cult"]', "Dove le regole tacciono")
    assert visitor.complaints() == []
