"""Rule numbers lead to the paragraphs of the rules, in the page's language."""

from __future__ import annotations

import re

import pytest

from engine.core.errors import NotationError
from engine.games import GAMES
from tests.webui.making import Page, parts_for
from webui.present.rulebook import paragraph, paragraphs, sections
from webui.settings import LANGUAGES


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_paragraph_is_plain_text(game: str, language: str) -> None:
    found = paragraphs(game, language)
    assert [int(number[1:]) for number in found] == list(range(1, len(found) + 1))
    assert found.keys() == paragraphs(game).keys()
    assert all(text and not set(text) & set("*`\n") for text in found.values())
    assert [rule["number"] for part in sections(game, language) for rule in part["rules"]] == list(found)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_translation_says_the_same(game: str, language: str) -> None:
    """The same numbers, and other rules, are named in it; and it is no copy."""

    def named(text: str) -> list[str]:
        return sorted(re.findall(r"R\d+|\d+", text))

    english, other = paragraphs(game), paragraphs(game, language)
    assert [number for number in english if english[number] == other[number]] == []
    assert {n: named(other[n]) for n in other} == {n: named(english[n]) for n in english}


def test_a_rule_that_is_none() -> None:
    assert paragraph("ice-cult", "R8").startswith("Do it a second time")
    assert paragraph("ice-cult", "R8", "de").startswith("Kippe ein zweites Mal")
    for game, number, language in (("ice-cult", "R99", "en"), ("chess", "R1", "en"), ("ice-cult", "R1", "../en")):
        with pytest.raises(NotationError):
            paragraph(game, number, language)


def test_rules_and_help_are_open_to_all() -> None:
    page = Page(parts_for())
    assert page.get("/api/rules/ice-cult/fr/R16").get_json()["text"].startswith("Aucune flèche")
    assert len(page.get("/api/rules/iglu/it").get_json()["sections"]) == 8
    assert page.get("/api/rules/ice-cult/xx").status_code == 400
    stranger = {"REMOTE_ADDR": "192.168.1.9"}
    assert page.get("/help", environ_base=stranger).status_code == 200
