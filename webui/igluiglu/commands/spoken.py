"""What `watch` says at a table of IGLU IGLU."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from engine.core.colours import COLOURS
from engine.igluiglu.score import score
from engine.igluiglu.state import board_lines
from engine.igluiglu.words.phrases import FORMS
from engine.igluiglu.words.texts import say

if TYPE_CHECKING:
    from engine.igluiglu.state import State
    from webui.record.match import Match

NOTHING: Final = "-"


class Spoken:
    """See `webui.commands.camera.brought.Spoken`."""

    players = COLOURS

    def player(self, colour: str, language: str) -> str:
        """What a player is called."""
        return FORMS["name"](colour, language)

    def played(self, words: Sequence[str], language: str) -> str:
        """Words of a turn as a sentence."""
        from coach.igluiglu.words import in_words

        return in_words(words, language)

    def owed(self, turn: object, language: str) -> list[str]:
        """Nothing is owed that a turn as it is seen has not."""
        return []

    def place(self, name: str, language: str) -> str:
        """A space."""
        return name

    def board(self, match: Match, language: str) -> str:
        """The board, what stands on it, and the points as it stands."""
        state: State = match.state
        standing = ", ".join(f"{cell} {pieces}" for cell, pieces in state.on()) or NOTHING
        totals = score(state, match.house).scores()
        points = ", ".join(f"{self.player(colour, language)} {total}" for colour, total in totals.items())
        return "\n".join([*board_lines(state.board), standing, points])

    def ended(self, winners: str, language: str) -> str:
        """How a match ended."""
        if not winners:
            return say("win.stopped", language)
        return say("win.shared" if len(winners) > 1 else "win.one", language, winners=winners)
