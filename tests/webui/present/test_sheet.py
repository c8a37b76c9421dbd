"""The score sheet: the whole match in the language that was asked for."""

from __future__ import annotations

import io
import re
import zipfile
from random import Random

import pytest

from engine.games import GAMES
from tests.webui.igluiglu.making import open_iglu, play_on
from tests.webui.making import FIRST_TURN, PLAYERS, Page, near_won, play
from webui.games import page_of
from webui.parts import Parts
from webui.play.at_table import at_table
from webui.present.sheet_words import house_lines
from webui.settings import LANGUAGES

LABELS = {
    "en": ("players:", "house rules:", "fault:", "The match is not over."),
    "de": ("Spieler:", "Hausregeln:", "Regelverstoß:", "Die Partie ist noch nicht zu Ende."),
    "fr": ("joueurs\xa0:", "règles maison\xa0:", "faute\xa0:", "La partie n’est pas terminée."),
    "it": ("giocatori:", "regole della casa:", "infrazione:", "La partita non è finita."),
}
FAULT = {
    "en": "One tilt seen, two are needed.",
    "de": "Nur einmal gekippt; zweimal ist Pflicht.",
    "fr": "Un seul pivotement",
    "it": "Una sola rotazione",
}


def sheet(parts: Parts, match_id: str, language: str) -> str:
    """The sheet as the page downloads it."""
    return Page(parts).get(f"/api/matches/{match_id}/sheet?language={language}").get_data(as_text=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_of_ice_cult_is_told_in_the_language_asked_for(parts: Parts, language: str) -> None:
    match_id = parts.desk.open(PLAYERS, name="Saturday")
    play(parts, FIRST_TURN)
    play(parts, ("Nn",))
    said = sheet(parts, match_id, language)
    assert [label for label in LABELS[language] if label not in said] == []
    foreign = [label for code in LANGUAGES if code != language for label in LABELS[code]]
    assert [label for label in foreign if label in said] == []
    assert FAULT[language] in said


def test_who_won_and_how(parts: Parts) -> None:
    match_id = parts.desk.open(PLAYERS, name="Saturday", start=near_won().to_json())
    play(parts, ("Nn", "Ee", "rS5@NE"), end=False)
    assert sheet(parts, match_id, "de").endswith("Rot gewinnt. Alle fünf Figuren sind im Ziel.\n")
    assert sheet(parts, match_id, "fr").endswith("Rouge gagne. Les cinq pions sont à l’arrivée.\n")


def test_a_match_of_iglu_iglu_has_its_points_in_words(parts: Parts) -> None:
    match_id = open_iglu(parts)
    play_on(parts, Random(3), 2)
    said = sheet(parts, match_id, "it")
    assert "Punti: Rosso " in said
    assert "  La variante seria (R47): senza\n" in said
    assert "points" not in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_has_its_name(game: str, language: str) -> None:
    words = at_table(game).house({}).to_json()
    lines = list(house_lines(page_of(game), words, language))
    assert len(lines) == len(words)
    assert [line for line in lines if not re.fullmatch(r"  \S.*\(R\d+\)\xa0?: [^.]+", line)] == []


def test_the_archive_holds_the_sheet_in_that_language_and_others_are_refused(parts: Parts) -> None:
    match_id = parts.desk.open(PLAYERS, name="Saturday")
    page = Page(parts)
    data = page.get(f"/api/matches/{match_id}/archive?language=it").data
    assert "giocatori:" in zipfile.ZipFile(io.BytesIO(data)).read("sheet.txt").decode()
    refused = page.get(f"/api/matches/{match_id}/sheet?language=xx")
    assert refused.status_code == 400
    assert "expected one of the languages en, de, fr, it, got 'xx'" in refused.get_json()["error"]
