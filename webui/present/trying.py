"""Trying out what a past turn may have been."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.errors import NotationError
from engine.core.verdict import Fault
from webui.play.at_table import at_table
from webui.play.said import said
from webui.play.shown import shown
from webui.record.events import Json
from webui.record.match import Match


def tried(match: Match, number: int, words: Sequence[str]) -> Json:
    """What a past turn would be with these words: the table, the fault in words, what is owed, what could follow.

    `possible`: whether it can be put on record so.
    """
    before = match.turns[number - 1].before
    words = [at_table(match.game).public(word)[0] for word in words]
    for word in words:
        at_table(match.game).check_word(match.rules, word)
    played = match.rules.begin(before).play_words(list(words))
    every = [] if isinstance(played, Fault) else played.legal_words()
    legal = [word for word in every if not at_table(match.game).public(word)[1]]
    standing = at_table(match.game).in_progress(match.rules, before, words)
    return {
        "state": at_table(match.game).table_of(standing).to_json(),
        "turn": {**shown(match.game).turn_view(match, standing), "legal": legal},
        "fault": at_table(match.game).judge(match.rules, before, words).text,
        "owed": said(match.game).owed(match.rules, before, words),
        "possible": _possible(match, before, words),
        "legal": legal,
        "several": shown(match.game).ambiguous(match.rules, before, words, legal),
    }


def _possible(match: Match, before: Any, words: Sequence[str]) -> bool:
    try:
        at_table(match.game).must_be_possible(match.rules, before, words)
    except NotationError:
        return False
    return True
