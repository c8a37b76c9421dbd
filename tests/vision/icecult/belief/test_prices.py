"""The table of prices: every entry says what it means and in which unit."""

from __future__ import annotations

from dataclasses import replace

from vision.icecult.belief.prices import RULES, STANDARD, table


def test_every_entry_has_a_meaning_and_a_unit() -> None:
    for name, value, unit, meaning in table():
        assert unit in {"nats", "count", "seconds", "share", "factor"}, name
        assert len(meaning) > 20, name
        assert value > 0, name
        assert unit != "share" or value < 1, name
        assert unit != "count" or value == int(value), name


def test_every_meaning_is_its_own() -> None:
    meanings = [meaning for *_, meaning in table()]
    assert len(set(meanings)) == len(meanings)


def test_the_search_for_breaches_is_bounded_by_the_cheapest() -> None:
    prices = STANDARD.of_rule
    tried = {rule: price for rule, price in prices.items() if rule != "tilt-count"}  # a third tilt costs more
    assert min(tried.values()) == STANDARD.cheapest_breach
    assert STANDARD.tilt_count + STANDARD.third_tilt > STANDARD.cheapest_breach
    assert set(prices) == set(RULES)


def test_other_prices_are_another_value() -> None:
    dearer = replace(STANDARD, early_move=12.0)
    assert dearer.of_rule["early-move"] == 12.0
    assert STANDARD.of_rule["early-move"] == 9.0
    assert STANDARD.half_sure == STANDARD.sure / 2
