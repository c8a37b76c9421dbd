"""Records of any size for the benches: matches played at random by the rules, and very long ones."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench.play.glanced import glances
from bench.play.matches import script_for
from engine.icecult.cube import STANDARD_SET, CubeSet
from engine.icecult.options import HouseRules
from engine.icecult.state import State
from webui.play.watcher import Patience
from webui.record import events as ev
from webui.record.disk.checks import START, body_of, digest, event_sum, match_sum
from webui.record.events import Event
from webui.record.fold import begin
from webui.record.match import Match
from webui.record.opening import create_match, seats
from webui.record.store import Store
from webui.referee import by_hand
from webui.referee.referee import Referee
from webui.watch.closing import folded

NAMES = ("Ada", "Bela", "Chiara", "Dora", "Emil", "Fritz", "Greta", "Hugo", "Ines", "Jana", "Karl", "Lea")
DISTINCT = 40
AT_ONCE = 200
CAMERA_SEED = 27


def random_turn(match: Match, rng: random.Random) -> tuple[str, ...]:
    """A turn by the rules, drawn by lot."""
    turn: Any = match.rules.begin(match.before)
    while not (turn.may_end() and rng.random() < 0.7) and not turn.winners:
        actions = turn.legal_actions()
        if not actions:
            break
        turn = turn.after(rng.choice(actions))
    return tuple(str(action) for action in turn.actions)


def played(created: ev.Created, turns: int, rng: random.Random, for_ever: bool = False) -> list[Event]:
    """The events of a match by hand after its creation; `for_ever`: a match that is won begins again instead."""
    match, out, at = begin(created), list[Event](), created.at
    while len(match.turns) < turns and not match.over:
        before = match
        news: list[Event] = []
        for word in random_turn(match, rng):
            at += 2.0
            news += by_hand.act(folded(before, news), word, at)
        if not folded(before, news).over and len(folded(before, news).turns) == len(before.turns):
            news += by_hand.done(folded(before, news), at + 1.0)
        if for_ever and folded(before, news).over:
            news = [ev.StateCorrected(at, State.setup(match.player).to_json())]
        match, out = folded(match, news), [*out, *news]
    return out


def many(path: Path, count: int) -> Iterator[int]:
    """Make a record of so many matches of 8 to 30 turns, a few distinct ones again and again; counts them."""
    rng, store = random.Random(count), Store(path)
    store.connection.db.execute("PRAGMA synchronous = OFF")  # nobody is told anything yet
    made: list[tuple[ev.Created, list[tuple[str, str]]]] = []
    for first in range(0, count, AT_ONCE):
        with store.connection.writing():
            for number in range(first, min(count, first + AT_ONCE)):
                if len(made) < DISTINCT:
                    created = _created(number, rng)
                    events = played(created, rng.randint(8, 30), rng)
                    made.append((created, [(event.kind, body_of(event)) for event in events]))
                _put(store, number, *made[number % DISTINCT], rng)
                yield number + 1
    store.close()


def _put(store: Store, number: int, created: ev.Created, later: list[tuple[str, str]], rng: random.Random) -> None:
    """One match as `Store.create` would write it, with other names and another date."""
    people = rng.sample(NAMES, len(created.players))
    seated = tuple({**p, "name": name} for p, name in zip(created.players, people, strict=True))
    at, match_id = 1_600_000_000.0 + 5000.0 * number, f"m{number:06d}"
    begun = replace(created, at=at, name=f"Match {number}", players=seated)
    rows, total = [], START
    for k, (kind, body) in enumerate([(begun.kind, body_of(begun)), *later]):
        total = event_sum(total, match_id, k, kind, body)
        rows.append((match_id, k, kind, body, total))
    line = (match_id, begun.name, at, "icekeeper")
    head = (match_id, len(rows), total, 0, at, match_sum(*line), digest(None, None))
    db = store.connection.db
    db.execute("INSERT INTO matches VALUES (?, ?, ?, ?, NULL, NULL)", line)
    db.execute("INSERT INTO heads VALUES (?, ?, ?, ?, ?, ?, ?)", head)
    db.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", rows)


def _created(number: int, rng: random.Random) -> ev.Created:
    colours = rng.choice(("ry", "ryg", "rygb"))
    start, house = State.setup(colours[0]).to_json(), HouseRules().to_json()
    cubes = STANDARD_SET.to_json()
    return ev.Created(1_600_000_000.0, f"Match {number}", tuple(seats(colours)), house, cubes, start)


def long_by_hand(path: Path, turns: int) -> str:
    """A record of one match of so many turns, entered by hand."""
    store, rng = Store(path), random.Random(turns)
    match_id = create_match(store, seats("ryg", NAMES), at=1_600_000_000.0)
    created = store.events(match_id)[0]
    assert isinstance(created, ev.Created)
    _append(store, match_id, played(created, turns, rng, for_ever=True))
    store.close()
    return match_id


def long_by_camera(path: Path, turns: int) -> str:
    """A record of one match of so many turns, seen by a camera: a short one again and again, put up anew by hand."""
    store = Store(path)
    created, seen, lasted_s = _seen_once(store)
    match_id = store.find("last")
    count = sum(isinstance(event, ev.TurnEnded) for event in seen)
    for again in range(turns // count):
        shifted = [_shifted(event, again * count, again * lasted_s, again * 1000) for event in seen]
        anew = ev.StateCorrected(again * lasted_s, created.start)
        _append(store, match_id, [anew, *shifted] if again else shifted)
    store.close()
    return match_id


def _seen_once(store: Store) -> tuple[ev.Created, list[Event], float]:
    """What a camera's match writes until a full round is over."""
    script = script_for(CAMERA_SEED)
    start, clock = State.from_json(dict(script.start)), [0.0]
    cubes = CubeSet.from_json(dict(script.cube_set))
    match_id = create_match(store, seats(script.players), start=start, equipment=cubes, source="camera", at=0.0)
    created = store.events(match_id)[0]
    assert isinstance(created, ev.Created)
    referee = Referee.resumed(lambda: (created,), None, Patience(owed_s=2.0), lambda: clock[0])
    out: list[Event] = []
    for glance in glances(script, CAMERA_SEED):
        clock[0] = glance.at_s
        out += () if referee.match.over else referee.glance(glance).events
    ends = [k for k, e in enumerate(out) if isinstance(e, ev.TurnEnded) and e.turn % len(script.players) == 0]
    return created, out[: ends[-1] + 1], clock[0] + 10.0


def _shifted(event: Event, turns: int, seconds: float, rests: int) -> Event:
    """The same later in the match."""
    known = {name: getattr(event, name) for name in ("turn", "seen_at_s", "rest") if hasattr(event, name)}
    more = {"turn": turns, "seen_at_s": seconds, "rest": rests}
    changes = {name: value + more[name] for name, value in known.items()}
    if isinstance(event, ev.TurnEnded):
        changes |= {"seen_from_s": event.seen_from_s + seconds, "seen_to_s": event.seen_to_s + seconds}
    return replace(event, at=event.at + seconds, **changes)


def _append(store: Store, match_id: str, events: Sequence[Event]) -> None:
    for first in range(0, len(events), 500):
        store.append(match_id, events[first : first + 500])
