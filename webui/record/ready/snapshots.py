"""Folded matches kept ready in the store, so that a long match is not folded from its beginning each time.

A snapshot is held against the checksum of the event it was taken after, and against its own; one that does not fit, or
that another version took, is passed over.
"""

from __future__ import annotations

import dataclasses
import json
import zlib
from dataclasses import dataclass
from typing import Any, Final

from engine.core.errors import IcekeeperError
from engine.core.game import find_game
from engine.games import GAMES
from webui.record.disk.checks import digest
from webui.record.events import Created, Event, event_from_json
from webui.record.match import Match, Played
from webui.record.recorded import Recorded, recorded
from webui.record.store import Head, Store, software

KEPT: Final = 3
"""Older ones are needed too: the camera's belief begins some turns before the end."""
_FIELDS: Final = [[f.name for f in dataclasses.fields(cls)] for cls in (Match, Played)]
FORM: Final = digest(software(), json.dumps(_FIELDS), 2).hex()
"""Snapshots of a version that folds differently are not read."""

_PLAIN: Final = (
    "actions", "undone", "unknown", "turn_since", "seen_from_s", "touched_by_hand", "differs", "paused", "paused_at",
    "winners", "how", "notes", "training", "helped", "limits", "used", "counted", "count",
)  # fmt: skip
_TURN: Final = (
    "number", "player", "actions", "verdict", "seen_from_s", "seen_to_s", "source", "human", "evidence",
)  # fmt: skip
_EVENTS: Final = ("question",)
_TOLD: Final = ("waiting", "passed")
_STATES: Final = ("begun", "now")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A match as it stood after so many events."""

    match: Match
    head: Head


def take(store: Store, match_id: str, match: Match, head: Head) -> None:
    """Keep a folded match; the oldest ones give way."""
    body = zlib.compress(json.dumps(match_json(match), separators=(",", ":")).encode(), 1)
    row = (match_id, head.events, len(match.turns), FORM, head.sum, body)
    with store.connection.writing():
        db = store.connection.db
        db.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, digest(*row)))
        kept = "SELECT events FROM snapshots WHERE match_id = ? ORDER BY events DESC LIMIT ?"
        old = f"DELETE FROM snapshots WHERE match_id = ? AND events NOT IN ({kept})"
        db.execute(old, (match_id, match_id, KEPT))


def taken_upto(store: Store, match_id: str) -> int:
    """After how many events the newest snapshot of a match was taken; 0 for none."""
    query = "SELECT coalesce(max(events), 0) FROM snapshots WHERE match_id = ? AND form = ?"
    return int(store.connection.rows(query, (match_id, FORM))[0][0])


def newest(store: Store, match_id: str, turns_at_most: int | None = None) -> Snapshot | None:
    """The newest snapshot of a match that can be used, with no more turns than that; None where there is none."""
    most = -1 if turns_at_most is None else turns_at_most
    query = (
        "SELECT match_id, events, turns, form, head, body, sum FROM snapshots WHERE match_id = ? AND form = ?"
        " AND (turns <= ? OR ? < 0) ORDER BY events DESC"
    )
    if turns_at_most is not None and turns_at_most < 1:
        return None
    for *row, total in store.connection.until_damage(query, (match_id, FORM, most, most)):
        if total == digest(*row) and _follows(store, match_id, row[1], row[4]):
            return Snapshot(match_from_json(json.loads(zlib.decompress(row[5]))), Head(row[1], row[4]))
    return None


def _follows(store: Store, match_id: str, events: int, head: bytes) -> bool:
    """Whether the event that a snapshot was taken after is still the one on record."""
    query = "SELECT sum FROM events WHERE match_id = ? AND number = ?"
    rows = store.connection.until_damage(query, (match_id, events - 1))
    return bool(rows) and rows[0][0] == head


def match_json(match: Match) -> dict[str, Any]:
    """A match as JSON, nothing left out."""
    out: dict[str, Any] = {name: _listed(getattr(match, name)) for name in _PLAIN}
    out |= {name: _event(getattr(match, name)) for name in _EVENTS}
    out["confided"] = [event.to_json() for event in match.confided]
    out |= {name: [told.to_json() for told in getattr(match, name)] for name in _TOLD}
    kept = recorded(match.game)
    out |= {name: _state(kept, getattr(match, name)) for name in _STATES}
    last, turns = match.start, []
    for turn in match.turns:
        turns.append(_turn(kept, turn, last))
        last = turn.after
    sets = {"set": match.rules.equipment.to_json(), "house": match.rules.house.to_json()}
    return out | sets | {"created": match.created.to_json(), "start": _state(kept, match.start), "turns": turns}


def match_from_json(data: dict[str, Any]) -> Match:
    """Inverse of `match_json`."""
    created = event_from_json(data["created"])
    if not isinstance(created, Created):
        raise IcekeeperError("expected a snapshot of a match to begin with its creation")
    colours = "".join(p["colour"] for p in created.players)
    rules = find_game(GAMES, created.game).make_rules(data["set"], data["house"], colours)
    kept = recorded(created.game)
    start = kept.unpacked(rules, data["start"])
    turns, last = [], start
    for row in data["turns"]:
        turns.append(_played(kept, rules, row, last))
        last = turns[-1].after
    values: dict[str, Any] = {name: tuple(value) if isinstance(value := data[name], list) else value for name in _PLAIN}
    values |= {name: None if data[name] is None else event_from_json(data[name]) for name in _EVENTS}
    values |= {name: None if data[name] is None else kept.unpacked(rules, data[name]) for name in _STATES}
    values["confided"] = tuple(event_from_json(event) for event in data["confided"])
    values |= {name: tuple(event_from_json(told) for told in data[name]) for name in _TOLD}
    return Match(created, rules, start, tuple(turns), **values)


def _turn(kept: Recorded, turn: Played, last: Any) -> list[Any]:
    """One turn; the state before it only where it does not follow from the turn before."""
    before = None if turn.before is last or turn.before == last else _state(kept, turn.before)
    return [before, _state(kept, turn.after), *(getattr(turn, name) for name in _TURN)]


def _played(kept: Recorded, rules: Any, row: list[Any], last: Any) -> Played:
    before, after, number, player, actions, verdict, from_s, to_s, source, human, evidence = row
    begun = last if before is None else kept.unpacked(rules, before)
    seen = (kept.unpacked(rules, after), verdict, from_s, to_s, source, human, tuple(evidence))
    return Played(number, player, tuple(actions), begun, *seen)


def _state(kept: Recorded, state: Any) -> Any:
    return None if state is None else kept.packed(state)


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _event(event: Event | None) -> Any:
    return None if event is None else event.to_json()
