"""What players did over their turns and over all matches, whatever the game: times, faults, wins."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean
from typing import Any

from webui.record.match import Match, Played


class Counted:
    """Counts turns; those counted before are not counted again."""

    def __init__(self) -> None:
        self._known: list[tuple[Played, Any, dict[str, Any]]] = []

    def rows(self, match: Match) -> list[dict[str, Any]]:
        """One row for every turn."""
        known, out = self._known, []
        for k, turn in enumerate(match.turns):
            same = k < len(known) and known[k][0] is turn and known[k][1] is match.equipment
            out.append(known[k] if same else (turn, match.equipment, _turn_row(turn, match)))
        self._known = out
        return [row for _, _, row in out]


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
