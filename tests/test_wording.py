"""Numbers and marks in the sentences of every room: the word that goes with a number, and French blanks."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from coach.texts import say as coach_says
from engine.core.wording import chosen, filled, sign, spaced
from engine.icecult.board import PATHS, SLOTS
from engine.icecult.words.texts import say
from engine.igluiglu.words.phrases import FORMS
from tests.texts import LANGUAGES, texts
from vision.icecult.observation import Observation
from webui.icecult.commands.spoken import observation_lines
from webui.icecult.commands.terminal_words import words
from webui.present.rulebook import sections
from webui.watch.sightless import gap_words
from webui.words import page_words

COUNTS = ("n", "count", "cost", "points", "steps", "due", "named", "allowed", "turns")
"""Places for a number that may be one; `spaces`, `missing` and `extra` are said of two and more only."""
ORDINAL = re.compile(r"\b(?:turn|Zug|tour|turno|Energie) \{\w+\}", re.IGNORECASE)
BESIDE = re.compile(r"(?<![\w.])([12]) ([^\W\d_]+)")
SAME = {
    "en": {"fish", "Inuit", "more", "of", "times", "kept", "ms", "s", "min", "left", "from", "instead"},
    "de": {"Inuit", "von", "weitere", "ms", "s", "min", "für", "aus", "statt", "Fehler"},
    "fr": {"Inuit", "sur", "de", "ms", "s", "min", "fois", "ensuite", "seulement", "à", "au"},
    "it": {"Inuit", "su", "di", "ms", "s", "min", "in", "volte", "dalla", "invece"},
}
"""Words beside a number that do not change with it."""
LOOSE = re.compile(r" [;:?!»]|« ")
"""A blank at which a French line could end before a mark."""


def rendered(text: str, count: int, language: str) -> str:
    """The text with this number at every place for a number, and a dash at the others."""
    said = []
    for literal, name, form, _ in Formatter().parse(ORDINAL.sub("-", text)):
        said.append(literal)
        if name in COUNTS and form == "points":
            said.append(FORMS["points"](count, language))
        elif name:
            said.append(chosen(count, form, language) if "|" in (form or "") else str(count) if name in COUNTS else "-")
    return "".join(said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_beside_a_number_ignores_it(language: str) -> None:
    wrong = []
    for where, text in texts(language):
        if ".md" in where or not any(f"{{{name}" in text for name in COUNTS):
            continue
        one, two = ({word for _, word in BESIDE.findall(rendered(text, n, language))} for n in (1, 2))
        wrong += [(where, text, word) for word in (one & two) - SAME[language]]
    assert wrong == []


@pytest.mark.parametrize(
    ("language", "none", "one", "two"),
    [
        ("en", "0 points", "1 point", "2 points"),
        ("de", "0 Punkte", "1 Punkt", "2 Punkte"),
        ("fr", "0 point", "1 point", "2 points"),
        ("it", "0 punti", "1 punto", "2 punti"),
    ],
)
def test_points_are_counted_as_the_language_counts(language: str, none: str, one: str, two: str) -> None:
    assert [FORMS["points"](n, language) for n in (0, 1, 2)] == [none, one, two]


def test_one_and_two_in_sentences() -> None:
    assert gap_words(1)["en"] == "I did not see the table for 1 second."
    assert gap_words(12)["de"] == "Ich habe den Tisch 12 Sekunden lang nicht gesehen."
    assert words("series-stopped", "it", n=1, where="") == "la serie si è fermata dopo 1 rotazione:"
    assert coach_says("blunders", "fr", n=1) == "1 grosse erreur"
    assert coach_says("blunders", "fr", n=2) == "2 grosses erreurs"
    assert "1 of 5 is on the table" in say("pawn-missing.many", colour="r", missing=4, count=1)
    assert "3 of 5 are on the table" in say("pawn-missing.many", colour="r", missing=2, count=3)


def test_pawns_at_the_start_are_counted_in_words() -> None:
    seen = Observation(dict.fromkeys(SLOTS), dict.fromkeys(PATHS, ()), "rrrg", dict.fromkeys(PATHS, ""))
    assert [line for line in observation_lines(seen, "it") if "rosse" in line] == [
        "posizione di partenza 3 pedine rosse, 1 pedina verde"
    ]
    assert [line for line in observation_lines(seen, "en") if line.startswith("start")] == [
        "start        3 red pawns, 1 green pawn"
    ]


def test_places_are_filled_like_format_where_no_form_is_asked_for() -> None:
    assert filled("{a!r}: {b:.1f} {n:one|many}", "en", {"a": "x", "b": 0.25, "n": 2}) == "'x': 0.2 many"
    with pytest.raises(KeyError):
        filled("{a}", "en", {})


def test_french_lines_end_before_no_mark() -> None:
    assert spaced("où ? « ici » : là ; oui !", "fr") == "où\xa0? «\xa0ici\xa0»\xa0: là\xa0; oui\xa0!"
    assert spaced("where ? there", "en") == "where ? there"
    assert f"Rouge{sign(':', 'fr')} a{sign(';', 'fr')} b" == "Rouge\xa0: a\xa0; b"
    assert f"Rot{sign(':', 'de')} a" == "Rot: a"


@pytest.mark.parametrize("game", ["ice-cult", "iglu"])
def test_french_rules_pages_and_terminal_end_no_line_before_a_mark(game: str) -> None:
    said = [rule["text"] for section in sections(game, "fr") for rule in section["rules"]]
    said += [section["title"] for section in sections(game, "fr")]
    said += [*page_words("fr").values(), words("end", "fr", how="x"), words("owed", "fr", what="x")]
    assert [text for text in said if LOOSE.search(text)] == []
    assert any("\xa0:" in text for text in said)
