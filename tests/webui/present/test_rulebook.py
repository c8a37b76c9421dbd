"""Rule numbers lead to the paragraphs of the rules, in the page's language."""

from __future__ import annotations

import re

import pytest

from engine.core.errors import NotationError
from engine.games import GAMES
from tests.webui.making import Page, parts_for
from webui.present.rulebook import introduction, paragraph, paragraphs, rules_text, sections
from webui.settings import LANGUAGES


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_paragraph_is_plain_text(game: str, language: str) -> None:
    found = paragraphs(game, language)
    assert [int(number[1:]) for number in found] == list(range(1, len(found) + 1))
    assert found.keys() == paragraphs(game).keys()
    assert all(text and not set(text) & set("*`\n") for text in found.values())
    numbers = [rule["number"] for part in sections(game, language) for rule in part["rules"]]
    assert [number for number in numbers if number.startswith("R")] == list(found)


SILENT = {"en": "Where the rules are silent", "de": "Wo die Regeln schweigen"} | {
    "fr": "Là où les règles se taisent",
    "it": "Dove le regole tacciono",
}
RULING = {"en": "Ruling", "de": "Auslegung", "fr": "Interprétation", "it": "Interpretazione"}
HOUSE = {"en": "house rule", "de": "hausregel", "fr": "règle", "it": "regol"}
USUAL = {"en": "sual", "de": "blich", "fr": "’usage", "it": "i solito"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_introduction_and_where_the_rules_are_silent_are_shown(game: str, language: str) -> None:
    assert RULING[language] in introduction(game, language)
    assert HOUSE[language] in introduction(game, language).lower()
    silent = sections(game, language)[-1]
    assert silent["title"] == SILENT[language]
    assert len(silent["rules"]) == len(sections(game)[-1]["rules"]) > 0


@pytest.mark.parametrize(("game", "switches"), [("ice-cult", 3), ("iglu", 12)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_to_choose_names_its_usual_choice(game: str, switches: int, language: str) -> None:
    to_choose = [number for number, text in paragraphs(game).items() if "ouse rule" in text]
    assert len(to_choose) == switches
    found = paragraphs(game, language)
    assert [number for number in to_choose if USUAL[language] not in found[number]] == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_of_the_program_is_in_the_rules(game: str, language: str) -> None:
    """No switch, no value of one and no file: families read this."""
    shown = [introduction(game, language), *(r["text"] for part in sections(game, language) for r in part["rules"])]
    assert [text for text in shown if re.search(r"[a-z][A-Z]|\.py", text)] == []
    assert "`" not in rules_text(game, language)


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
    book = page.get("/api/rules/iglu/it").get_json()
    assert len(book["sections"]) == 10
    assert book["introduction"].startswith("Con parole nostre")
    assert page.get("/api/rules/ice-cult/xx").status_code == 400
    stranger = {"REMOTE_ADDR": "192.168.1.9"}
    assert page.get("/help", environ_base=stranger).status_code == 200
