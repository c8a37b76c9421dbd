"""Statistics of a match: turn times, faults, arrows wasted, pawns carried and the lead over time."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean
from typing import Any

from engine.core.verdict import Fault
from engine.icecult.board import COLOURS
from engine.icecult.cube import CubeSet
from engine.icecult.moves import Action, Step, parse_action
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from webui.icecult.steps import performed
from webui.record.match import Match, Played


def progress(state: State) -> dict[str, int]:
    """Spaces gained by each colour: a pawn on space 3 counts 3, one at home one more than the path is long."""
    out = dict.fromkeys(COLOURS, 0)
    for path in state.paths:
        for number, stack in enumerate(path, 1):
            for colour in stack:
                out[colour] += number
    for home in state.goal:
        for colour in home:
            out[colour] += state.spaces + 1
    return out


def carried(turn: Played) -> int:
    """How many pawns rode along on others in this turn."""
    total, state = 0, turn.before
    for word, after in performed(turn.before, turn.actions):
        action: Action = parse_action(word)
        if isinstance(action, Step) and action.space:
            stack = state.stack(action.path, action.space)
            total += len(stack) - 1 - action.height_on(stack)
        state = after
    return total


def wasted(turn: Played, match: Match) -> int:
    """Arrows on top that gave no move in this turn, lapsed or missed."""
    playing = TurnInProgress.begin(turn.before, match.cube_set, match.house, match.players)
    for word in turn.actions:
        after = playing.play(parse_action(word))
        if isinstance(after, Fault):
            break
        playing = after
    tops = ((symbol.top, symbol.status) for symbol in playing.symbols())
    return sum(top is not None and top.colour is not None and status in ("open", "lapsed") for top, status in tops)


class Counted:
    """Counts turns; those counted before are not counted again."""

    def __init__(self) -> None:
        self._known: list[tuple[Played, CubeSet, dict[str, Any]]] = []

    def rows(self, match: Match) -> list[dict[str, Any]]:
        """One row for every turn."""
        known, out = self._known, []
        for k, turn in enumerate(match.turns):
            same = k < len(known) and known[k][0] is turn and known[k][1] is match.cube_set
            out.append(known[k] if same else (turn, match.cube_set, _turn_row(turn, match)))
        self._known = out
        return [row for _, _, row in out]


def statistics(match: Match) -> dict[str, Any]:
    """Everything the plots show."""
    rows = Counted().rows(match)
    lead = [{"turn": 0, **progress(match.start)}]
    lead += [{"turn": turn.number, **progress(turn.after)} for turn in match.turns]
    return {
        "players": players(match, rows),
        "turns": rows,
        "lead": lead,
        "most": 5 * (match.start.spaces + 1),
    }


def players(match: Match, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What each player did, from the rows of the turns."""
    return [_player_row(player, rows) for player in match.created.players]


def part_in(match: Match, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What each player of a match adds to the people."""
    keys = ("name", "turns", "mean_s", "faults", "wasted", "carried")
    return [{**{key: row[key] for key in keys}, "won": row["colour"] in match.winners} for row in players(match, rows)]


def people(parts: Iterable[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Every player by name over all matches: played, won, times, faults; the busiest first."""
    out: dict[str, dict[str, Any]] = {}
    for row in (row for part in parts for row in part):
        one = out.get(row["name"])
        if one is None:
            fresh = {"name": row["name"], "matches": 0, "wins": 0, "turns": 0, "seconds": 0.0}
            one = out[row["name"]] = fresh | dict.fromkeys(("faults", "wasted", "carried"), 0)
        one["matches"] += 1
        one["wins"] += row["won"]
        one["turns"] += row["turns"]
        one["seconds"] += row["mean_s"] * row["turns"]
        for key in ("faults", "wasted", "carried"):
            one[key] += row.get(key, 0)
    for one in out.values():
        one["mean_s"] = round(one.pop("seconds") / one["turns"], 1) if one["turns"] else 0.0
    return sorted(out.values(), key=lambda one: (-one["matches"], one["name"]))


def _turn_row(turn: Played, match: Match) -> dict[str, Any]:
    return {
        "turn": turn.number,
        "player": turn.player,
        "seconds": round(max(0.0, turn.seen_to_s - turn.seen_from_s), 1),
        "fault": turn.legal is False,
        "rule": turn.verdict.get("rule"),
        **match.play.counted(match, turn),
    }


def _player_row(player: dict[str, Any], rows: list[dict[str, Any]]) -> dict[str, Any]:
    own = [row for row in rows if row["player"] == player["colour"]]
    times = [row["seconds"] for row in own]
    return {
        **player,
        "turns": len(own),
        "mean_s": round(fmean(times), 1) if times else 0.0,
        "longest_s": max(times, default=0.0),
        "faults": sum(row["fault"] for row in own),
        "wasted": sum(row.get("wasted", 0) for row in own),
        "carried": sum(row.get("carried", 0) for row in own),
    }
