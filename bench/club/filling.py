"""Ten years of a club's evenings put on its record in a minute or two: matches that were really played, again and again
with other people, names and dates, as tables would have sent them and the club's page have summed them up."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, Final

import psycopg

from bench.club.evening import first, steps
from bench.play.records import random_turn
from engine.icecult.state import State
from engine.tournament import evening
from engine.tournament.values import Result
from webui.club.names import key_of
from webui.club.schema import prepare
from webui.club.shown.summaries import FORM, summed_up
from webui.record.disk.checks import START, body_of, event_sum
from webui.record.events import Created, Event, StateCorrected
from webui.record.fold import apply, begin, fold
from webui.record.match import Match
from webui.record.opening import opened, seats
from webui.referee import by_hand

DISTINCT: Final = 200
WHOLE: Final = 2
"""Of those, so many whole matches of IGLU IGLU, which take long to play."""
AT_ONCE: Final = 500
FIRST_NAMES: Final = (
    *("Ada", "Bela", "Chiara", "Dora", "Emil", "Fritz", "Greta", "Hugo", "Ines", "Jana", "Karl", "Lea", "Mia"),
    *("Noah", "Olga", "Paul", "Rosa", "Sven", "Tina", "Udo", "Vera", "Willi", "Xenia", "Yann", "Zoe"),
)
INITIALS: Final = "ABCDEFGHKLMNPRSTUVWZ"
EVENING_S: Final = 2.5 * 86_400.0
"""Three evenings in a week or so."""
CUPS: Final = 60
NEAR_WON: Final = {
    "cubes": dict.fromkeys(("NW", "NE", "SE", "SW"), "UN"),
    "paths": {"N": [""] * 5, "E": [""] * 5, "S": ["", "", "", "", "r"], "W": [""] * 5},
    "start": "yyyyygggggbbbbb",
    "goal": {"N": "rrrr", "E": "", "S": "", "W": ""},
    "to_move": "r",
}
"""With these tilts red brings its fifth pawn home."""
WINNING: Final = ("Nn", "Ee", "rS5@NE")
LATE: Final[dict[str, Any]] = {
    "board": ["L~~~~~~L", "~~~~~~~~", "~~~~~~~~", "~~##~~~~", "~~##~~~~", "~~~~~~~~", "~~~~~~#~", "L~~~~~~L"],
    "on": {"b5": "fish1", "c5": "rr", "d4": "rrr", "d5": "bb", "g2": "bbb"},
    "reserve": {},
    "igloos": {"r": 2, "b": 2},
    "supply": {"fish": [7, 12, 8], "fox": [3, 4, 3], "bear": 4},
    "hands": {"r": [], "b": []},
    "caught": {"r": [], "b": []},
    "out": {},
    "lost": 51,
    "to_move": "r",
}
MELTING: Final = ("melt c4", "reveal fish1 1", "done")


@dataclass(frozen=True, slots=True)
class Template:
    """A match that was played: how it began, the lines of what followed, and what it is summed up to."""

    created: Created
    later: tuple[tuple[str, str], ...]
    summary: dict[str, Any]


def templates(rng: random.Random) -> Iterator[Template]:
    """Matches of both games that were really played; most of them short."""
    for number in range(DISTINCT):
        if number < WHOLE:
            created, dealt = first("iglu", rng, at=1.6e9)
            events = [event for step in steps(created, dealt, rng) for event in step]
        elif number % 4 == 0:
            created = opened(seats("rb", ("A", "B")), name="Ice", game="iglu", start=LATE, at=1.6e9)
            _, events = _said(begin(created), MELTING)
        else:
            created = opened(_at(rng), name="Evening", at=1.6e9)
            events = _won(begin(created), rng)
        whole = summed_up("", fold((created, *events)))
        yield Template(created, tuple((event.kind, body_of(event)) for event in events), whole)


def _at(rng: random.Random) -> list[Any]:
    colours = rng.choice(("ry", "ryg", "rygb"))
    return seats(colours, "ABCD"[: len(colours)])


def _won(match: Match, rng: random.Random) -> list[Event]:
    """A few turns by lot, now and then one with a fault; then the table is put up so that red wins, in most cases."""
    out = list[Event]()
    for _ in range(rng.randint(2, 5)):
        words = ("Nn",) if rng.random() < 0.15 else random_turn(match, rng)
        match, news = _said(match, words, end=True)
        out += news
    if rng.random() < 0.93:
        corrected = StateCorrected(match.created.at + 900, State.from_json(dict(NEAR_WON)).to_json())
        match, news = _said(apply(match, corrected), WINNING)
        out += [corrected, *news]
    return out


def _said(match: Match, words: Sequence[str], end: bool = False) -> tuple[Match, list[Event]]:
    out, turns, at = list[Event](), len(match.turns), match.created.at
    for number, word in enumerate(words):
        news = by_hand.act(match, word, at + 3.0 * number)
        for event in news:
            match = apply(match, event)
        out += news
    if end and not match.over and len(match.turns) == turns:
        news = by_hand.done(match, at + 3.0 * len(words))
        for event in news:
            match = apply(match, event)
        out += news
    return match, out


def people(count: int) -> list[str]:
    """So many names, no two of them the same."""
    return [f"{FIRST_NAMES[k % 25]} {INITIALS[k // 25 % 20]}{'.' * (k // 500 + 1)}" for k in range(count)]


def fill(club: str, matches: int, members: int, until: float, seed: int = 1) -> Iterator[int]:
    """Make the record of this club: ten years that end at `until`; counts its matches."""
    rng, names = random.Random(seed), people(members)
    made = list(templates(rng))
    with psycopg.connect(club, autocommit=True) as connection:
        prepare(connection)
        connection.execute("ALTER TABLE events DISABLE TRIGGER events_told")  # nobody listens yet
        _enter(connection, names)
        numbers: dict[str, int] = dict(connection.execute("SELECT key, id FROM people").fetchall())
        for begun in range(0, matches, AT_ONCE):
            count = min(AT_ONCE, matches - begun)
            with connection.transaction():
                _put(
                    connection,
                    [_match(k, matches, made, names, numbers, until, rng) for k in range(begun, begun + count)],
                )
            yield begun + count
        connection.execute("ALTER TABLE events ENABLE TRIGGER events_told")
        _series(connection, until)
        _cups(connection, sorted(numbers.values())[:30], until)
        connection.execute("ANALYZE")


def _enter(connection: psycopg.Connection[Any], names: Sequence[str]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany("INSERT INTO people (name, key) VALUES (%s, %s)", [(name, key_of(name)) for name in names])
        tables = [(f"table{k}", f"Table {k + 1}", "icekeeper") for k in range(10)]
        cursor.executemany("INSERT INTO tables (id, name, software, seen_at) VALUES (%s, %s, %s, '2020-01-01')", tables)


def _match(
    number: int,
    of: int,
    made: Sequence[Template],
    names: Sequence[str],
    numbers: dict[str, int],
    until: float,
    rng: random.Random,
) -> dict[str, list[tuple[Any, ...]]]:
    """One match as it is on the record, by its tables; who joined the club first is there more often."""
    template = made[rng.randrange(WHOLE) if number % 200 == 0 else rng.randrange(WHOLE, len(made))]
    span = 3653 * 86_400.0
    at = until - span + int(span * number / of / EVENING_S) * EVENING_S + 60.0 * (number % 180)
    there = max(12, len(names) * (number + of // 8) // (of + of // 8))
    count, chosen = len(template.created.players), set[int]()
    while len(chosen) < count:
        chosen.add(int(there * rng.random() ** 2))
    who = [names[k] for k in sorted(chosen, key=lambda k: (k * 7919 % 101) + 40 * rng.random())]
    seated = tuple({**p, "name": name} for p, name in zip(template.created.players, who, strict=True))
    match_id = f"h{number:07d}{rng.randrange(16**6):06x}"
    begun = replace(template.created, at=at, name=f"Evening {number}", players=seated)
    total, events, come = START, [], _time(at)
    for k, (kind, body) in enumerate(((begun.kind, body_of(begun)), *template.later)):
        total = event_sum(total, match_id, k, kind, body)
        events.append((match_id, k, kind, body, total, come))
    summary = {**template.summary, "id": match_id, "name": begun.name, "at": at, "players": [dict(p) for p in seated]}
    late = _time(at + 1800)
    return {
        "matches (id, table_id, name, created_at, next, head, written_at, moved_at)": [
            (match_id, f"table{number % 10}", begun.name, at, len(events), total, late, late)
        ],
        "events (match_id, number, kind, body, sum, come_at)": events,
        "seats (match_id, colour, person)": [(match_id, p["colour"], numbers[key_of(p["name"])]) for p in seated],
        "summaries (match_id, next, changed, form, body)": [(match_id, len(events), 0, FORM, json.dumps(summary))],
    }


def _time(at: float) -> str:
    return f"{date.fromtimestamp(at).isoformat()} {int(at) // 3600 % 24:02d}:{int(at) // 60 % 60:02d}:00+00"


def _put(connection: psycopg.Connection[Any], found: Sequence[dict[str, list[tuple[Any, ...]]]]) -> None:
    for table in found[0]:
        with connection.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN".encode()) as rows:
            for each in found:
                for row in each[table]:
                    rows.write_row(row)


def _series(connection: psycopg.Connection[Any], until: float) -> None:
    """A series in each quarter."""
    last = date.fromtimestamp(until)
    rows = [(f"Season {k}", last - timedelta(91 * (k + 1)), last - timedelta(91 * k + 1)) for k in range(40)]
    with connection.cursor() as cursor:
        cursor.executemany("INSERT INTO series (name, first_day, last_day) VALUES (%s, %s, %s)", rows)


def _cups(connection: psycopg.Connection[Any], who: Sequence[int], until: float) -> None:
    """One tournament of five rounds, on many evenings."""
    events = [evening.made("Cup", "ice-cult", 2, 2, 7), *(evening.came(person) for person in who)]
    for _ in range(5):
        tournament = evening.folded(events)
        events.append(
            evening.drawn(drawn := tournament.next_round({k: each for k, each in tournament.ruled.items() if each}))
        )
        events += [
            evening.ruled(drawn.number, each.table, Result(frozenset({each.seats[0][0]}), {}))
            for each in drawn.sittings
        ]
    events.append(evening.closed(True))
    for cup in range(CUPS):
        key, at = f"cup{cup:04d}", _time(until - 60 * 86_400.0 * (cup + 0.5))
        connection.execute("INSERT INTO tournaments (id, made_at) VALUES (%s, %s)", (key, at))
        rows = [(key, k, json.dumps(event), at) for k, event in enumerate(events)]
        with connection.cursor() as cursor:
            cursor.executemany("INSERT INTO decisions (tournament, number, body, at) VALUES (%s, %s, %s, %s)", rows)
