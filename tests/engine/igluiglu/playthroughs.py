"""Whole games of IGLU IGLU. `python -m tests.engine.igluiglu.playthroughs` writes them anew: review the change."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.core.log import EndLine, Header, MatchLog, Player, TurnLine
from engine.core.replay import replay
from engine.games import GAMES
from engine.igluiglu.options import CHOICES, HouseRules
from engine.igluiglu.rules import IgluIglu
from engine.igluiglu.sense import choose
from engine.igluiglu.state import State
from engine.igluiglu.writing.notation import turn_text
from tests.engine.igluiglu.tables import COUNTED, DATA, played, start

FOLDER = DATA.parent / "playthroughs"
LAST = {switch: choices[-1] for switch, choices in CHOICES.items()}
MATCHES = {
    "iglu-two-players": (21, IgluIglu(players="rb")),
    "iglu-four-players-all-switches": (22, IgluIglu(COUNTED, HouseRules.from_json(LAST), "gryb")),
}


def match(seed: int, rules: IgluIglu) -> MatchLog:
    """A game of players with a little sense, as a log."""
    rng = Random(seed)
    state = start(rng, rules)
    players = tuple(Player(f"Player {colour}", colour) for colour in rules.players)
    house, tiles = rules.house.to_json(), rules.tiles.to_json()
    header = Header("2026-11-14T20:31:05Z", "iglu", tiles, house, players, state.to_json())
    lines: list[TurnLine] = []
    while state.reserve or not rules.begin(state).over:
        turn = rules.begin(state)
        while turn.wants != "nothing":
            turn = played(turn, choose(turn, rng.random()))
        words = tuple(map(str, turn.actions))
        lines.append(TurnLine(len(lines) + 1, turn.mover, words, turn.table.to_json(), turn.end().to_json()))
        state = turn.table
    winners = lines[-1].verdict["winners"]
    return MatchLog(header, tuple(lines), EndLine(winners, "ice", rules.end_details(state)))


def told(name: str) -> str:
    """One game as text: each turn with what it led to, and the whole last table."""
    return "\n".join(_lines(*MATCHES[name])) + "\n"


def _lines(seed: int, rules: IgluIglu) -> Iterator[str]:
    log = match(seed, rules)
    states = replay(MatchLog.parse(str(log)), GAMES).states
    yield f"players {rules.players}  house {' '.join(rules.house.to_json().values())}"
    yield str(states[0])
    for line, state in zip(log.turns, states[1:], strict=True):
        yield f"{line.turn:>2} {line.player} {turn_text(line.actions)}"
        yield f"   {_short(state)}"
    assert log.end
    yield f"won by {log.end.winners} {dict(log.end.details)['scores']}"
    yield str(states[-1])


def _short(state: State) -> str:
    """What lies open, on one line."""
    data = state.to_json()
    things = " ".join(f"{cell}:{text.replace(' ', '+')}" for cell, text in data["on"].items())
    hands = " ".join(f"{player}:{'+'.join(hand) or '-'}" for player, hand in data["hands"].items())
    return f"{'/'.join(data['board'])}  {things}  {hands}  {state.to_move}"


def main() -> None:
    """Write all of them."""
    for name in MATCHES:
        (FOLDER / f"{name}.txt").write_text(told(name), encoding="utf-8")


if __name__ == "__main__":
    main()
