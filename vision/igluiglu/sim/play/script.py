"""A scripted match: who plays what, honest or not, and how the table lies after each step of the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from engine.igluiglu.actions import parse_action
from engine.igluiglu.board import FACE_DOWN, SIDE
from engine.igluiglu.equipment import STANDARD_SET, TOKENS
from engine.igluiglu.opening import MIDDLE, opening
from engine.igluiglu.rules import IgluIglu
from engine.igluiglu.sense import choose
from engine.igluiglu.state import Secret, State
from vision.igluiglu.sim.play.fouls import FOULS, foul, public

Rng = np.random.Generator


@dataclass(frozen=True)
class TurnScript:
    """One turn: the tables after its steps, its words where it is honest, what it breaks where it is not."""

    player: str
    before: State
    tables: tuple[State, ...]
    words: tuple[str, ...] = ()
    foul: str = ""
    rules: tuple[str, ...] = ()

    @property
    def after(self) -> State:
        """The table that it leaves."""
        return self.tables[-1]


@dataclass(frozen=True)
class MatchScript:
    """A whole film's match."""

    players: str
    start: State
    turns: tuple[TurnScript, ...]

    @property
    def known(self) -> State:
        """The table at the beginning as everybody knows it."""
        return public(self.start)


def shuffled(seed: int, players: str) -> State:
    """The table before the first Inuit is placed, with a real shuffle."""
    random = Random(seed)
    heaps = {kind: [v for v in (1, 2, 3) for _ in range(TOKENS[f"{kind}{v}"])] for kind in ("fish", "fox")}
    for heap in heaps.values():
        random.shuffle(heap)
    centre = tuple(heaps["fish"].pop() for _ in MIDDLE)
    board = opening(players, centre).board
    faces = [kind for kind, copies in STANDARD_SET.tiles for _ in range(copies)]
    random.shuffle(faces)
    tiles = tuple(faces.pop() if board[cell] == FACE_DOWN else "" for cell in range(SIDE * SIDE))
    return opening(players, centre, Secret(tiles, tuple(heaps["fish"]), tuple(heaps["fox"])))


def honest(rules: IgluIglu, state: State, rng: Rng) -> TurnScript:
    """A sensible turn by the rules; kept tiles are played now and then."""
    turn, tables = rules.begin(state), list[State]()
    while turn.wants != "nothing":
        word = choose(turn, float(rng.random()))
        turn = turn.after(parse_action(word))
        if not tables or turn.table != tables[-1]:
            tables.append(turn.table)
    return TurnScript(state.to_move, state, tuple(tables), tuple(str(action) for action in turn.actions))


def broken(rules: IgluIglu, state: State, rng: Rng, kinds: Sequence[str]) -> TurnScript | None:
    """A turn that breaks a rule and can be seen to."""
    for kind in kinds:
        found = foul(kind, rules, state, rng)
        if found is None:
            continue
        tables, broken_rules = found
        after = replace(tables[-1], to_move=rules.next_mover(state, tables[-1]))
        if rules.begin(after).over:
            continue
        return TurnScript(state.to_move, state, (*tables[:-1], after), (), kind, broken_rules)
    return None


def script(seed: int, turns: int, players: str = "rygb", played: int = 6, fouls: int = 0) -> MatchScript:
    """A match from some turns after the set-up on, with so many turns that break a rule."""
    rules, rng = IgluIglu(players=players), np.random.default_rng([seed, 91])
    state = shuffled(seed, players)
    while state.reserve or played > 0:
        played -= not state.reserve
        state = honest(rules, state, rng).after
    start, out = state, list[TurnScript]()
    at = {int(k) for k in rng.choice(turns, min(fouls, turns), replace=False)}
    while len(out) < turns and not rules.begin(state).over:
        turn = None
        if len(out) in at:
            turn = broken(rules, state, rng, [str(kind) for kind in rng.permutation(sorted(FOULS))])
        out.append(turn or honest(rules, state, rng))
        state = out[-1].after
    return MatchScript(players, start, tuple(out))
