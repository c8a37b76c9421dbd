"""A match log from elsewhere put on record."""

from __future__ import annotations

import calendar
import time

from engine.core.log import MatchLog, TurnLine
from engine.games import DEFAULT_GAME
from webui.record import events as ev
from webui.record.events import Event
from webui.record.fold import begin, proven
from webui.record.opening import opened
from webui.record.recorded import Recorded, recorded
from webui.record.store import Store
from webui.record.values import cleaned


def import_log(store: Store, log: MatchLog, name: str = "") -> str:
    """Put a log on record as it is, all of it or nothing; the id of the match."""
    header = log.header
    at = _moment(header.match)
    created = opened(
        [player.to_json() for player in header.players],
        name=name or f"imported {header.match}",
        game=header.game or DEFAULT_GAME,
        house=dict(header.house),
        equipment=dict(header.equipment),
        start=dict(header.start),
        source="camera" if any(line.source == "camera" for line in log.turns) else "hand",
        at=at,
    )
    events = [event for line in log.turns for event in _turn(line, at, recorded(created.game))]
    if log.end is not None:
        events.append(ev.Finished(at, log.end.winners, log.end.how))
    proven(begin(created), events)
    return store.create(created, later=events, imported=True)


def _turn(line: TurnLine, at: float, kept: Recorded) -> list[Event]:
    """The events of one turn, after the table was put otherwise where the log says so."""
    seen = line.seen or {}
    span = float(seen.get("from", 0.0)), float(seen.get("to", 0.0))
    known, then = kept.public_json, at + span[1]
    put = [] if line.before is None else [ev.StateCorrected(then, known(dict(line.before)))]
    played, after, verdict = known(line.actions), known(dict(line.after)), cleaned(known(dict(line.verdict)))
    facts = line.turn, line.player, played, after, verdict, *span, line.source, line.human
    help_used = [ev.Helped(then, line.turn, line.player)] if line.helped else []
    return [*put, *help_used, ev.TurnEnded(then, *facts)]


def _moment(text: str) -> float:
    """The moment in the header as seconds; now, where it is written differently."""
    try:
        return float(calendar.timegm(time.strptime(text, "%Y-%m-%dT%H:%M:%SZ")))
    except ValueError:
        return time.time()
