"""Whole matches of both games as logs, played with a seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from engine.core.log import EndLine, Header, MatchLog, Player, TurnLine
from engine.icecult.ends.ends import outcomes
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.igluiglu.opening import opening
from engine.igluiglu.rules import IgluIglu
from tests.engine.igluiglu.tables import random_turn

Choose = Callable[[Any, Any], Sequence[str]]


def logged(game: str, rules: Any, start: Any, choose: Choose, turns: int) -> MatchLog:
    """So many turns as `choose` plays them, or until somebody has won."""
    lines: list[TurnLine] = []
    state, winners = start, ""
    while len(lines) < turns and not winners:
        words = tuple(choose(rules, state))
        verdict = rules.judge(state, words)
        told = verdict.to_json() | {"winners": verdict.winners}
        mover, state, winners = state.to_move, verdict.next, verdict.winners
        lines.append(TurnLine(len(lines) + 1, mover, words, state.to_json(), told))
    how = rules.how_won(state, winners) if winners else ""
    end = EndLine(winners, how, rules.end_details(state)) if winners else None
    seats = tuple(Player(colour, colour) for colour in rules.players)
    parts = rules.equipment.to_json(), rules.house.to_json(), seats, start.to_json()
    return MatchLog(Header("2026-01-01T00:00:00Z", game, *parts), tuple(lines), end)


def ice_cult(seed: int = 1, turns: int = 6, players: str = "ry") -> MatchLog:
    """A match of ICE CULT by chance."""
    rng, rules = Random(seed), IceCult(players=players)

    def choose(rules: IceCult, state: State) -> tuple[str, ...]:
        found = outcomes(rules.begin(state))
        return found[rng.choice(list(found))]

    return logged("ice-cult", rules, State.setup(players[0]), choose, turns)


def iglu(seed: int = 1, turns: int = 14, players: str = "rb") -> MatchLog:
    """A match of IGLU IGLU by chance; nobody knows the tiles."""
    rng, rules = Random(seed), IgluIglu(players=players)
    return logged("iglu", rules, opening(players), lambda r, s: random_turn(rng, r, s), turns)
