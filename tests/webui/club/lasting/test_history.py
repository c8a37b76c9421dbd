"""Many matches: what the page keeps of all of them follows the record, and ratings are those of `openskill`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date
from typing import Any

import psycopg
import pytest
from openskill.models import PlackettLuce

from bench.club.filling import fill
from bench.club.postgres import Cluster
from tests.waiting import until
from tests.webui.club.evenings import ClubPageClient, page_on, sent, won_by_red
from tests.webui.conftest import fresh
from tests.webui.igluiglu.making import LATE
from tests.webui.making import PLAYERS, near_won
from webui.club.shown.index import Index, Span
from webui.club.shown.ratings import Ratings, Strength, rate
from webui.club.shown.summaries import AT_ONCE, FORM, summed_up
from webui.record.fold import fold
from webui.record.opening import opened
from webui.record.store import Store
from webui.referee import by_hand

SATURDAY = 1_790_000_000.0
DAY = 86_400.0
COUNT = 400


@pytest.fixture(scope="module")
def long_ago() -> float:
    """When the evenings of these tests end."""
    return SATURDAY


@pytest.fixture(scope="module")
def filled(server: Cluster, long_ago: float) -> str:
    """The name of a database with some hundreds of matches on record, of which each test gets a copy."""
    made = fresh(server)
    assert list(fill(made, COUNT, 40, long_ago))[-1] == COUNT
    return made.rpartition("/")[2]


@pytest.fixture
def many(server: Cluster, filled: str) -> str:
    """A club with these matches on record."""
    return fresh(server, filled)


@pytest.fixture
def store() -> Iterator[Store]:
    """A table's own record."""
    made = Store.in_memory()
    yield made
    made.close()


def changed(club: str, *queries: str) -> None:
    """Something is done to the record behind the page's back."""
    with psycopg.connect(club, autocommit=True) as connection:
        for query in queries:
            connection.execute(query.encode())


def answers(page: ClubPageClient) -> list[Any]:
    """What is asked of all matches."""
    paths = (
        "/api/matches",
        "/api/matches?player=a&fault=tilt-count",
        "/api/club/people",
        "/api/club/standings?game=iglu",
    )
    return [page.json(path) for path in (*paths, "/api/club/standings")]


def test_what_was_kept_is_what_is_worked_out_from_the_events(many: str) -> None:
    """The summaries of the bench are those of its templates; here every match is folded from its events."""
    with page_on(many) as page:
        kept = answers(page)
    assert kept[0]["of"] == COUNT
    assert 0 < kept[1]["of"] < COUNT
    changed(many, "DELETE FROM icekeeper.summaries")
    with page_on(many) as page:
        assert answers(page) == kept


def test_the_page_follows_what_moves_and_reads_nothing_else(many: str, store: Store) -> None:
    with page_on(many) as page:
        before = page.json("/api/club/standings")["standings"]
        assert sum(row["matches"] for row in before) > COUNT
        sent(store, many, [won_by_red(store, ("Ada A.", "Somebody New"), SATURDAY + DAY)])
        page.parts.directory.refresh()
        newest = page.json("/api/matches")
        assert (newest["of"], newest["matches"][0]["players"][1]["name"]) == (COUNT + 1, "Somebody New")
        after = {row["name"]: row for row in page.json("/api/club/standings")["standings"]}
        assert after["Somebody New"]["matches"] == 1
        assert after["Ada A."]["matches"] == 1 + next(row["matches"] for row in before if row["name"] == "Ada A.")
        spoilt = (
            "UPDATE icekeeper.summaries SET body = 'spoilt' WHERE match_id NOT IN (SELECT id FROM icekeeper.matches"
        )
        changed(many, f"{spoilt} ORDER BY created_at DESC LIMIT 250)")  # whoever read it again would notice
        assert {row["name"]: row for row in page.json("/api/club/standings")["standings"]} == after
    with page_on(many) as again:  # worked out from the start, with the last match in its place
        assert {row["name"]: row for row in again.json("/api/club/standings")["standings"]} == after


def test_matches_that_are_deleted_or_put_back_are_noticed(many: str) -> None:
    with page_on(many) as page:
        whole = answers(page)
        changed(many, "DELETE FROM icekeeper.matches WHERE id >= 'h0000200'")
        assert page.json("/api/matches")["of"] == 200
        changed(many, "DROP SCHEMA icekeeper CASCADE")
        assert list(fill(many, COUNT, 40, SATURDAY))[-1] == COUNT
        page.parts.directory.refresh()
        assert [line["name"] for line in page.json("/api/matches")["matches"]] == [
            line["name"] for line in whole[0]["matches"]
        ]
        assert page.json("/api/club/standings") == whole[-1]


