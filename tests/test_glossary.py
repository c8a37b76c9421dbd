"""One word for one thing: the twins that docs/GLOSSARY.md lists stand in no text for players."""

from __future__ import annotations

import re

import pytest

from tests.texts import LANGUAGES, ROOT, texts

GLOSSARY = (ROOT / "docs" / "GLOSSARY.md").read_text("utf-8")
TWIN = re.compile(r"^\| (en|de|fr|it) \| (.+?) \| .+ \|$", re.MULTILINE)
PLACE = re.compile(r"\{[^}]*\}")
STRAIGHT = re.compile(r"[^\W\d_]'[^\W\d_]")


def twins(language: str) -> list[str]:
    """The words that are not used in this language."""
    return [word for code, words in TWIN.findall(GLOSSARY) if code == language for word in words.split(", ")]


def pattern(word: str) -> re.Pattern[str]:
    """The word by itself, or with any ending where a star stands for one."""
    return re.compile(
        rf"(?<!\w){re.escape(word.rstrip('*'))}" + ("" if word.endswith("*") else r"(?!\w)"), re.IGNORECASE
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_uses_a_word_that_has_a_better_twin(language: str) -> None:
    banned = {word: pattern(word) for word in twins(language)}
    assert banned
    found = [
        (where, word, text)
        for where, text in texts(language)
        for word, seen in banned.items()
        if seen.search(PLACE.sub("", text))
    ]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_are_curved(language: str) -> None:
    spoken = ((where, text) for where, text in texts(language) if ".md" not in where)
    assert [(where, text) for where, text in spoken if STRAIGHT.search(PLACE.sub("", text))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_come_from_every_room_that_speaks(language: str) -> None:
    places = {where.split(":")[0].split(" ")[0] for where, _ in texts(language)}
    rooms = {
        f"{language}.json",
        f"webui/static/igluiglu/words/{language}.js",
        "engine/icecult/words/faults.py",
        "engine/igluiglu/words/phrases.py",
        "coach/texts.py",
        "webui/icecult/commands/terminal_words.py",
        "engine/icecult/RULES.md" if language == "en" else f"engine/icecult/RULES.{language}.md",
    }
    assert rooms <= places


def test_a_star_stands_for_any_ending() -> None:
    assert pattern("Pfad*").search("falsche Pfade")
    assert not pattern("Pfad*").search("Eispfad")
    assert not pattern("pivot").search("pivotement")
