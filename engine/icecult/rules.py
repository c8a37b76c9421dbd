"""The judge of ICE CULT: a whole turn in, a verdict out. RULES.md has the paragraphs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from engine.core.colours import COLOURS
from engine.core.verdict import Fault, Verdict
from engine.icecult import winning
from engine.icecult.cube import STANDARD_SET, CubeSet
from engine.icecult.moves import can_be_done, parse_action, perform
from engine.icecult.options import DEFAULT_HOUSE, HouseRules, next_player, parse_players
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from engine.icecult.words.telling import fault_text

QUIET_ROUNDS: Final = 3
"""After so many full rounds without a pawn moved the players are told; the rules have no answer."""


@dataclass(frozen=True, slots=True)
class IceCult:
    """The rules of one match of ICE CULT: its set, house rules and players, for `engine.core`."""

    cube_set: CubeSet = STANDARD_SET
    house: HouseRules = DEFAULT_HOUSE
    players: str = COLOURS

    endings: ClassVar = ("goal", "tower")

    @classmethod
    def from_header(cls, equipment: Any, house: Any, players: str) -> IceCult:
        """From a match log's header."""
        return cls(CubeSet.from_json(equipment), HouseRules.from_json(house), parse_players(players))

    @property
    def equipment(self) -> CubeSet:
        """The cubes."""
        return self.cube_set

    def read_state(self, data: Any) -> State:
        """A state from its JSON."""
        return State.from_json(data)

    def mover(self, state: State) -> str:
        """Who is to move."""
        return state.to_move

    def next_mover(self, before: State, after: State) -> str:
        """Who is to move after a turn: the next in seating order, whatever stands there."""
        return next_player(self.players, before.to_move)

    def begin(self, state: State) -> TurnInProgress:
        """A turn before its first tilt."""
        return TurnInProgress.begin(state, self.cube_set, self.house, self.players)

    def judge(self, state: State, words: Sequence[str]) -> Verdict[State]:
        """The verdict on one turn given as words; a word of no known form raises NotationError."""
        turn = self.begin(state).play_words(words)
        return Verdict(turn) if isinstance(turn, Fault) else turn.end()

    def result(self, state: State, words: Sequence[str]) -> State | None:
        """The table after these actions, lawful or not, the next player to move; None where one cannot be done."""
        for action in map(parse_action, words):
            if not can_be_done(state, action):
                return None
            state = perform(state, action)
        return replace(state, to_move=next_player(self.players, state.to_move))

    def how_won(self, state: State, winners: str) -> str:
        """`goal` or `tower`, where each of these players has one of them; else nothing."""
        home, stand = winning.home(state, winners), winning.towers(state, winners)
        if not winners or set(home + stand) != set(winners):
            return ""
        return "goal" if home else "tower"

    def end_details(self, state: State) -> Mapping[str, Any]:
        """The last line of a log says nothing more."""
        return {}

    def fault_text(self, state: State, words: Sequence[str], fault: Fault, language: str) -> str:
        """What the referee says about the fault that judging these words has found."""
        return fault_text(self.begin(state), words, fault, language)

    def stalled(self, states: Sequence[State]) -> bool:
        """Has no pawn moved for three full rounds? `states`: the table before the first turn and after each."""
        quiet = states[-(QUIET_ROUNDS * len(self.players) + 1) :]
        boards = {(state.paths, state.start, state.goal) for state in quiet}
        return len(quiet) > QUIET_ROUNDS * len(self.players) and len(boards) == 1