def test_what_another_version_summed_up_serves_until_it_is_made_again(many: str) -> None:
    with page_on(many) as page:
        whole = answers(page)
    changed(many, "UPDATE icekeeper.summaries SET form = 'older', body = replace(body, 'Evening', 'Earlier')")
    changed(many, "DELETE FROM icekeeper.summaries WHERE match_id < 'h0000100'")
    assert COUNT > AT_ONCE
    with page_on(many) as page:
        page.parts.summaries.start()
        first = page.json("/api/matches")
        assert first["of"] == COUNT
        assert first["late"] > 0
        assert {line["name"].split()[0] for line in first["matches"]} <= {"Earlier", "Evening"}
        until(lambda: not page.parts.summaries.late, longest_s=120)
        assert answers(page) == whole  # and nothing is late
        page.parts.summaries.stop()
    with psycopg.connect(many) as connection:
        rows = connection.execute("SELECT form, count(*) FROM icekeeper.summaries GROUP BY form").fetchall()
    assert rows == [(FORM, COUNT)]


def test_evenings_end_at_six_in_the_morning() -> None:
    index = Index()
    body = {"game": "iglu", "rules": ["R1"], "players": PLAYERS, "winners": "r", "points": {"r": 3}}
    first = Span(date(2026, 3, 1), date(2026, 3, 1)).seconds()
    for name, at in {"before": first[0] - 1, "first": first[0], "last": first[1] - 1, "after": first[1]}.items():
        index.put(name, 1, 0, {**body, "at": at}, True)

    def found(span: Span) -> list[str]:
        return [index.ids[row] for row in index.search(span)]

    assert found(Span()) == ["after", "last", "first", "before"]
    assert found(Span(date(2026, 3, 1), date(2026, 3, 1))) == ["last", "first"]
    assert found(Span(last=date(2026, 2, 28), game="iglu")) == ["before"]
    assert found(Span(first=date.min, last=date.max)) == ["after", "last", "first", "before"]
    assert found(Span(game="ice-cult")) == []
    assert index.evenings() == [date(2026, 3, 2), date(2026, 3, 1), date(2026, 2, 28)]


def test_ratings_are_those_of_openskill() -> None:
    rng, model, ours = random.Random(3), PlackettLuce(), Strength()
    theirs: dict[int, Any] = {}
    for _ in range(2000):
        people = rng.sample(range(1, 40), rng.choice((2, 3, 4)))
        worth = [float(rng.randrange(3)) for _ in people]
        rate(ours, people, worth)
        order = sorted(set(worth), reverse=True)
        teams = [[theirs.get(one) or model.rating()] for one in people]
        rated = model.rate(teams, ranks=[float(order.index(each)) for each in worth])
        theirs |= {one: team[0] for one, team in zip(people, rated, strict=True)}
    assert {one: (round(mu, 9), round(variance**0.5, 9)) for one, (mu, variance) in ours.items()} == {
        one: (round(each.mu, 9), round(each.sigma, 9)) for one, each in theirs.items()
    }


def test_ratings_that_go_on_are_those_worked_out_at_once() -> None:
    import numpy as np

    rng, count = np.random.default_rng(5), 400
    people = np.array([rng.permutation(12)[:4] for _ in range(count)])
    worth = rng.integers(0, 4, (count, 4)).astype(float)
    rows, stamps = np.arange(count), np.arange(count) + 1
    at_once, kept = Ratings().of("", rows, stamps, people, worth), Ratings()
    for upto in (100, 100, 250, count):
        part = kept.of("", rows[:upto], stamps[:upto], people[:upto], worth[:upto])
    assert part == at_once
    worth[50], stamps[50] = worth[50][::-1], count + 1  # a match of before is corrected
    assert kept.of("", rows, stamps, people, worth) == Ratings().of("", rows, stamps, people, worth) != at_once
    people = np.where(people == 3, 5, people)  # two are one person
    assert kept.of("", rows, stamps, people, worth) == Ratings().of("", rows, stamps, people, worth)


def test_a_summary_is_what_the_record_keeps_under_this_form() -> None:
    """Whoever changes what is summed up raises the number in `FORM`, and this with it."""
    assert FORM == "d440d798dab2790d4de36ffd"
    created = opened(PLAYERS[:2], name="Finale", start=near_won(), at=SATURDAY)
    told = [summed_up("a", fold(_played(created, ("Nn", "Ee", "rS5@NE"))))]
    ice = opened([PLAYERS[0], {"name": "Bela", "colour": "b"}], name="Ice", game="iglu", start=LATE, at=SATURDAY)
    told.append(summed_up("b", fold(_played(ice, ("melt c4", "reveal fish1 1", "done")))))
    same = {
        "at": SATURDAY,
        "turns": 1,
        "faults": 0,
        "winners": "r",
        "source": "hand",
        "simulated": False,
        "seconds": 2.0,
    }
    cult = {"id": "a", "game": "ice-cult", "name": "Finale", "how": "goal", "points": {}, "rules": []}
    iglu = {"id": "b", "game": "iglu", "name": "Ice", "how": "ice", "points": {"r": 3, "b": 2}, "rules": []}
    assert told == [
        {**same, **cult, "players": PLAYERS[:2]},
        {**same, **iglu, "players": [{"name": "Ada", "colour": "r"}, {"name": "Bela", "colour": "b"}]},
    ]


def _played(created: Any, words: tuple[str, ...]) -> list[Any]:
    events = [created]
    for k, word in enumerate(words):
        events += by_hand.act(fold(events), word, SATURDAY + k)
    return events
