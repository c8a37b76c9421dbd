"""Plays for other programs: one match as the app BG Stats takes it, and all of them as a table (CSV)."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Iterable, Iterator
from typing import Any, Final

from engine.core.game import find_game
from engine.games import GAMES
from webui.record.events import Json
from webui.record.match import Match

COLUMNS: Final = (
    "match", "date", "game", "title", "minutes", "turns", "ended", "seat", "player", "colour", "winner", "points",
)  # fmt: skip
FORMULA: Final = ("=", "+", "-", "@")
"""A cell that begins so is reckoned by a spreadsheet; a name never should be."""


def bgstats_json(match_id: str, match: Match) -> Json:
    """One match as a play for BG Stats (a .bgsplay file): who, when, how long, who won and with how many points."""
    points = _points(match)
    return {
        "sourceName": "icekeeper",
        "sourcePlayId": match_id,
        "playDate": _date(match.created.at),
        "durationMin": _minutes(_seconds(match)),
        "game": {
            "name": find_game(GAMES, match.game).title,
            "sourceGameId": match.game,
            "highestWins": True,
            "noPoints": not points,
        },
        "players": [
            {
                "name": player["name"],
                "sourcePlayerId": f"{match_id}-{player['colour']}",
                "startPlayer": k == 0,
                "winner": player["colour"] in match.winners,
                **({"score": f"{points[player['colour']]:g}"} if points else {}),
            }
            for k, player in enumerate(match.created.players)
        ],
        "comments": match.created.name,
    }


def csv_text(lines: Iterable[Json]) -> str:
    """All matches of people, one row for each player; the lines are those of the list of matches."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for line in lines:
        if not line.get("simulated") and not line.get("damaged"):
            writer.writerows([_safe(cell) for cell in row] for row in _rows(line))
    return out.getvalue()


def _rows(line: Json) -> Iterator[list[Any]]:
    points = line.get("points") or {}
    game = find_game(GAMES, line["game"]).title
    head = [line["id"], _date(line["at"]), game, line["name"], _minutes(line["seconds"]), line["turns"]]
    for seat, player in enumerate(line["players"], start=1):
        colour = player["colour"]
        won = int(colour in line["winners"])
        yield [*head, line["how"] or "", seat, player["name"], colour, won, points.get(colour, "")]


def _safe(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def _points(match: Match) -> Json:
    """Everybody's points at the end, where the game counts any."""
    return dict(match.rules.end_details(match.before).get("scores", {})) if match.winners else {}


def _seconds(match: Match) -> float:
    """How long was thought: by the clocks, else by the turns on record."""
    return sum(match.used) or sum(turn.seconds for turn in match.turns)


def _minutes(seconds: float) -> int:
    return max(1, round(seconds / 60)) if seconds else 0


def _date(at: float) -> str:
    """A moment as clocks on the wall show it here."""
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(at))
