"""Every sentence of the referee, from one table.

    say("melt-occupied", "de", cell="c4")

Keys are the names of rules, some with a variant after a dot; `wants.*`, `win.*`, `open.*` and `question.*` for the
rest. Each sentence about a rule ends with its paragraph in brackets, added here from `faults`.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any, Final

from engine.core.wording import filled
from engine.igluiglu.faults import PARAGRAPHS, Rule
from engine.igluiglu.words.faults_early import EARLY, Row
from engine.igluiglu.words.faults_late import LATE
from engine.igluiglu.words.faults_seen import SEEN
from engine.igluiglu.words.phrases import FORMS, LANGUAGES
from engine.igluiglu.words.talk import TALK

TABLE: Final[Mapping[str, Row]] = {**EARLY, **LATE, **SEEN, **TALK}

_RULES: Final = frozenset(str(rule) for rule in Rule)
_FORMATTER: Final = Formatter()


def parameters(key: str) -> frozenset[str]:
    """What a sentence must be told."""
    return frozenset(name for row in TABLE[key] for _, name, _, _ in _FORMATTER.parse(row) if name)


def say(key: str, language: str = "en", **params: Any) -> str:
    """The sentence in this language; a key, language or parameter that is not there is a KeyError."""
    template = dict(zip(LANGUAGES, TABLE[key], strict=True))[language]
    text = filled(template, language, params, FORMS)
    text = text[:1].upper() + text[1:] if not _begins_with_space(template) else text
    rule = key.partition(".")[0]
    return f"{text} ({PARAGRAPHS[Rule(rule)]})" if rule in _RULES else text


def in_all(key: str, **params: Any) -> dict[str, str]:
    """The sentence in every language, as the page wants it."""
    return {language: say(key, language, **params) for language in LANGUAGES}


def _begins_with_space(template: str) -> bool:
    """Does the sentence begin with the name of a space, which stays small?"""
    return template.startswith(("{cell}", "{goal}", "{place}"))
