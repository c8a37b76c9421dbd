"""A whole match looked at again: every player's chance turn by turn, better turns, and what was missed.

    analysed = analyse(log, told=lambda done, of: ...)

The answer is a value with JSON both ways, so that it can be kept beside the record of the match. The same match gets
the same answer from the same coach, however busy the machine is.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from coach.coach import Advice, Budget, Coach, Json, Option
from coach.games import VERSION, coach_for
from coach.marks import fall, mark
from engine.core.game import find_game
from engine.core.log import MatchLog, TurnLine
from engine.core.replay import replay
from engine.games import GAMES

Told = Callable[[int, int], None]
"""Told how many turns are done, of how many."""


@dataclass(frozen=True, slots=True)
class AnalysedTurn:
    """One turn: the chances before it, the best three, the one that was played, and its mark."""

    turn: int
    player: str
    chances: Mapping[str, float]
    best: tuple[Option, ...]
    played: Option | None
    fell: float = 0.0
    mark: str = ""
    missed_win: bool = False
    looked: int = 0
    """So many positions were looked at."""
    cut: bool = False
    """Looked at less thoroughly than usual: the seconds that somebody gave were up."""

    def to_json(self) -> Json:
        """As the page gets it and the record keeps it."""
        return {
            "turn": self.turn,
            "player": self.player,
            "chances": {player: round(chance, 4) for player, chance in self.chances.items()},
            "best": [option.to_json() for option in self.best],
            "played": None if self.played is None else self.played.to_json(),
            "fell": round(self.fell, 4),
            "mark": self.mark,
            "missed_win": self.missed_win,
            "looked": self.looked,
        } | ({"cut": True} if self.cut else {})

    @classmethod
    def from_json(cls, data: Json) -> AnalysedTurn:
        """Inverse of `to_json`."""
        best = tuple(Option.from_json(option) for option in data["best"])
        played = None if data["played"] is None else Option.from_json(data["played"])
        told = data["fell"], data["mark"], data["missed_win"], data["looked"], data.get("cut", False)
        return cls(data["turn"], data["player"], dict(data["chances"]), best, played, *told)


@dataclass(frozen=True, slots=True)
class Analysis:
    """A match as the coach sees it."""

    coach: str
    game: str
    players: str
    turns: tuple[AnalysedTurn, ...]
    end: Mapping[str, float]
    """The chances after the last turn; certain where the match was won."""

    @property
    def thorough(self) -> bool:
        """Whether every turn was looked at as thoroughly as usual: only such an analysis is always the same."""
        return not any(turn.cut for turn in self.turns)

    def to_json(self) -> Json:
        """As the page gets it and the record keeps it."""
        head = {"coach": self.coach, "game": self.game, "players": self.players}
        end = {player: round(chance, 4) for player, chance in self.end.items()}
        return {**head, "turns": [turn.to_json() for turn in self.turns], "end": end}

    @classmethod
    def from_json(cls, data: Json) -> Analysis:
        """Inverse of `to_json`."""
        turns = tuple(AnalysedTurn.from_json(turn) for turn in data["turns"])
        return cls(data["coach"], data["game"], data["players"], turns, dict(data["end"]))


def checksum(log: MatchLog) -> str:
    """What an analysis is about: this match as it was played, and this coach."""
    return hashlib.sha256(f"{VERSION}\n{log}".encode()).hexdigest()


def analyse(
    log: MatchLog,
    seconds: float = math.inf,
    told: Told = lambda done, of: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Analysis:
    """The whole match, turn by turn, each for so many seconds at most.

    Raises LogError for a log that does not hold, CancelledError when told so.
    """
    played = replay(log, GAMES)
    game = find_game(GAMES, log.header.game)
    rules = game.make_rules(log.header.equipment, log.header.house, log.header.colours)
    coach, turns = coach_for(game.name, rules), list[AnalysedTurn]()
    for line, before, after in _tables(log, rules, played.states):
        told(len(turns), len(log.turns))
        budget = Budget(seconds, cancelled=cancelled)
        advice = coach.advise(before, budget, line.actions, after)
        turns.append(replace(_turn(line, advice, rules.players), looked=budget.looked, cut=budget.cut))
    told(len(turns), len(log.turns))
    end = _end(coach, rules, played, Budget(cancelled=cancelled))
    return Analysis(VERSION, game.name, rules.players, tuple(turns), end)


def advise_next(
    log: MatchLog, seconds: float, so_far: Sequence[str] = (), before: Json | None = None
) -> tuple[Coach, Advice]:
    """The best turns for whoever is to move after a log, nobody where it is over, and the coach who says so."""
    rules = find_game(GAMES, log.header.game).make_rules(log.header.equipment, log.header.house, log.header.colours)
    coach, played = coach_for(log.header.game, rules), replay(log, GAMES)
    if before is None and (played.winners or log.end is not None):
        return coach, Advice("", ())
    state = played.states[-1] if before is None else rules.read_state(before)
    return coach, coach.advise(state, Budget(seconds), so_far=so_far)


def _tables(log: MatchLog, rules: Any, states: tuple[Any, ...]) -> Iterator[tuple[TurnLine, Any, Any]]:
    """Each turn with the table before and after it."""
    for line, left, after in zip(log.turns, states, states[1:], strict=False):
        yield line, left if line.before is None else rules.read_state(line.before), after


def _turn(line: TurnLine, advice: Advice, players: str) -> AnalysedTurn:
    """A turn that broke a rule is shown with its chance, but gets no mark: the referee has spoken."""
    best, played = advice.best, advice.played
    even = {player: 1 / len(players) for player in players}
    if not best or played is None:
        return AnalysedTurn(line.turn, line.player, advice.chances or even, best, None)
    if played.chances[line.player] > best[0].chances[line.player]:
        best = (played, *(option for option in best if option.words != played.words))[: len(best)]
    legal = line.verdict.get("legal") is True
    won = line.player in line.verdict.get("winners", "")
    fell = 0.0 if won else fall(line.player, best[0], played)
    given = mark(line.player, best[0], played) if legal and not won else ""
    missed = legal and not won and best[0].wins
    return AnalysedTurn(line.turn, line.player, best[0].chances, best, played, fell, given, missed)


def _end(coach: Any, rules: Any, played: Any, budget: Budget) -> dict[str, float]:
    """The chances in the end: certain where somebody has won, else those of the player to move with good play."""
    if played.winners:
        return {player: (player in played.winners) / len(played.winners) for player in rules.players}
    found = coach.advise(played.states[-1], budget).chances
    return dict(found) or {player: 1 / len(rules.players) for player in rules.players}
