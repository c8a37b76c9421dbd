"""Which pictures prove which turn: those told with its fault, or kept because it stayed open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from webui.record import events as ev
from webui.record.events import Event
from webui.record.played import Played


def told_pictures(events: Iterable[Event]) -> dict[int, tuple[str, ...]]:
    """Turn number -> the pictures that were last told with a fault of it; a turn taken back has none."""
    out: dict[int, tuple[str, ...]] = {}
    for event in events:
        if isinstance(event, ev.Told) and event.evidence:
            out[event.turn] = event.evidence
        elif isinstance(event, ev.TakenBack):
            out.pop(event.turn, None)
    return out


def proof_of(turn: Played, told: Mapping[int, tuple[str, ...]], lawful: bool = False) -> Sequence[str]:
    """The pictures of one turn, before and after; of a lawful one, where wanted, the table as it left it."""
    if turn.legal:
        return turn.evidence if lawful else ()
    return told.get(turn.number) or turn.evidence
