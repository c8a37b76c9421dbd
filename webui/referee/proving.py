"""What people will want to see with their own eyes."""

from __future__ import annotations

from typing import TypeGuard

from webui.record.events import Event, Told, TurnEnded


def to_be_proven(event: Event) -> TypeGuard[Told | TurnEnded]:
    """Whether pictures belong to this: a fault that is told, or a turn of which it is not certain what it was."""
    if isinstance(event, TurnEnded):
        return event.source == "camera" and event.verdict.get("legal") is None
    return isinstance(event, Told) and event.about == "fault"
