"""Rounds of any evening: nobody meets anybody again before that must be, byes and colours are fair."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, permutations

import pytest

from engine.tournament.pairing import paired
from engine.tournament.values import COLOURS, Round, Sizes, TournamentError, met
from tests.engine.tournament.evenings import Evening, again, can_be_fresh, fewest_again, random_evening

FEW = 8


def sound(evening: Evening, one: Round) -> None:
    """Everybody who is there plays once or sits out, at tables of the right size, with colours of their own."""
    seated = [person for sitting in one.sittings for person, _ in sitting.seats]
    assert sorted([*seated, *one.byes]) == sorted(evening.here[-1])
    assert all(evening.sizes.least <= len(each.seats) <= evening.sizes.most for each in one.sittings)
    assert [each.table for each in one.sittings] == list(range(1, len(one.sittings) + 1))
    assert all(len({colour for _, colour in each.seats}) == len(each.seats) for each in one.sittings)
    assert Round.from_json(one.to_json()) == one


def no_repeat_before_it_must(evening: Evening, one: Round) -> int:
    """Hold a round against what can be known without the code under test; how many meet again."""
    before, sizes = evening.rounds[:-1], [len(each.seats) for each in one.sittings]
    repeats = again(one, before)
    if repeats:
        assert can_be_fresh(sorted(one.people), sizes, before) is False
        if len(one.people) <= FEW:
            known = met(before)
            price = sum(known.get(pair, 0) ** 2 for each in one.sittings for pair in each.meetings())
            assert price == fewest_again(sorted(one.people), sizes, before)
    return repeats


def fair_byes(evening: Evening) -> None:
    """Of two who are there all evening none sits out twice more than the other."""
    always = frozenset.intersection(*evening.here)
    counts = [sum(person in one.byes for one in evening.rounds) for person in always]
    assert not counts or max(counts) - min(counts) <= 1


def fair_colours(evening: Evening) -> None:
    """Nobody plays a colour more than once more often than all four equally often would be."""
    played = Counter(seat for one in evening.rounds for each in one.sittings for seat in each.seats)
    total = Counter(person for one in evening.rounds for person in one.people)
    assert all(count <= -(-total[person] // len(COLOURS)) + 1 for (person, _), count in played.items())


def best_colours(evening: Evening, one: Round) -> None:
    """At each table no other colours would have been fairer."""
    had = Counter(seat for each in evening.rounds[:-1] for sitting in each.sittings for seat in sitting.seats)
    for sitting in one.sittings:
        people = [person for person, _ in sitting.seats]
        prices = [
            sum(had[seat] ** 2 for seat in zip(people, c, strict=True)) for c in permutations(COLOURS, len(people))
        ]
        assert sum(had[seat] ** 2 for seat in sitting.seats) == min(prices)


def go_through(seeds: range) -> int:
    """Many evenings; how often anybody had to meet anybody again."""
    repeats = 0
    for seed in seeds:
        for evening, one in random_evening(seed):
            sound(evening, one)
            repeats += no_repeat_before_it_must(evening, one)
            best_colours(evening, one)
            fair_byes(evening)
        fair_colours(evening)
    return repeats


def test_fifty_random_evenings() -> None:
    assert go_through(range(2000, 2050)) > 0


@pytest.mark.large  # fifty are gone through above
def test_a_thousand_random_evenings() -> None:
    assert go_through(range(1000)) > 0


@pytest.mark.parametrize("count", range(2, 9))
def test_few_play_everybody_against_everybody(count: int) -> None:
    evening, rng = Evening(set(range(10, 10 + count)), Sizes(2, 2), lot=count), random.Random(count)
    everybody = {frozenset(pair) for pair in combinations(evening.people, 2)}
    rounds = count - 1 if count % 2 == 0 else count
    for time in (1, 2):  # and then once more
        for _ in range(rounds):
            evening.play(rng)
        assert met(evening.rounds) == dict.fromkeys(everybody, time)
        assert {sum(p in one.byes for one in evening.rounds) for p in evening.people} == {time * (count % 2)}


@pytest.mark.parametrize(("count", "size", "rounds"), [(16, 4, 5), (9, 3, 4), (15, 3, 5), (10, 2, 9), (14, 2, 13)])
@pytest.mark.parametrize("seed", range(3))
def test_as_many_rounds_as_there_can_be_whoever_wins(count: int, size: int, rounds: int, seed: int) -> None:
    """Sixteen can meet in fours so that after five rounds all have met once; most ways end after three."""
    evening, rng = Evening(set(range(count)), Sizes(size, size), lot=seed), random.Random(seed)
    for _ in range(rounds):
        evening.play(rng)
    assert set(met(evening.rounds).values()) == {1}


def test_sixty_in_pairs_meet_nobody_twice_in_ten_rounds() -> None:
    evening, rng = Evening(set(range(60)), Sizes(2, 2)), random.Random(4)
    for _ in range(10):
        evening.play(rng)
    assert set(met(evening.rounds).values()) == {1}


def test_who_wins_meets_who_wins() -> None:
    evening, rng = Evening(set(range(32)), Sizes(2, 2)), random.Random(4)
    evening.play(rng)
    winners = {person for result in evening.results.values() for person in result.winners if len(result.winners) == 1}
    second = evening.play(rng)
    mixed = [each for each in second.sittings if len(each.people & winners) == 1]
    assert len(mixed) <= 1 + (32 - 2 * len(winners))


@pytest.mark.parametrize(
    ("people", "sizes", "tables", "out"),
    [
        (5, Sizes(2, 4), (3, 2), 0),
        (7, Sizes(2, 2), (2, 2, 2), 1),
        (7, Sizes(4, 4), (4,), 3),
        (6, Sizes(4, 4), (4,), 2),
        (60, Sizes(2, 4), (4,) * 15, 0),
        (5, Sizes(3, 4), (4,), 1),
        (13, Sizes(3, 4), (4, 3, 3, 3), 0),
        (1, Sizes(2, 4), (), 1),
    ],
)
def test_as_few_sit_out_as_can_be(people: int, sizes: Sizes, tables: tuple[int, ...], out: int) -> None:
    assert sizes.split(people) == (tables, out)


def test_who_comes_late_does_not_sit_out_at_once() -> None:
    evening, rng = Evening(set(range(9)), Sizes(2, 2)), random.Random(1)
    for _ in range(3):
        evening.play(rng)
    evening.people |= {20, 21}
    assert not {20, 21} & set(evening.play(rng).byes)


def test_what_has_begun_stays_and_the_others_are_paired_around_it() -> None:
    evening, rng = Evening(set(range(13)), Sizes(2, 4)), random.Random(1)
    evening.play(rng)
    second = paired(evening.field())
    kept = [second.sittings[1], second.sittings[3]]
    gone = next(iter(second.sittings[0].people))
    evening.people.discard(gone)
    anew = paired(evening.field(), kept)
    assert [each for each in anew.sittings if each.table in (2, 4)] == kept
    assert sorted(p for each in anew.sittings for p in each.people) == sorted(evening.people - set(anew.byes))
    assert len({each.table for each in anew.sittings}) == len(anew.sittings)
    assert paired(evening.field(), kept) == anew  # asked again, it answers the same


def test_too_few_and_tables_of_five_are_refused() -> None:
    with pytest.raises(TournamentError, match="expected at least 2 people"):
        paired(Evening({1}, Sizes(2, 4)).field())
    with pytest.raises(TournamentError, match="tables of 2 to 4"):
        Sizes(2, 5)
