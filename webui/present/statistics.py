"""What players did over their turns and over all matches, whatever the game: times, faults, wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from statistics import fmean
from typing import Any

from engine.core.colours import colour_name
from webui.play.shown import shown
from webui.record.match import Match, Played
from webui.record.values import folded


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
    """What each player of a match adds to the people; those of a demo are nobody, and so is a colour without a name."""
    if match.created.simulated:
        return []
    keys = ("name", "turns", "mean_s", "faults", "wasted", "carried")
    named = [row for row in players(match, rows) if row["name"] != colour_name(row["colour"])]
    return [{**{key: row[key] for key in keys}, "won": row["colour"] in match.winners} for row in named]


Taken = tuple[str, int, int, int, float, int, int, int]
"""What one player did in one match: name, won, turns, how many of them count for the time, seconds, faults, ..."""


def taken(part: Iterable[dict[str, Any]]) -> tuple[Taken, ...]:
    """What each player of a match did, in the small form that is kept in memory for many matches."""
    return tuple(
        (
            row["name"],
            int(row["won"]),
            row["turns"],
            row["turns"] if row["mean_s"] else 0,
            row["mean_s"] * row["turns"],
            row["faults"],
            row.get("wasted", 0),
            row.get("carried", 0),
        )
        for row in part
    )


def people(parts: Iterable[Iterable[Taken]]) -> list[dict[str, Any]]:
    """Every player by name over all matches: played, won, times, faults; the busiest first.

    All spellings of a name are one person, who is called as most matches have it.
    """
    sums: dict[str, list[Any]] = {}
    names: dict[str, Counter[str]] = {}
    for part in parts:
        for name, won, turns, timed, seconds, faults, wasted, carried in part:
            key = folded(name)
            one = sums.get(key)
            if one is None:
                one, names[key] = sums.setdefault(key, [0, 0, 0, 0, 0.0, 0, 0, 0]), Counter()
            names[key][name] += 1
            one[0] += 1
            one[1] += won
            one[2] += turns
            one[3] += timed
            one[4] += seconds
            one[5] += faults
            one[6] += wasted
            one[7] += carried
    found = (_person(_usual(names[key]), *one) for key, one in sums.items())
    return sorted(found, key=lambda one: (-one["matches"], one["name"]))


def _usual(names: Counter[str]) -> str:
    """The spelling that was written most often; of equals "Anna" rather than "anna" or "ANNA"."""
    return min(names, key=lambda name: (-names[name], name.isupper(), name))


def _person(
    name: str, matches: int, wins: int, turns: int, timed: int, seconds: float, faults: int, wasted: int, carried: int
) -> dict[str, Any]:
    counts = {"name": name, "matches": matches, "wins": wins, "turns": turns}
    mean_s = round(seconds / timed, 1) if timed else 0.0
    return {**counts, "faults": faults, "wasted": wasted, "carried": carried, "mean_s": mean_s}


def _turn_row(turn: Played, match: Match) -> dict[str, Any]:
    return {
        "turn": turn.number,
        "player": turn.player,
        "seconds": turn.seconds,
        "fault": turn.legal is False,
        "rule": turn.verdict.get("rule"),
        **shown(match.game).counted(match, turn),
    }


def _player_row(player: dict[str, Any], rows: list[dict[str, Any]]) -> dict[str, Any]:
    own = [row for row in rows if row["player"] == player["colour"]]
    times = [row["seconds"] for row in own if row["seconds"]]
    return {
        **player,
        "turns": len(own),
        "mean_s": round(fmean(times), 1) if times else 0.0,
        "longest_s": max(times, default=0.0),
        "faults": sum(row["fault"] for row in own),
        "wasted": sum(row.get("wasted", 0) for row in own),
        "carried": sum(row.get("carried", 0) for row in own),
    }
