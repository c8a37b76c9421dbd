"""A match log from elsewhere put on record."""

from __future__ import annotations

import calendar
import time

from engine.core.log import MatchLog
from engine.icecult.cube import CubeSet
from engine.icecult.options import HouseRules
from engine.icecult.state import State
from webui.record import events as ev
from webui.record.events import Event
from webui.record.opening import create_match
from webui.record.store import Store


def import_log(store: Store, log: MatchLog, name: str = "") -> str:
    """Put a log on record as it is; the id of the match."""
    header = log.header
    at = _moment(header.match)
    camera = any(line.source == "camera" for line in log.turns)
    match_id = create_match(
        store,
        [player.to_json() for player in header.players],
        name=name or f"imported {header.match}",
        house=HouseRules.from_json(dict(header.house)),
        cube_set=CubeSet.from_json(dict(header.equipment)),
        start=State.from_json(dict(header.start)),
        source="camera" if camera else "hand",
        at=at,
    )
    events: list[Event] = []
    for line in log.turns:
        seen = line.seen or {}
        span = float(seen.get("from", 0.0)), float(seen.get("to", 0.0))
        after = State.from_json(dict(line.after)).to_json()
        verdict = dict(line.verdict)
        events.append(
            ev.TurnEnded(at + span[1], line.turn, line.player, line.actions, after, verdict, *span, line.source)
        )
    if log.end is not None:
        events.append(ev.Finished(at, log.end.winners, log.end.how))
    store.append(match_id, events)
    return match_id


def _moment(text: str) -> float:
    """The moment in the header as seconds; now, where it is written differently."""
    try:
        return float(calendar.timegm(time.strptime(text, "%Y-%m-%dT%H:%M:%SZ")))
    except ValueError:
        return time.time()
