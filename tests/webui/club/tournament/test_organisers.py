"""Two organisers at once, and a server that is killed meanwhile: nothing is lost, nobody is paired twice."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import psycopg
import pytest

from bench.club.postgres import Cluster, cluster
from bench.club.wire import Wire
from engine.tournament.values import Result
from tests.waiting import SOON_S, until
from tests.webui.club.tables import QUICK, here, there
from tests.webui.making import near_won
from webui.club import schema
from webui.club.address import Address, AwayError, LookError
from webui.club.page.serving import build_club
from webui.club.parts import ClubParts
from webui.club.sender import Sender
from webui.club.tournament.keeping import UnknownTournamentError
from webui.record.fold import fold
from webui.record.opening import create_match
from webui.record.store import Store
from webui.referee import by_hand

NAMES = [f"Person {k}" for k in range(14)]
KEY = "nobodylost"
LONGEST_S = 240.0
"""A server that was killed three times comes back in its own time."""
Json = dict[str, Any]


@pytest.fixture(scope="module")
def mortal(outside: None) -> Iterator[Cluster]:
    """A server that is killed here, and nobody else's; what it has said to be written is written."""
    with cluster(durable=True) as made:
        yield made


def insist(deed: Callable[[], object]) -> None:
    """Do it as the page does: again until the server answers."""

    def once() -> bool:
        try:
            deed()
        except AwayError:
            return False
        return True

    until(once, longest_s=LONGEST_S)


def organise(
    parts: ClubParts, names: list[str], rounds: int, go: threading.Barrier, wrong: list[BaseException]
) -> None:
    """One organiser who enters everybody and draws every round, not knowing of the other."""
    try:
        go.wait(SOON_S)
        insist(lambda: parts.tournaments.make("Cup", "ice-cult", 2, 2, KEY))
        for name in names:
            insist(lambda name=name: parts.organising.come(KEY, [parts.directory.add(name)]))  # type: ignore[misc]
        for number in range(1, rounds + 1):
            insist(lambda number=number: parts.organising.draw(KEY, number))  # type: ignore[misc]
            for table in range(1, len(NAMES) // 2 + 1):
                insist(lambda n=number, t=table: rule_by_first(parts, n, t))  # type: ignore[misc]
    except BaseException as error:
        wrong.append(error)


def rule_by_first(parts: ClubParts, number: int, table: int) -> None:
    """The first of a table has won."""
    tournament = parts.tournaments.read(KEY).tournament
    sitting = tournament.rounds[number - 1].sittings[table - 1]
    parts.organising.rule(KEY, number, table, Result(frozenset({sitting.seats[0][0]}), {}))


def test_two_organisers_and_a_server_that_is_killed_three_times(mortal: Cluster) -> None:
    rounds, wrong = 4, list[BaseException]()
    with ExitStack() as stack:
        pages = [build_club(Address.parse(mortal.url())) for _ in range(2)]
        for page in pages:
            stack.callback(page.record.close)
            stack.callback(page.analyst.stop)
        go = threading.Barrier(3)
        orders = (NAMES, NAMES[::-1])
        both = [
            threading.Thread(target=organise, args=(page, order, rounds, go, wrong), name="organiser")
            for page, order in zip(pages, orders, strict=True)
        ]
        for one in both:
            one.start()
        go.wait(SOON_S)
        for decisions in (5, 20, 45):
            until(lambda decisions=decisions: wrong or decided(pages[0]) >= decisions, longest_s=LONGEST_S)  # type: ignore[misc]
            mortal.kill()
            mortal.start()
        for one in both:
            one.join(LONGEST_S)
        assert wrong == []
        kept = pages[0].tournaments.read(KEY)
    assert len(kept.tournament.people) == len(NAMES)
    assert [one.number for one in kept.tournament.rounds] == list(range(1, rounds + 1))
    assert len(kept.draws) == rounds  # no round was drawn twice
    pairs = Counter[frozenset[int]]()
    for one in kept.tournament.rounds:
        seats = Counter(person for each in one.sittings for person in each.people)
        assert set(seats.values()) == {1}
        assert len(seats) == len(NAMES)
        pairs.update(each.people for each in one.sittings)
    assert max(pairs.values()) == 1
    assert len(kept.tournament.ruled) == rounds * len(NAMES) // 2
    assert kept.count == 1 + len(NAMES) + rounds + rounds * len(NAMES) // 2  # every decision once


def decided(page: ClubParts) -> int:
    """How many decisions are on record."""
    try:
        return page.tournaments.read(KEY).count
    except (AwayError, UnknownTournamentError):
        return 0


def test_eight_who_draw_the_same_round_at_once_draw_it_once(club: str) -> None:
    pages = [build_club(Address.parse(club)) for _ in range(2)]
    pages[0].tournaments.make("Cup", "iglu", 2, 4, KEY)
    pages[0].organising.come(KEY, [pages[0].directory.add(name) for name in NAMES])
    go, wrong = threading.Barrier(8), list[BaseException]()

    def draw(page: ClubParts) -> None:
        try:
            go.wait(SOON_S)
            page.organising.draw(KEY, 1)
            page.organising.draw_again(KEY, 0)
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=draw, args=(pages[k % 2],), name="draw") for k in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(LONGEST_S)
    kept = pages[0].tournaments.read(KEY)
    for page in pages:
        page.analyst.stop()
        page.record.close()
    assert wrong == []
    assert len(kept.tournament.rounds) == 1
    assert len(kept.tournament.replaced) <= 1


