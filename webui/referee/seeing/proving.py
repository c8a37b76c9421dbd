"""Pictures from before and after for what people will want to see with their own eyes."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeGuard

from vision.eye import Eye, Pointing
from webui.play.sight import Sight
from webui.play.watcher import Watcher
from webui.record.events import Event, Told, TurnEnded
from webui.record.fold import apply
from webui.record.match import Match
from webui.record.store import Picture

TURN_PICTURES: Final = 200
"""Of so many lawful turns of a match a picture is kept, unless the settings say otherwise: about 12 megabytes."""


@dataclass(frozen=True, slots=True)
class Prover:
    """Finds the pictures that prove events, where an eye has kept them."""

    eye: Eye
    watch: Watcher
    sight: Sight
    turn_pictures: int = TURN_PICTURES

    def proven(self, match: Match, events: Sequence[Event]) -> tuple[list[Event], list[Picture]]:
        """The events with pictures from before and after where a rule was broken or a turn stays open.

        Of a lawful turn there is one of the table as it left it.
        """
        out: list[Event] = []
        pictures: list[Picture] = []
        for event in events:
            if to_be_proven(event):
                found = self._evidence(apply(match, event), event)
                pictures += found
                event = replace(event, evidence=tuple(picture.id for picture in found))
            elif isinstance(event, TurnEnded) and self._worth_one(match, event):
                found = self._evidence(apply(match, event), event)[-1:]
                pictures += found
                event = replace(event, evidence=tuple(picture.id for picture in found))
            match = apply(match, event)
            out.append(event)
        return out, pictures

    def _worth_one(self, match: Match, event: TurnEnded) -> bool:
        """Whether the match may have a picture of one more lawful turn."""
        kept = sum(turn.legal is True and bool(turn.evidence) for turn in match.turns)
        return event.source == "camera" and event.verdict.get("legal") is True and kept < self.turn_pictures

    def _evidence(self, match: Match, event: Told | TurnEnded) -> list[Picture]:
        if event.turn <= len(match.turns):
            turn = match.turns[event.turn - 1]
            span = turn.seen_from_s, turn.seen_to_s
        else:
            span = _begun_s(match), self.watch.seen_until_s
        from_s, to_s = (self.watch.source_s(at_s) for at_s in span)
        at = self.sight.pointing(match, event) if to_be_proven(event) else Pointing()
        found = self.eye.evidence(from_s, to_s, at)
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
