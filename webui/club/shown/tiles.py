"""One table as the club's page shows it: the board, whose turn it is, what was said last."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from webui.games import page_of
from webui.play.at_table import at_table
from webui.play.shown import shown
from webui.record.events import Json
from webui.record.match import Match
from webui.referee.by_hand import in_progress

HISTORY: Final = 60
Named = Callable[[str], str]
"""A name as tables write it -> as the club calls that person."""


def tile_json(match_id: str, match: Match, named: Named) -> Json:
    """The match on a table, small enough to be sent again and again."""
    created = match.created
    return {
        "match": match_id,
        "game": created.game,
        "page": page_of(created.game),
        "name": created.name,
        "layout": created.layout,
        "simulated": created.simulated,
        "players": [{"name": named(p["name"]), "colour": p["colour"]} for p in created.players],
        "events": match.count,
        "turn": match.number,
        "player": match.player,
        "scene": shown(match.game).scene(match.rules, _stands(match)),
        "last": _last(match),
        "winners": match.winners,
        "over": match.over,
        "paused": match.paused,
        "points": points(match),
    }


def history_json(match: Match) -> list[Json]:
    """The last turns, for whoever watches one table."""
    return [
        {"turn": t.number, "player": t.player, "legal": t.legal, "rule": t.verdict.get("rule"), "human": t.human}
        for t in match.turns[-HISTORY:]
    ]


def sendable(view: Json) -> Json:
    """The view itself, if every screen can read it; raises ValueError otherwise."""
    json.dumps(view, ensure_ascii=False, allow_nan=False).encode()
    return view


def points(match: Match) -> dict[str, float]:
    """Everybody's points as the table stands, in a game that has some; a match that was stopped gives none."""
    if match.over:
        return _scores(match, match.before) if match.winners else {}
    return _scores(match, _stands(match))


def _scores(match: Match, state: Any) -> dict[str, float]:
    details: Any = match.rules.end_details(state)
    return dict(details.get("scores", {}))


def _stands(match: Match) -> Any:
    return match.now or (at_table(match.game).table_of(in_progress(match)) if match.actions else match.before)


def _last(match: Match) -> Json | None:
    """The last verdict: what the players were told, or how the last turn was judged."""
    told = match.verdict
    if told is not None and told.about in ("fault", "win"):
        return {"turn": told.turn, "kind": told.about, "rule": told.rule, "text": told.text}
    if not match.turns:
        return None
    turn = match.turns[-1]
    kind = {True: "ok", False: "fault", None: "open"}[turn.legal]
    return {"turn": turn.number, "player": turn.player, "kind": kind, "rule": turn.verdict.get("rule"), "text": None}