def test_a_table_that_was_cut_off_and_comes_back_is_counted_then(club: str, server: Cluster) -> None:
    wire, store = Wire(server.port), Store.in_memory()
    page = build_club(Address.parse(club))
    page.tournaments.make("Cup", "ice-cult", 2, 2, KEY)
    page.organising.come(KEY, [page.directory.add(name) for name in ("Ada", "Bela")])
    page.organising.draw(KEY, 1)
    far = Sender(store, Address.parse(club.replace(f":{server.port}/", f":{wire.port}/")), "Far", back_off_s=QUICK)
    far.start()
    wire.cut()
    players = [{"name": "Ada", "colour": "r"}, {"name": "Bela", "colour": "y"}]
    match_id = create_match(store, players, start=near_won())
    far.enlist(match_id)
    match = fold(store.events(match_id))
    for word in ("Nn", "Ee", "rS5@NE"):
        news = by_hand.act(match, word, 5.0)
        store.append(match_id, news)
        match = fold(store.events(match_id))
    assert page.evenings.view(KEY)["waiting"] == 1
    wire.mend()
    until(lambda: there(club, match_id) == here(store, match_id))
    view = page.evenings.view(KEY)
    assert (view["waiting"], view["standings"][0]["name"]) == (0, "Ada")
    page.organising.draw(KEY, 2)
    assert page.evenings.view(KEY)["round"] == 2
    far.stop()
    wire.close()
    store.close()
    page.analyst.stop()
    page.record.close()


def test_a_record_of_before_there_were_tournaments_gets_them_and_screens_see_them(
    club: str, server: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    with psycopg.connect(club, autocommit=True) as older, monkeypatch.context() as was:
        was.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:3])
        was.setattr(schema, "SCHEMA", 3)
        schema.prepare(older)
        older.execute("INSERT INTO people (name, key) VALUES ('Ada', 'ada')")
        schema.make_screen_role(older, "look")
    page = build_club(Address.parse(club))
    page.tournaments.make("Cup", "iglu", 2, 4, KEY)
    ada = page.directory.add("Ada")
    page.organising.come(KEY, [ada, page.directory.add("Bela")])
    page.organising.draw(KEY, 1)
    name = club.rpartition("/")[2]
    screen = build_club(Address.parse(server.url(name, schema.SCREEN_ROLE, "look")))
    view = screen.evenings.view(KEY)
    assert [seat["name"] for seat in view["standings"]] != []
    assert {seat["id"] for seat in view["rounds"][0]["tables"][0]["seats"]} >= {ada}
    with pytest.raises(LookError):
        screen.organising.draw_again(KEY, 0)
    for each in (page, screen):
        each.analyst.stop()
        each.record.close()
