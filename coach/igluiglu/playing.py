"""Whole games of IGLU IGLU with a real shuffle, for learning and measuring; players see what they may and no more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random

from coach.igluiglu.planning import next_word
from coach.igluiglu.unknown import dealt
from coach.igluiglu.value import Points, Value
from engine.igluiglu.actions import parse_action
from engine.igluiglu.opening import opening
from engine.igluiglu.rules import IgluIglu
from engine.igluiglu.sense import choose
from engine.igluiglu.state import State
from engine.igluiglu.turn import TurnInProgress
from engine.igluiglu.writing.seen import seen_by

Player = Callable[[TurnInProgress, Random], str]
"""From what a player sees of a turn to its next word."""


def by_chance(turn: TurnInProgress, rng: Random) -> str:
    """Any legal word; the turn does not end while there is something else to do, four times out of five."""
    words = turn.legal_words()
    busy = [word for word in words if word != "done"] if rng.random() < 0.8 else words
    return rng.choice(busy or words)


def sensible(turn: TurnInProgress, rng: Random) -> str:
    """The player of the demonstration: a little sense, no foresight."""
    return choose(turn, rng.random())


def most_now(turn: TurnInProgress, rng: Random) -> str:
    """Whatever gives most points at the end of this turn."""
    return next_word(Points(8.0), turn, rng)


def coached(value: Value) -> Player:
    """A player who follows the coach."""
    return lambda turn, rng: next_word(value, turn, rng)


def game(players: Mapping[str, Player], seed: int) -> Iterator[tuple[State, bool]]:
    """The table after each turn, and whether the game is over."""
    rng, rules = Random(seed), IgluIglu(players="".join(players))
    state = dealt(opening(rules.players), rules.tiles, rng)
    while state.reserve or not rules.begin(state).over:
        turn = rules.begin(state)
        while turn.wants != "nothing":
            turn = turn.after(parse_action(_word(players, turn, rng)))
        state = turn.table
        yield state, turn.over or (not state.reserve and rules.begin(state).over)


def _word(players: Mapping[str, Player], turn: TurnInProgress, rng: Random) -> str:
    if turn.wants == "tile":
        return choose(turn, rng.random())  # the tile is what it is; only the simulator knows
    seen = replace(turn, table=seen_by(turn.table, turn.who))
    return players[turn.who](seen, rng)
