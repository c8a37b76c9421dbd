"""Whole matches as text, state by state. `python -m tests.engine.playthroughs` writes them anew: review the change."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.core.replay import replay
from engine.games import GAMES
from engine.icecult.options import HouseRules
from engine.icecult.rules import IceCult
from engine.icecult.writing.diagram import text_diagram
from engine.icecult.writing.notation import turn_text
from tests.engine.tables import DATA, random_match

FOLDER = DATA / "playthroughs"
MATCHES = {
    "four-players": (7, IceCult(players="rygb"), 60),
    "two-players-all-switches": (12, IceCult(house=HouseRules("may", "turn", "owner"), players="by"), 60),
}


def told(name: str) -> str:
    """One match as text: each turn with its verdict and the state after it, and a picture of the last one."""
    return "\n".join(_lines(*MATCHES[name])) + "\n"


def _lines(seed: int, rules: IceCult, turns: int) -> Iterator[str]:
    log = random_match(Random(seed), rules, turns)
    states = replay(log, GAMES).states
    yield f"players {rules.players}  house {' '.join(rules.house.to_json().values())}"
    yield f"   {states[0]}"
    for line, state in zip(log.turns, states[1:], strict=True):
        verdict = line.verdict
        said = f"won by {verdict['winners']}" if verdict.get("winners") else verdict.get("rule", "legal")
        yield f"{line.turn:>2} {line.player} {turn_text(line.actions)}  {said}"
        yield f"   {state}"
    yield text_diagram(states[-1], rules.cube_set)


def main() -> None:
    """Write all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name in MATCHES:
        (FOLDER / f"{name}.txt").write_text(told(name), encoding="utf-8")


if __name__ == "__main__":
    main()
