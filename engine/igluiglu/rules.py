"""The judge of IGLU IGLU: a turn in, a verdict out. RULES.md has the paragraphs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.core.colours import COLOURS
from engine.core.verdict import Fault
from engine.igluiglu.equipment import STANDARD_SET, TileSet
from engine.igluiglu.options import DEFAULT_HOUSE, HouseRules, next_player, parse_players
from engine.igluiglu.score import score
from engine.igluiglu.state import State
from engine.igluiglu.turn import Ruling, TurnInProgress
from engine.igluiglu.words.telling import fault_text
from engine.igluiglu.writing.forms import read_state


@dataclass(frozen=True, slots=True)
class IgluIglu:
    """The rules of one match of IGLU IGLU: its set, house rules and players, for `engine.core`."""

    tiles: TileSet = STANDARD_SET
    house: HouseRules = DEFAULT_HOUSE
    players: str = COLOURS

    endings: ClassVar = ("ice",)

    @classmethod
    def from_header(cls, equipment: Any, house: Any, players: str | None) -> IgluIglu:
        """From a match log's header, or from a question that leaves some of it out."""
        return cls(
            STANDARD_SET if equipment is None else TileSet.from_json(equipment),
            DEFAULT_HOUSE if house is None else HouseRules.from_json(house),
            COLOURS if players is None else parse_players(players),
        )

    @property
    def equipment(self) -> TileSet:
        """The tiles."""
        return self.tiles

    def read_state(self, data: Any) -> State:
        """A valid state from its JSON."""
        return read_state(data, self.players, self.tiles)

    def mover(self, state: State) -> str:
        """Who is to move."""
        return state.to_move

    def next_mover(self, before: State, after: State) -> str:
        """The next in seating order (who has an Inuit to place); still the mover where the game ended in his turn."""
        if not after.reserve and after.to_move == before.to_move and self.begin(after).over:
            return before.to_move
        player = next_player(self.players, before.to_move)
        while after.reserve and player not in after.reserve:
            player = next_player(self.players, player)
        return player

    def begin(self, state: State) -> TurnInProgress:
        """The turn of the player to move, before its first word."""
        return TurnInProgress.begin(state, self.tiles, self.house)

    def judge(self, state: State, words: Sequence[str]) -> Ruling:
        """The verdict on one turn given as words; a word of no known form raises NotationError."""
        turn = self.begin(state).play_words(words)
        return Ruling(turn) if isinstance(turn, Fault) else turn.end()

    def result(self, state: State, words: Sequence[str]) -> State | None:
        """The table after these words; None where one of them breaks a rule, since hands may then do anything."""
        return self.judge(state, words).next

    def how_won(self, state: State, winners: str) -> str:
        """`ice` where the game is over and these players have most points; else nothing."""
        over = not state.reserve and self.begin(state).over
        return "ice" if over and winners and score(state, self.house).winners == winners else ""

    def end_details(self, state: State) -> Mapping[str, Any]:
        """The points of everybody."""
        return {"scores": score(state, self.house).scores()}

    def fault_text(self, state: State, words: Sequence[str], fault: Fault, language: str) -> str:
        """What the referee says about the fault that judging these words has found."""
        return fault_text(self.begin(state), words, fault, language)
