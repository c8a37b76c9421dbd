"""Pictures from before and after for what people will want to see with their own eyes."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeGuard

from vision.eye import Eye
from webui.play.sight import Sight
from webui.play.watcher import Watcher
from webui.record.events import Event, Told, TurnEnded
from webui.record.fold import apply
from webui.record.match import Match
from webui.record.store import Picture


@dataclass(frozen=True, slots=True)
class Prover:
    """Finds the pictures that prove events, where an eye has kept them."""

    eye: Eye
    watch: Watcher
    sight: Sight

    def proven(self, match: Match, events: Sequence[Event]) -> tuple[list[Event], list[Picture]]:
        """The events with pictures from before and after where a rule was broken or a turn stays open."""
        out: list[Event] = []
        pictures: list[Picture] = []
        for event in events:
            if to_be_proven(event):
                found = self._evidence(apply(match, event), event)
                pictures += found
                event = replace(event, evidence=tuple(picture.id for picture in found))
            match = apply(match, event)
            out.append(event)
        return out, pictures

    def _evidence(self, match: Match, event: Told | TurnEnded) -> list[Picture]:
        if event.turn <= len(match.turns):
            turn = match.turns[event.turn - 1]
            span = turn.seen_from_s, turn.seen_to_s
        else:
            span = _begun_s(match), self.watch.seen_until_s
        from_s, to_s = (self.watch.source_s(at_s) for at_s in span)
        found = self.eye.evidence(from_s, to_s, self.sight.pointing(match, event))
        return [Picture(secrets.token_hex(8), caption, at_s, jpeg) for caption, at_s, jpeg in found]


def _begun_s(match: Match) -> float:
    """When the turn in progress began: as the camera saw the one before end, else with its first action."""
    last = match.turns[-1] if match.turns else None
    return match.seen_from_s if last is None or last.source != "camera" else min(last.seen_to_s, match.seen_from_s)


def to_be_proven(event: Event) -> TypeGuard[Told | TurnEnded]:
    """Whether pictures belong to this: a fault that is told, or a turn of which it is not certain what it was."""
    if isinstance(event, TurnEnded):
        return event.source == "camera" and event.verdict.get("legal") is None
    return isinstance(event, Told) and event.about == "fault"
