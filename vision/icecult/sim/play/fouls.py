"""Breaches of the rules for simulated matches: for each kind a way to commit it, and to put it right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from engine.core.verdict import Fault
from engine.icecult.board import COLOURS, PATHS, SLOTS, TILTS
from engine.icecult.cube import ROLLED, TURNED, CubeSet
from engine.icecult.moves import Action, Step, Tilt, Turn, tilted
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from vision.icecult.sim.play.motions import Act, Add, Carry, Exchange, Remove, Reorder, Roll, Spin

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Foul:
    """A turn with a breach; `fix` puts it right, `must_fix` where play cannot go on otherwise."""

    kind: str
    acts: tuple[Act, ...]
    fix: tuple[Act, ...] = ()
    must_fix: bool = False


@dataclass(frozen=True, slots=True)
class Honest:
    """A lawful turn, finished: what a foul is made from."""

    begun: TurnInProgress
    done: TurnInProgress

    @property
    def words(self) -> tuple[str, ...]:
        """Its actions."""
        return tuple(str(action) for action in self.done.actions)

    @property
    def state(self) -> State:
        """The table afterwards."""
        return self.done.state

    def untouched(self) -> list[str]:
        """Occupied spaces on which nothing changed, as N1..W5."""
        before, after = self.begun.state, self.state
        return [
            f"{path}{space}"
            for path in PATHS
            for space in range(1, after.spaces + 1)
            if after.stack(path, space) and after.stack(path, space) == before.stack(path, space)
        ]


def stack_of(state: State, place: str) -> str:
    """The stack on a space named N1..W5."""
    return state.stack(place[0], int(place[1:]))


def finish(turn: TurnInProgress, rng: Rng, arcs: float = 0.5) -> TurnInProgress:
    """Play on lawfully until the turn may end; uses arcs now and then."""
    for _ in range(40):
        if turn.over:
            return turn
        choices: list[Action] = [step for steps in turn.owed().values() for step in steps]
        turns = [a for a in turn.legal_actions() if isinstance(a, Turn)] if len(turn.tilts) == 2 else []
        if turns and rng.random() < arcs * (0.5 if choices else 0.35):
            choices = list(turns)
        if not choices:
            return turn
        turn = turn.after(choices[int(rng.integers(len(choices)))])
    return turn


def tilt_twice(turn: TurnInProgress, rng: Rng) -> TurnInProgress:
    """Two lawful tilts."""
    for _ in range(2):
        choices = turn.legal_actions()
        turn = turn.after(choices[int(rng.integers(len(choices)))])
    return turn


def honest_turn(begun: TurnInProgress, rng: Rng, arcs: float = 0.5) -> Honest:
    """A random lawful turn."""
    return Honest(begun, finish(tilt_twice(begun, rng), rng, arcs))


def double_tilts(cubes: tuple[str, ...]) -> set[tuple[str, ...]]:
    """All poses that up to two tilts can leave."""
    one = {tilted(cubes, Tilt(*word)) for word in TILTS}
    return {cubes} | one | {tilted(c, Tilt(*word)) for c in one for word in TILTS}


def ups(cubes: tuple[str, ...]) -> tuple[str, ...]:
    """Which home faces are up; turning on the spot does not change them."""
    return tuple(pose[0] for pose in cubes)


def _with_cubes(turn: TurnInProgress, cubes: tuple[str, ...]) -> TurnInProgress:
    """The same turn with other poses, both tilts counted as made."""
    s = turn.state
    state = State.trusted(cubes, s.paths, s.start, s.goal, s.to_move)
    tilts = (Tilt("N", "n"), Tilt("N", "n"))
    return replace(turn, state=state, tilts=tilts, tops=turn.cube_set.tops(cubes))


def _words_after(turn: TurnInProgress, before: TurnInProgress) -> tuple[str, ...]:
    return tuple(str(action) for action in turn.actions[len(before.actions) :])


def tilt_count(honest: Honest, rng: Rng) -> Iterator[Foul]:
    """Only one tilt."""
    yield Foul("tilt-count", honest.words[:1], honest.words[1:])


def tilt_undone(honest: Honest, rng: Rng) -> Iterator[Foul]:
    """A pair there and back, then moves by what is on top."""
    first = honest.words[0]
    back = first[0] + {"n": "s", "s": "n", "e": "w", "w": "e"}[first[1]]
    turn = _with_cubes(honest.begun, honest.begun.state.cubes)
    done = finish(turn, rng, 0.0)
    moves = _words_after(done, turn)
    if moves and not done.over:
        yield Foul("tilt-undone", (first, back, *moves))


def tilt_alone(honest: Honest, rng: Rng) -> Iterator[Foul]:
    """A pair, then one cube alone or a diagonal pair."""
    before = honest.begun.state.cubes
    after_one = tilted(before, Tilt(*honest.words[0]))
    reachable = {ups(c) for c in double_tilts(before)}
    options: list[tuple[str, ...]] = [(slot,) for slot in SLOTS] + [("NW", "SE"), ("NE", "SW")]
    for number in rng.permutation(len(options)):
        slots, heading = options[int(number)], str(rng.choice(list("nesw")))
        cubes = tuple(
            ROLLED[pose][heading] if slot in slots else pose for slot, pose in zip(SLOTS, after_one, strict=True)
        )
        turn = _with_cubes(honest.begun, cubes)
        done = finish(turn, rng, 0.0)
        if ups(cubes) not in reachable and not done.over:
            yield Foul("tilt-alone", (honest.words[0], Roll(slots, heading), *_words_after(done, turn)))


def cube_turned(honest: Honest, rng: Rng) -> Iterator[Foul]:
    """Two tilts, then a cube is turned though no arc is on top."""
    tilts = honest.words[:2]
    turned = honest.begun.play_words(tilts)
    if isinstance(turned, Fault) or any(top is not None and top.symbol == "arc" for top in turned.tops):
        return
    for number in rng.permutation(4):
        slot, sense = SLOTS[int(number)], str(rng.choice(["+", "-"]))
        top = turned.tops[int(number)]
        if top is None or top.symbol == "circle":
            continue  # its direction cannot be seen
        turn = _with_cubes(turned, _spun(turned.state.cubes, slot, sense))
        done = finish(turn, rng, 0.0)
        if turn.state.cubes not in double_tilts(honest.begun.state.cubes) and not done.over:
            yield Foul("cube-turned", (*tilts, Spin(slot, sense), *_words_after(done, turn)))


def _spun(cubes: tuple[str, ...], slot: str, sense: str) -> tuple[str, ...]:
    return tuple(TURNED[p][sense] if s == slot else p for s, p in zip(SLOTS, cubes, strict=True))


def cubes_exchanged(honest: Honest, rng: Rng) -> Iterator[Foul]:
    """Two neighbours change places."""
    pairs = (("NW", "NE"), ("NE", "SE"), ("SW", "SE"), ("NW", "SW"))
    for number in rng.permutation(4):
        swap = Exchange(*pairs[int(number)])
        yield Foul("cubes-exchanged", (*honest.words, swap), (swap,), must_fix=True)


def pawn_unearned(honest: Honest, rng: Rng) -> Iterator[Foul]:
    """A pawn steps out whose colour is on no arrow."""
    shown = {top.colour for top in honest.done.tops if top is not None}
    for colour in rng.permutation([c for c in COLOURS if c not in shown]):
        if str(colour) in honest.state.start:
            target = f"{rng.choice(list(PATHS))}1"
            at = len(stack_of(honest.state, target))
            back = Carry(target, str(colour), "start", at)
            yield Foul("pawn-unearned", (*honest.words, Carry("start", str(colour), target)), (back,))


def pawn_far(honest: Honest, rng: Rng) -> Iterator[Foul]:
    """The last pawn that stepped goes one space further than its only arrow allows."""
    last = honest.done.actions[-1]
    tops = [top for top in honest.done.tops if top is not None]
    if not isinstance(last, Step) or last.circle or last.space > honest.state.spaces - 2:
        return
    if any(t.symbol == "circle" for t in tops) or sum(t.colour == last.colour for t in tops) != 1:
        return
    here, there = f"{last.path}{last.space + 1}", f"{last.path}{last.space + 2}"
    stack = stack_of(honest.state, here)
    riders = 0
    if last.space:
        source = stack_of(_before_last(honest), f"{last.path}{last.space}")
        riders = len(source) - last.height_on(source) - 1
    at = len(stack) - 1 - riders
    further = Carry(here, stack[at:], there, at)
    target = stack_of(honest.state, there)
    yield Foul("pawn-far", (*honest.words, further), (Carry(there, stack[at:], here, len(target)),))


def _before_last(honest: Honest) -> State:
    turn = honest.begun
    for action in honest.done.actions[:-1]:
        turn = turn.after(action)
    return turn.state


def pawn_inwards(honest: Honest, rng: Rng) -> Iterator[Foul]:
    """A pawn that nobody moved comes nearer to the block."""
    for place in rng.permutation(honest.untouched() or [""]):
        if not place or int(place[1:]) < 2:
            continue
        stack, target = stack_of(honest.state, place), f"{place[0]}{int(place[1:]) - 1}"
        at = len(stack_of(honest.state, target))
        inwards = Carry(str(place), stack[-1], target, len(stack) - 1)
        yield Foul("pawn-inwards", (*honest.words, inwards), (Carry(target, stack[-1], str(place), at),))


def pawn_changed_path(honest: Honest, rng: Rng) -> Iterator[Foul]:
    """A pawn that nobody moved is put on another path."""
    for place in rng.permutation(honest.untouched() or [""]):
        if not place:
            return
        other = str(rng.choice([p for p in PATHS if p != place[0]]))
        stack, target = stack_of(honest.state, place), f"{other}{place[1:]}"
        at = len(stack_of(honest.state, target))
        sideways = Carry(str(place), stack[-1], target, len(stack) - 1)
        yield Foul("pawn-changed-path", (*honest.words, sideways), (Carry(target, stack[-1], str(place), at),))


def _last_carry(honest: Honest) -> tuple[Step, str, str, str, int] | None:
    """The last step of a turn: step, source, its stack, target, height."""
    last = honest.done.actions[-1]
    if not isinstance(last, Step) or last.space in (0, honest.state.spaces):
        return None
    source, target = f"{last.path}{last.space}", f"{last.path}{last.space + 1}"
    stack = stack_of(_before_last(honest), source)
    return last, source, stack, target, last.height_on(stack)


def rider_left(honest: Honest, rng: Rng) -> Iterator[Foul]:
    """The last pawn moved leaves behind what sat on it."""
    found = _last_carry(honest)
    if found and found[4] < len(found[2]) - 1:
        step, source, _, target, at = found
        yield Foul("rider-left", (*honest.words[:-1], Carry(source, step.colour, target, at)))


def pawn_dragged(honest: Honest, rng: Rng) -> Iterator[Foul]:
    """The last pawn moved takes along the one below it."""
    found = _last_carry(honest)
    if found and found[4] > 0:
        _, source, stack, target, at = found
        yield Foul("pawn-dragged", (*honest.words[:-1], Carry(source, stack[at - 1 :], target, at - 1)))


def stack_order(honest: Honest, rng: Rng) -> Iterator[Foul]:
    """A stack that nobody moved is put together differently."""
    for place in rng.permutation(honest.untouched() or [""]):
        stack = stack_of(honest.state, place) if place else ""
        if len(set(stack)) > 1:
            mixed = stack[::-1] if stack[::-1] != stack else stack[1:] + stack[0]
            yield Foul("stack-order", (*honest.words, Reorder(str(place), mixed)), (Reorder(str(place), stack),))


def pawn_missing(honest: Honest, rng: Rng) -> Iterator[Foul]:
    """A pawn falls off the table."""
    for place in rng.permutation(honest.untouched() or [""]):
        if place:
            stack = stack_of(honest.state, place)
            away, back = Remove(str(place), stack[-1], len(stack) - 1), Add(str(place), stack[-1])
            yield Foul("pawn-missing", (*honest.words, away), (back,), must_fix=True)
    if honest.state.start:
        colour = honest.state.start[0]
        yield Foul("pawn-missing", (*honest.words, Remove("start", colour)), (Add("start", colour),), must_fix=True)


def pawn_extra(honest: Honest, rng: Rng) -> Iterator[Foul]:
    """A sixth pawn of a colour appears."""
    for place in rng.permutation(honest.untouched() or ["start"]):
        colour = str(rng.choice(list(COLOURS)))
        at = 0 if place == "start" else len(stack_of(honest.state, place))
        back = Remove(str(place), colour, at)
        yield Foul("pawn-extra", (*honest.words, Add(str(place), colour)), (back,), must_fix=True)


def _missed(honest: Honest, kind: str) -> Iterator[Foul]:
    """A turn that ends while a symbol of this kind is owed; the missing step puts it right."""
    for number, action in enumerate(honest.done.actions):
        if not isinstance(action, Step):
            continue
        rest = honest.words[:number] + honest.words[number + 1 :]
        turn = honest.begun.play_words(rest)
        if isinstance(turn, Fault) or turn.over:
            continue
        fault = turn.end().fault
        fixed = turn.play(action) if fault is not None else None
        if fault is not None and fault.rule == kind and isinstance(fixed, TurnInProgress):
            fix = (str(action),) if fixed.may_end() else ()
            yield Foul(kind, rest, fix)


def missed_arrow(honest: Honest, rng: Rng) -> Iterator[Foul]:
    """An arrow is not used though it could be."""
    yield from _missed(honest, "missed-arrow")


def missed_circle(honest: Honest, rng: Rng) -> Iterator[Foul]:
    """A circle is not used though it could be."""
    yield from _missed(honest, "missed-circle")


FOULS: Final[dict[str, Callable[[Honest, Rng], Iterator[Foul]]]] = {
    "tilt-count": tilt_count,
    "tilt-undone": tilt_undone,
    "tilt-alone": tilt_alone,
    "cube-turned": cube_turned,
    "cubes-exchanged": cubes_exchanged,
    "pawn-unearned": pawn_unearned,
    "pawn-far": pawn_far,
    "pawn-inwards": pawn_inwards,
    "pawn-changed-path": pawn_changed_path,
    "rider-left": rider_left,
    "pawn-dragged": pawn_dragged,
    "stack-order": stack_order,
    "pawn-missing": pawn_missing,
    "pawn-extra": pawn_extra,
    "missed-arrow": missed_arrow,
    "missed-circle": missed_circle,
}


def begin(state: State, cube_set: CubeSet, players: str) -> TurnInProgress:
    """The turn of the player to move."""
    return IceCult(cube_set, players=players).begin(state)
