"""A tournament as pages show it: rounds with their tables and what came of them, standings with why in words."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.tournament.standings import BREAKS, Row, told
from engine.tournament.values import Json, Result, Round, Sitting
from webui.club.shown.directory import Directory
from webui.club.shown.standings import plain
from webui.club.tournament.keeping import Kept
from webui.club.tournament.played import Bout, Played

COLUMNS: Final = ("place", "name", "played", "wins", "points", "opponents", "byes", "why")


def view_json(kept: Kept, played: Played, directory: Directory) -> Json:
    """Everything about one tournament, small enough to be sent whenever it went on."""
    tournament = kept.tournament
    names = {person: directory.now(person).name for person in tournament.people}
    rows = tournament.standings(played.results)
    waiting = tournament.missing(played.results)
    return {
        **line_json(kept),
        "sizes": [tournament.sizes.least, tournament.sizes.most],
        "decisions": kept.count,
        "again": len(tournament.replaced),
        "waiting": len(waiting),
        "astray": len(played.astray),
        "people": [{"id": p, "name": names[p], "there": there} for p, there in tournament.people.items()],
        "rounds": [_round(kept, one, played, names) for one in tournament.rounds],
        "standings": [{**row.to_json(), "name": names[row.person]} for row in rows],
        "more": _more(rows),
    }


def line_json(kept: Kept) -> Json:
    """One line of the list of tournaments."""
    tournament = kept.tournament
    counts = {"round": len(tournament.rounds), "there": len(tournament.present), "over": tournament.over}
    return {"id": kept.id, "title": tournament.title, "game": tournament.game, "at": kept.began, **counts}


def _round(kept: Kept, one: Round, played: Played, names: Mapping[int, str]) -> Json:
    tables = [_table(kept, one.number, each, played, names) for each in one.sittings]
    byes = [{"id": person, "name": names[person]} for person in one.byes]
    return {"number": one.number, "tables": tables, "byes": byes}


def _table(kept: Kept, number: int, sitting: Sitting, played: Played, names: Mapping[int, str]) -> Json:
    key = (number, sitting.table)
    ruled, bout = kept.tournament.ruled, played.bouts.get(key)
    result = ruled.get(key, None if bout is None else bout.result)
    seats = [{"id": person, "name": names[person], "colour": colour} for person, colour in sitting.seats]
    state = _state(key in ruled, result, bout)
    match = {"match": None if bout is None else bout.match_id, "place": "" if bout is None else bout.place}
    return {"table": sitting.table, "state": state, "seats": seats, **match, **_result(result)}


def _state(ruled: bool, result: Result | None, bout: Bout | None) -> str:
    """waiting, playing, stopped before anybody won, over, ruled by the organisers, or void: it does not count."""
    if ruled:
        return "void" if result is None else "ruled"
    if bout is None:
        return "waiting"
    return "over" if result is not None else "stopped" if bout.over else "playing"


def _result(result: Result | None) -> Json:
    points = {} if result is None else {str(person): value for person, value in result.points.items()}
    return {"winners": [] if result is None else sorted(result.winners), "points": points}


def _more(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """For each row what the one above has more of: the two numbers of the sentence."""
    words = dict.fromkeys((*BREAKS, "equal"), "{more}|{less}")
    pairs = [text.partition("|") for text in told(rows, {}, words)]
    return [{"more": more, "less": less} for more, _, less in pairs]


def as_csv(view: Json, words: Mapping[str, str]) -> str:
    """The standings for a spreadsheet, with why each stands there as a sentence."""
    out = io.StringIO()
    table = csv.DictWriter(out, COLUMNS, extrasaction="ignore", lineterminator="\r\n")
    table.writeheader()
    above = ""
    for row, numbers in zip(view["standings"], view["more"], strict=True):
        known = {"name": row["name"], "above": above, **numbers}
        why = words[f"cup.by.{row['by']}"].format(**known) if row["by"] else ""
        table.writerow({**row, "name": plain(row["name"]), "why": plain(why)})
        above = row["name"]
    return out.getvalue()
