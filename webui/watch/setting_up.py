"""Before the first turn: what lies there compared with the set-up, and nothing judged until both are the same."""

from __future__ import annotations

from typing import Any

from webui.record.match import Match
from webui.settings import Words
from webui.watch.judge import Judge


class SettingUp:
    """Holds the referee back until the table is seen set up, or somebody has taken it as it lies."""

    def __init__(self, judge: Judge, match: Match) -> None:
        self._judge = judge
        self._waits = _before_the_first_turn(match)
        self.places: tuple[str, ...] = ()
        """Where something still has to be put back."""
        self.words: Words | None = None
        """What is wrong there, where the game says so."""

    def waits(self, match: Match) -> bool:
        """Whether nothing may be judged yet as this match stands."""
        if not self._waits or not _before_the_first_turn(match):
            self.places = ()
            return False
        return True

    def see(self, view: Any, match: Match) -> bool:
        """Take in a view; whether it shows the table set up."""
        self.places, enough = self._judge.to_put_back(view, match)
        self.words = self._judge.set_up_words(view, match) if self.places else None
        self._waits = bool(self.places) or not enough
        return not self._waits

    def begun(self) -> None:
        """The match has been judged before."""
        self._waits = False


def _before_the_first_turn(match: Match) -> bool:
    """Whether nothing has been played or told of this match yet."""
    return not (match.over or match.turns or match.actions or match.begun or match.now)
