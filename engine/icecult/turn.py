"""A turn in progress: what has been done, what each symbol still allows, what is owed, and whether it may end.

turn = IceCult().begin(State.setup("r"))
for word in ("Nn", "Ee", "yE0@NE"):
    turn = turn.play(parse_action(word))        # a Fault instead, where the action breaks a rule
turn.legal_actions(), turn.symbols(), turn.owed(), turn.may_end()
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.core.errors import NotationError
from engine.core.verdict import Fault, Verdict
from engine.icecult import winning
from engine.icecult.board import PATHS, SLOTS, TILTS
from engine.icecult.cube import CubeSet, Top
from engine.icecult.moves import Action, Step, Tilt, Turn, can_be_done, parse_action, perform
from engine.icecult.options import HouseRules, next_player, parse_players
from engine.icecult.state import State

_EVERY_TILT: Final = tuple(Tilt(*word) for word in TILTS)
_NO_TOPS: Final[tuple[Top | None, ...]] = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class Symbol:
    """One cube's symbol during a turn.

    status: `open` still allows a move, `spent` was used, `lapsed` allows none as things stand, `unused` an arc (or,
    where circles are free, a circle) that may yet be used, `none` nothing to use: the tilts are not complete, the face
    is unknown or the match is won. why: a key for the sentence, "" where nothing needs saying: `tilts-first`
    `unknown-face` `match-won` `no-pawn` `no-arrow` (for a circle) `no-arrow-moves`.
    """

    slot: str
    top: Top | None
    status: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class TurnInProgress:
    """The table in the middle of a turn; every action gives a new value."""

    state: State
    cube_set: CubeSet
    house: HouseRules
    players: str
    before: State
    actions: tuple[Action, ...] = ()
    tilts: tuple[Tilt, ...] = ()
    spent: frozenset[str] = frozenset()
    tops: tuple[Top | None, ...] = _NO_TOPS
    """What may be used now, in slot order: empty until both tilts are complete."""
    winners: str = ""
    """Who has won by a step of this turn; known at once with `end: move`, after `end()` with `end: turn`."""
    over: bool = False
    """The match is won: nothing may follow."""

    @classmethod
    def begin(cls, state: State, cube_set: CubeSet, house: HouseRules, players: str) -> TurnInProgress:
        """The turn of the player to move, before its first tilt; `IceCult.begin` knows all but the state."""
        if state.to_move not in parse_players(players):
            raise NotationError(f"expected one of the players {players!r} to move, got {state.to_move!r}")
        if state.spaces != cube_set.spaces:
            raise NotationError(f"expected paths of {cube_set.spaces} spaces as in the set, got {state.spaces}")
        return cls(state, cube_set, house, players, state, over=winning.already_over(state, house, players))

    def play(self, action: Action) -> TurnInProgress | Fault:
        """The turn after this action, or the first rule, in the order of `faults.Rule`, that it breaks."""
        if rule := self.broken_by(action):
            return Fault(rule, len(self.actions))
        return self.after(action)

    def play_words(self, words: Sequence[str]) -> TurnInProgress | Fault:
        """The turn after all these actions, or the first fault."""
        turn = self
        for action in [parse_action(word) for word in words]:
            result = turn.play(action)
            if isinstance(result, Fault):
                return result
            turn = result
        return turn

    def legal_words(self) -> list[str]:
        """Every action that is legal now, as words, sorted."""
        return sorted(str(action) for action in self.legal_actions())

    def after(self, action: Action) -> TurnInProgress:
        """The turn after an action known to be lawful."""
        state = perform(self.state, action)
        tilts, spent, tops, won, over = self.tilts, self.spent, self.tops, self.winners, self.over
        if isinstance(action, Tilt):
            tilts = (*tilts, action)
            tops = self.cube_set.tops(state.cubes) if len(tilts) == 2 else _NO_TOPS
        elif isinstance(action, Turn):
            spent, tops = spent | {action.arc}, self.cube_set.tops(state.cubes)
        else:
            spent = spent | {action.circle or action.arrow}
            won = winning.winners(state, self.house, self.players) if self.house.end == "move" else ""
            over = bool(won)
        actions = (*self.actions, action)
        table = state, self.cube_set, self.house, self.players, self.before
        return TurnInProgress(*table, actions, tilts, spent, tops, won, over)  # replace() would take thrice as long

    def can_be_done(self, action: Action) -> bool:
        """Could hands do this now, lawful or not?"""
        return can_be_done(self.state, action)

    def anyway(self, action: Action) -> TurnInProgress:
        """The turn after an action that a rule forbids; as it was, where hands cannot do it at all."""
        if not self.can_be_done(action):
            return self
        state = perform(self.state, action)
        return replace(self, state=state, tops=self.cube_set.tops(state.cubes) if len(self.tilts) == 2 else _NO_TOPS)

    def play_anyway(self, words: Sequence[str]) -> tuple[TurnInProgress, Fault | None]:
        """The turn after all these actions whatever they break, and the first fault; `at` counts the words."""
        turn, first = self, None
        for at, action in enumerate([parse_action(word) for word in words]):
            rule = turn.broken_by(action)
            if rule and first is None:
                first = Fault(rule, at)
            turn = turn.anyway(action) if rule else turn.after(action)
        return turn, first

    def broken_by(self, action: Action) -> str | None:
        """The first rule, in the order of `faults.Rule`, that this action breaks; None if it is lawful."""
        if self.over:
            return "after-the-end"
        if isinstance(action, Tilt):
            return self._tilt_breaks(action)
        if len(self.tilts) < 2:
            return "early-move"
        return self._turn_breaks(action) if isinstance(action, Turn) else self._step_breaks(action)

    def _tilt_breaks(self, tilt: Tilt) -> str | None:
        if not tilt.exists:
            return "tilt-axis"
        if len(self.tilts) == 2:
            return "tilt-count"
        return "tilt-undone" if self.tilts and tilt.undoes(self.tilts[0]) else None

    def _turn_breaks(self, turn: Turn) -> str | None:
        top = self._top(turn.arc)
        if top is None or top.symbol != "arc":
            return "not-an-arc"
        return "arc-spent" if turn.arc in self.spent else None

    def _step_breaks(self, step: Step) -> str | None:
        """The first rule about arrows, circles and pawns that a step breaks."""
        arrow = self._top(step.arrow)
        if arrow is None or arrow.colour is None:
            return "not-an-arrow"
        if step.circle:
            circle = self._top(step.circle)
            if circle is None or circle.symbol != "circle":
                return "not-a-circle"
        if step.colour != arrow.colour:
            return "wrong-colour"
        if step.path != arrow.facing:
            return "wrong-path"
        if (step.circle or step.arrow) in self.spent:
            return "circle-spent" if step.circle else "arrow-spent"
        return None if can_be_done(self.state, step) else "no-such-pawn"

    def _top(self, slot: str) -> Top | None:
        return self.tops[SLOTS.index(slot)]

    def _unspent(self, symbol: str) -> list[str]:
        """The cubes whose circle or arc has not been used."""
        return [
            s for s, top in zip(SLOTS, self.tops, strict=True) if top and top.symbol == symbol and s not in self.spent
        ]

    def moves_of(self, arrow: str, circle: str | None = None) -> tuple[Step, ...]:
        """Every step the arrow on this cube allows as it points now, used or not; or a circle copying it."""
        top = self._top(arrow)
        if top is None or top.colour is None or top.facing is None:
            return ()
        colour, path = top.colour, top.facing
        steps = [Step(colour, path, 0, None, arrow, circle)] if colour in self.state.start else []
        for space, stack in enumerate(self.state.paths[PATHS.index(path)], start=1):
            if colour in stack:
                steps += [Step(colour, path, space, h, arrow, circle) for h, pawn in enumerate(stack) if pawn == colour]
        return tuple(steps)

    def _copies(self, circle: str) -> tuple[Step, ...]:
        """Every step the circle on this cube could make now (R17)."""
        return tuple(step for arrow in SLOTS for step in self.moves_of(arrow, circle))

    def _arrow_moves(self) -> dict[str, tuple[Step, ...]]:
        """Unused arrow -> its steps; only arrows that have any."""
        slots = [s for s, top in zip(SLOTS, self.tops, strict=True) if top and top.colour and s not in self.spent]
        return {slot: moves for slot in slots if (moves := self.moves_of(slot))}

    def legal_actions(self) -> tuple[Action, ...]:
        """Every action that may come next, pawns in stacks always with their height."""
        if self.over:
            return ()
        if len(self.tilts) < 2:
            return tuple(tilt for tilt in _EVERY_TILT if not (self.tilts and tilt.undoes(self.tilts[0])))
        found: list[Action] = [step for steps in self._arrow_moves().values() for step in steps]
        for circle in self._unspent("circle"):
            found += self._copies(circle)
        found += [Turn(slot, sense, arc) for arc in self._unspent("arc") for slot in SLOTS for sense in "+-"]
        return tuple(found)

    def owed(self) -> Mapping[str, tuple[Step, ...]]:
        """Cube -> the steps that would serve it, for all arrows and circles that must still be used (R16, R17)."""
        if self.over:
            return {}
        owed = self._arrow_moves()
        if self.house.circles == "must":
            owed |= {circle: copies for circle in self._unspent("circle") if (copies := self._copies(circle))}
        return owed

    @property
    def words(self) -> tuple[str, ...]:
        """Its actions as words."""
        return tuple(str(action) for action in self.actions)

    def may_end(self) -> bool:
        """May the player say "done" now?"""
        return bool(self.winners) or (len(self.tilts) == 2 and not self.owed())

    def end(self) -> Verdict[State]:
        """The verdict if the turn ends here."""
        at = len(self.actions)
        if self.over and not self.winners:
            return Verdict(Fault("after-the-end", at))
        if len(self.tilts) < 2:
            return Verdict(Fault("tilt-count", at))
        if owed := self.owed():
            rule = "missed-arrow" if any(self._is_arrow(slot) for slot in owed) else "missed-circle"
            return Verdict(Fault(rule, at, tuple(str(step) for steps in owed.values() for step in steps)))
        return Verdict(winners=self.winners or self._winners_of_turn(), next=self.handed_on())

    def _is_arrow(self, slot: str) -> bool:
        top = self._top(slot)
        return top is not None and top.colour is not None

    def _winners_of_turn(self) -> str:
        """Who wins when the turn is over; a turn without a single step wins nothing."""
        stepped = any(isinstance(action, Step) for action in self.actions)
        return winning.winners(self.state, self.house, self.players) if stepped else ""

    def handed_on(self) -> State:
        """The table as the next player finds it."""
        s = self.state
        return State.trusted(s.cubes, s.paths, s.start, s.goal, next_player(self.players, self.before.to_move))

    def symbols(self) -> tuple[Symbol, ...]:
        """The four symbols in slot order, each with what has become of it."""
        if len(self.tilts) < 2:
            shown = self.cube_set.tops(self.state.cubes)
            return tuple(Symbol(slot, top, "none", "tilts-first") for slot, top in zip(SLOTS, shown, strict=True))
        return tuple(self._symbol(slot) for slot in SLOTS)

    def _symbol(self, slot: str) -> Symbol:
        """What has become of the symbol on this cube."""
        top = self._top(slot)
        if top is None:
            return Symbol(slot, None, "none", "unknown-face")
        if slot in self.spent:
            return Symbol(slot, top, "spent")
        if self.over:
            return Symbol(slot, top, "none", "match-won")
        if top.symbol == "arc":
            return Symbol(slot, top, "unused")
        if top.symbol == "circle":
            return self._circle(slot, top)
        return Symbol(slot, top, "open") if self.moves_of(slot) else Symbol(slot, top, "lapsed", "no-pawn")

    def _circle(self, slot: str, top: Top) -> Symbol:
        if not any(self._is_arrow(other) for other in SLOTS):
            return Symbol(slot, top, "lapsed", "no-arrow")
        if not self._copies(slot):
            return Symbol(slot, top, "lapsed", "no-arrow-moves")
        return Symbol(slot, top, "open" if self.house.circles == "must" else "unused")
