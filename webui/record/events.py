"""What happened in a match, as frozen values with JSON both ways; a match is the fold of these and nothing else.

Every event carries `at`, seconds since 1970. States, sets, verdicts and observations are kept as the JSON of
docs/FORMATS.md, so that a record written today can be read by any later version.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from webui.record.values import FITS, cleaned
from webui.record.values import Event as Event
from webui.record.values import EventError as EventError
from webui.record.values import Json as Json
from webui.record.values import LaterError as LaterError
from webui.record.values import clean as clean


@dataclass(frozen=True, slots=True)
class Created(Event):
    """A match begins: who plays, by which rules, with which equipment, from which state."""

    kind = "created"
    name: str
    players: tuple[Json, ...]
    house: Json
    set: Json
    start: Json
    layout: str = "sides"
    simulated: bool = False
    source: str = "hand"
    software: str = ""
    game: str = "ice-cult"
    """Which game it is; records from before there were two say nothing."""


@dataclass(frozen=True, slots=True)
class Acted(Event):
    """One action entered by hand."""

    kind = "acted"
    word: str


@dataclass(frozen=True, slots=True)
class Confided(Event):
    """A player told the referee in secret what a word left open; shown to nobody else, in no log and no export."""

    kind = "confided"
    player: str
    turn: int
    place: int
    """Which word of the turn it is about, counted from 0."""
    what: str
    device: str = ""
    """The device that told it, the only one that is shown it again; records from before that was kept say nothing."""


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """The last action of the turn in progress was taken back."""

    kind = "undone"


@dataclass(frozen=True, slots=True)
class Redone(Event):
    """The action that was taken back last is played again."""

    kind = "redone"


@dataclass(frozen=True, slots=True)
class Progress(Event):
    """What the camera has seen of the turn in progress: one explanation and the table as it stands."""

    kind = "progress"
    actions: tuple[str, ...]
    state: Json
    unknown: tuple[str, ...] = ()
    seen_at_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Observed(Event):
    """A resting view, fused from several pictures; kept so that turns can be judged again."""

    kind = "observed"
    seen_at_s: float
    rest: int
    sight: Json


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """A turn is over and judged; `after` is the table as it stood, legal or not."""

    kind = "turn-ended"
    turn: int
    player: str
    actions: tuple[str, ...]
    after: Json
    verdict: Json
    seen_from_s: float = 0.0
    seen_to_s: float = 0.0
    source: str = "hand"
    human: bool = False
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnsRevised(Event):
    """Later sight or a human changed what a past turn was: these records replace all from `turn` on."""

    kind = "turns-revised"
    turn: int
    records: tuple[Json, ...]
    by: str = "human"


@dataclass(frozen=True, slots=True)
class Reopened(Event):
    """A turn judged as over goes on, so that what was owed can be played."""

    kind = "reopened"
    turn: int


@dataclass(frozen=True, slots=True)
class TakenBack(Event):
    """The last turn was taken back by agreement; its player is to move again."""

    kind = "taken-back"
    turn: int


@dataclass(frozen=True, slots=True)
class Told(Event):
    """A verdict shown to the players."""

    kind = "told"
    id: str
    turn: int
    about: str
    rule: str
    text: Json
    evidence: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled(Event):
    """A verdict waits no longer: players took an offer or closed it, or it was read and the next turn began."""

    kind = "settled"
    id: str
    offer: str


@dataclass(frozen=True, slots=True)
class Asked(Event):
    """A question about what could not be seen, with the likely answers ranked."""

    kind = "asked"
    id: str
    turn: int
    text: Json
    answers: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class SaidDone(Event):
    """The player said that the turn is over."""

    kind = "said-done"
    seen_at_s: float


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """A question was answered with its answer number `k`, or closed by later sight (`k` = -1)."""

    kind = "answered"
    id: str
    k: int


@dataclass(frozen=True, slots=True)
class StateCorrected(Event):
    """A human says how the table stands now."""

    kind = "state-corrected"
    state: Json


@dataclass(frozen=True, slots=True)
class Adopted(Event):
    """The table was taken as it is, though nothing explains it."""

    kind = "adopted"
    state: Json
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Differs(Event):
    """The table fits no explanation at these places; with none, it fits again."""

    kind = "differs"
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Learned(Event):
    """More of the equipment became known."""

    kind = "learned"
    set: Json


@dataclass(frozen=True, slots=True)
class Paused(Event):
    """The referee stopped looking, or looks again."""

    kind = "paused"
    on: bool


@dataclass(frozen=True, slots=True)
class Noted(Event):
    """Something worth remembering that is no play: a camera that moved, a record that could not be written."""

    kind = "noted"
    key: str
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Training(Event):
    """A player switched training on or off; the coach may speak only while all have it on."""

    kind = "training"
    player: str
    on: bool


@dataclass(frozen=True, slots=True)
class Helped(Event):
    """The coach showed the best turns to the player whose turn it was."""

    kind = "helped"
    turn: int
    player: str


@dataclass(frozen=True, slots=True)
class Timed(Event):
    """The players agreed on limits for their clocks, in seconds, 0 for none: a turn, the match, and what is free."""

    kind = "timed"
    turn_s: float
    match_s: float
    delay_s: float
    """So long at the beginning of each turn does not count for the match."""


@dataclass(frozen=True, slots=True)
class Renamed(Event):
    """People call the match, or its players, otherwise; who has which colour stays."""

    kind = "renamed"
    name: str
    players: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class Finished(Event):
    """The match is over."""

    kind = "finished"
    winners: str
    how: str


KINDS: Final[Mapping[str, type[Event]]] = {
    cls.kind: cls
    for cls in (
        Created, Acted, Confided, Undone, Redone, Progress, Observed, SaidDone, TurnEnded, TurnsRevised, Reopened,
        TakenBack, Told, Settled, Asked, Answered, StateCorrected, Adopted, Differs, Learned, Paused, Noted,
        Training, Helped, Timed, Renamed, Finished,
    )
}  # fmt: skip


def event_from_json(data: Any) -> Event:
    """The event that was written as `data`."""
    if not isinstance(data, Mapping) or str(data.get("kind")) not in KINDS:
        kind = LaterError if isinstance(data, Mapping) and isinstance(data.get("kind"), str) else EventError
        raise kind(f"expected an event of a known kind, got {data!r}"[:200])
    cls = KINDS[str(data["kind"])]
    known = {f.name: f for f in dataclasses.fields(cls)}
    given = {key: value for key, value in data.items() if key != "kind"}
    missing = [n for n, f in known.items() if n not in given and f.default is dataclasses.MISSING]
    if missing or set(given) - set(known):
        strange = sorted(set(given) - set(known))
        problem = f"event {cls.kind!r}: missing {missing or 'nothing'}, unknown {strange or 'nothing'}"
        raise (LaterError if strange else EventError)(problem)
    values: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in given.items()}
    if cls in (Created, Renamed):  # older versions took names as they came; no page can be sent with half a letter
        values = {key: cleaned(value) for key, value in values.items()}
    return _fitting(cls(**values))


def checked(event: Event) -> Event:
    """The event itself, if it can be written and read again; raises EventError otherwise."""
    try:
        json.dumps(event.to_json(), ensure_ascii=False, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise EventError(f"event {event.kind!r} cannot be written: {error}") from None
    return _fitting(event)


_FIELDS: Final[Mapping[str, tuple[tuple[str, str, Callable[[Any], bool]], ...]]] = {
    kind: tuple((field.name, str(field.type), FITS[str(field.type)]) for field in dataclasses.fields(cls))
    for kind, cls in KINDS.items()
}
"""Name and kind of every field of an event, and what fits there."""


def _fitting(event: Event) -> Event:
    """The event itself, if every field is of its kind."""
    for name, kind, fits in _FIELDS[event.kind]:
        if not fits(getattr(event, name)):
            value = repr(getattr(event, name))[:80]
            raise EventError(f"event {event.kind!r}: expected {name} as {kind}, got {value}")
    return event
