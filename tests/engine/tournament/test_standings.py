"""Standings: wins, then what is said in words; and the tournament as the fold of what was decided."""

from __future__ import annotations

import json
import random

import pytest

from engine.core.errors import NotationError
from engine.tournament import evening
from engine.tournament.standings import standings, told
from engine.tournament.values import Result, Round, Sitting, TournamentError

WORDS = {
    "wins": "{above} won more: {more} to {less}",
    "points": "{above} has more points: {more} to {less}",
    "opponents": "{above} met the stronger ones: {more} to {less}",
    "byes": "{above} sat out less often: {more} to {less}",
    "equal": "{name} and {above} share the place",
}
NAMES = {1: "Ada", 2: "Bela", 3: "Chiara", 4: "Dora", 5: "Emil"}


def pairs(number: int, *tables: tuple[int, int], byes: tuple[int, ...] = ()) -> Round:
    """A round of tables of two."""
    return Round(number, tuple(Sitting(k, ((a, "r"), (b, "y"))) for k, (a, b) in enumerate(tables, 1)), byes)


def won(by: int, **points: float) -> Result:
    """Somebody won alone."""
    return Result(frozenset({by}), {int(person[1:]): value for person, value in points.items()})


def test_wins_then_points_then_opponents_and_the_words_say_which() -> None:
    rounds = [pairs(1, (1, 2), (3, 4), byes=(5,)), pairs(2, (1, 3), (2, 5), byes=(4,))]
    results = {
        (1, 1): won(1, p1=9, p2=5),
        (1, 2): won(3, p3=4, p4=3),
        (2, 1): won(1, p1=7, p3=6),
        (2, 2): won(2, p2=5, p5=1),
    }
    rows = standings(range(1, 6), rounds, results)
    assert [(row.person, row.place, row.wins, row.points, row.by) for row in rows] == [
        (1, 1, 2, 16.0, None),
        (2, 2, 1, 10.0, "wins"),
        (3, 2, 1, 10.0, "equal"),
        (4, 4, 1, 3.0, "points"),
        (5, 5, 1, 1.0, "points"),
    ]
    said = told(rows, NAMES, WORDS)
    assert said[0] == ""
    assert said[1] == "Ada won more: 2 to 1"
    assert said[3].endswith("has more points: 10 to 3")


def test_a_shared_place_is_shared_and_the_next_is_counted_on() -> None:
    rounds = [pairs(1, (1, 2), (3, 4))]
    rows = standings((1, 2, 3, 4), rounds, {(1, 1): won(1), (1, 2): won(3)}, lot=5)
    assert [row.place for row in rows] == [1, 1, 3, 3]
    assert told(rows, NAMES, WORDS)[1].endswith("share the place")
    assert rows == standings((4, 3, 2, 1), rounds, {(1, 1): won(1), (1, 2): won(3)}, lot=5)


def test_a_bye_is_a_win_without_points_and_counts_less_than_a_match() -> None:
    rounds = [pairs(1, (1, 2), byes=(3,))]
    rows = standings((1, 2, 3), rounds, {(1, 1): won(1)})
    assert [(row.person, row.wins, row.byes, row.by) for row in rows] == [
        (1, 1, 0, None),
        (3, 1, 1, "byes"),
        (2, 0, 0, "wins"),
    ]


def begun(count: int, least: int = 2, most: int = 2) -> list[evening.Json]:
    """The events by which a tournament begins."""
    return [evening.made("Cup", "ice-cult", least, most, 3), *(evening.came(person) for person in range(1, count + 1))]


def test_the_next_round_waits_for_every_result() -> None:
    events = begun(4)
    events.append(evening.drawn(evening.folded(events).next_round({})))
    cup = evening.folded(events)
    with pytest.raises(TournamentError, match="no result yet"):
        cup.next_round({})
    first, second = (next(iter(each.people)) for each in cup.rounds[0].sittings)
    with pytest.raises(TournamentError, match="no result yet"):
        cup.next_round({(1, 1): won(first)})
    events.append(evening.ruled(1, 2, None))
    assert evening.folded(events).next_round({(1, 1): won(first)}).number == 2
    events.append(evening.unruled(1, 2))
    assert evening.folded(events).missing({(1, 1): won(first)}) == [(1, 2)]
    assert evening.folded(events).next_round({(1, 1): won(first), (1, 2): won(second)}).number == 2


def test_what_the_organisers_rule_counts_instead_of_what_was_played() -> None:
    events = begun(2)
    events.append(evening.drawn(evening.folded(events).next_round({})))
    events.append(evening.ruled(1, 1, won(2)))
    rows = evening.folded(events).standings({(1, 1): won(1)})
    assert [(row.person, row.wins) for row in rows] == [(2, 1), (1, 0)]


def test_a_round_drawn_again_keeps_what_has_begun_and_forgets_what_was_ruled_of_others() -> None:
    events = begun(9, 2, 4)
    cup = evening.folded(events)
    events.append(evening.drawn(cup.next_round({})))
    cup = evening.folded(events)
    kept, other = cup.rounds[0].sittings[:2]
    events += [evening.ruled(1, other.table, None), evening.left(next(iter(other.people)))]
    events.append(evening.drawn(evening.folded(events).round_again({}, [kept])))
    cup = evening.folded(events)
    assert len(cup.rounds) == 1
    assert len(cup.replaced) == 1
    assert kept in cup.rounds[0].sittings
    assert cup.ruled == {}


def test_events_survive_being_written_down() -> None:
    rng, events = random.Random(2), begun(11, 2, 4)
    for _ in range(4):
        cup = evening.folded(events)
        one = cup.next_round({})
        events.append(evening.drawn(one))
        for each in one.sittings:
            winner = rng.choice(sorted(each.people))
            events.append(evening.ruled(one.number, each.table, Result(frozenset({winner}), {winner: 3.5})))
    events.append(evening.closed(True))
    assert evening.folded(json.loads(json.dumps(events))) == evening.folded(events)
    with pytest.raises(TournamentError, match="over"):
        evening.folded(events).next_round({})


@pytest.mark.parametrize(
    "event",
    [{}, {"kind": "won"}, {"kind": "came"}, {"kind": "drawn", "round": {"number": 5, "tables": [], "byes": []}}],
)
def test_what_is_no_event_is_refused(event: evening.Json) -> None:
    with pytest.raises(NotationError, match="expected an event of a tournament"):
        evening.folded([*begun(2), event])


def test_a_tournament_of_an_unknown_game_or_without_title_is_refused() -> None:
    with pytest.raises(TournamentError, match="games"):
        evening.made("Cup", "chess", 2, 4, 0)
    with pytest.raises(TournamentError, match="title"):
        evening.made(" ", "iglu", 2, 4, 0)
