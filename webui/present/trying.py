"""Trying out what a past turn may have been."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.errors import NotationError
from engine.core.verdict import Fault
from webui.record.events import Json
from webui.record.match import Match


def tried(match: Match, number: int, words: Sequence[str]) -> Json:
    """What a past turn would be with these words: the fault in words, what is owed, and what could follow.

    `possible`: whether it can be put on record so.
    """
    before = match.turns[number - 1].before
    words = [match.play.public(word)[0] for word in words]
    for word in words:
        match.play.check_word(match.rules, word)
    played = match.rules.begin(before).play_words(list(words))
    every = [] if isinstance(played, Fault) else played.legal_words()
    legal = [word for word in every if not match.play.public(word)[1]]
    return {
        "fault": match.play.judge(match.rules, before, words).text,
        "owed": match.play.owed(match.rules, before, words),
        "possible": _possible(match, before, words),
        "legal": legal,
        "several": match.play.ambiguous(match.rules, before, words, legal),
    }


def _possible(match: Match, before: Any, words: Sequence[str]) -> bool:
    try:
        match.play.must_be_possible(match.rules, before, words)
    except NotationError:
        return False
    return True
