"""What was seen as words, in the form that the formats give."""

from __future__ import annotations

import numpy as np
import pytest

from bench.iglu.judging import best, judge, turned_cell, words_of
from calibration.igluiglu.flat import READ
from calibration.igluiglu.grid import CELLS
from vision.igluiglu.kinds import HEADS, KINDS
from vision.igluiglu.observation import Card, Observation, Space
from vision.igluiglu.read.cards import HEAT, pictures, spots
from vision.igluiglu.read.lawful import lawful


def space(readable: float = 0.99, cards: tuple[Card, ...] = (), **said: int) -> Space:
    """A space that shows these things for certain."""
    logs = {}
    for head, count in HEADS.items():
        if head != "readable":
            shares = np.full(count, 1e-4)
            shares[said.get(head, 0)] = 1 - 1e-4 * (count - 1)
            logs[head] = np.log(shares)
    return Space(readable, logs, cards)


def table(**spaces: Space) -> Observation:
    """Sea all over, but for these."""
    return Observation({name: spaces.get(name, space(ground=3)) for name in CELLS})


def test_words_are_in_the_order_of_the_formats() -> None:
    two = (Card("fish", (0, 0), (0.01, 0.01, 0.98)), Card("fish", (0, 0), (0.9, 0.05, 0.05)))
    seen = table(
        a3=space(ground=1, red=2, blue=1, igloo=1),
        c6=space(ground=3, fish=2, cards=two),
        d5=space(readable=0.05),
        e4=space(ground=2, fox=1, bear=1, cards=(Card("fox", (0, 0), (0.5, 0.3, 0.2)),)),
        h8=space(ground=0),
    ).to_json()
    assert seen["on"] == {"a3": "rrb R", "c6": "fish1 fish3", "d5": None, "e4": "fox? bear4"}
    assert seen["board"][0] == "~~~~~~~L"
    assert seen["board"][3] == "~~~?~~~~"
    assert seen["board"][4] == "~~~~^~~~"
    assert seen["hidden"] == ["d5"]
    assert "d5" not in seen["confidences"]
    assert 0.99 < seen["confidences"]["h8"] <= 1
    assert seen["confidences"]["c6"] < 0.9


def test_a_value_that_is_not_legible_is_not_said() -> None:
    assert Card("fish", (0, 0), None).value() is None
    assert Card("fish", (0, 0), (0.5, 0.4, 0.1)).value() is None
    assert Card("fish", (0, 0), (0.05, 0.9, 0.05)).value() == 2


def test_peaks_of_maps_are_cards_once() -> None:
    maps = np.zeros((len(KINDS), READ.hw[0] // HEAT, READ.hw[1] // HEAT), np.float32)
    maps[0, 40, 30], maps[0, 40, 31], maps[1, 41, 30], maps[2, 80, 60] = 0.9, 0.5, 0.4, 0.8
    found = spots(maps, 0.45)
    assert [spot.kind for spot in found] == ["fish", "bear"]
    x, y = READ.pixels(np.array(found[0].at))
    assert (x / HEAT, y / HEAT) == pytest.approx((30.7, 40.5), abs=0.6)


def test_a_card_is_cut_out_about_its_middle() -> None:
    fine = np.zeros((*READ.hw, 3), np.uint8)
    at = np.array([[3.4, 5.2]])
    x, y = np.rint(READ.pixels(at)[0]).astype(int)
    fine[y - 3 : y + 4, x - 3 : x + 4] = 255
    (crop,) = pictures(fine, at, 0.45)
    rows, columns = np.nonzero(crop[..., 0] > 128)
    assert abs(rows.mean() - 19.5) < 1
    assert abs(columns.mean() - 19.5) < 1


def truth_of(**on: dict[str, object]) -> dict[str, object]:
    """The truth of a table of sea, but for these spaces."""
    empty = {"ground": "sea", "fish": [], "fox": [], "bear": False, "inuit": {}, "igloo": None, "words": ""}
    cells = {name: {**empty, "readable": True, "things": [], **on.get(name, {})} for name in CELLS}
    return {"cells": cells, "things": [], "observation": {"hands": {}}}


def test_the_bench_counts_what_is_right_and_what_is_not() -> None:
    true = truth_of(a1={"ground": "land"}, c3={"fish": [2]}, e5={"ground": "ice", "inuit": {"red": 1}})
    exact = table(a1=space(ground=0), c3=space(ground=3, fish=1, cards=(Card("fish", (0, 0), (0, 1, 0)),)))
    seen = exact.to_json()
    judged = judge(true, seen)
    assert (judged.counts["right"], judged.counts["wrong"], judged.counts["sure and wrong"]) == (63, 1, 1)
    assert judged.faults == ["e5: ice - read as ~ "]
    seen["on"]["e5"], seen["hidden"] = None, ["e5"]
    seen["board"][3] = "~~~~?~~~"
    assert judge(true, seen).counts["unread"] == 1
    assert not judge(true, seen).exact


def test_another_corner_for_a1_is_forgiven_where_nobody_said() -> None:
    true = truth_of(a1={"ground": "land"})
    seen = table(h1=space(ground=0)).to_json()
    assert turned_cell("a1", 1) == "h1"
    assert best(true, seen).exact
    assert not judge(true, seen).exact


def test_words_that_are_none_are_refused() -> None:
    assert words_of("rrb R fish2 fox?").inuit == "rrb"
    with pytest.raises(ValueError, match="no such word"):
        words_of("penguin")


def test_things_and_their_ground_know_of_each_other() -> None:
    logs = space(ground=3, fish=1).logs
    doubtful = {**logs, "ground": np.log([0.01, 0.5, 0.04, 0.45])}
    after = lawful(doubtful, corner=False)
    assert int(np.argmax(after["ground"])) == 3
    assert int(np.argmax(after["fish"])) == 1
    assert np.exp(after["ground"]).sum() == pytest.approx(1)
    assert np.exp(after["fish"]).sum() == pytest.approx(1)


def test_a_thing_that_stands_where_it_may_not_is_still_seen() -> None:
    after = lawful(space(ground=3, red=1).logs, corner=False)
    assert int(np.argmax(after["red"])) == 1
    assert int(np.argmax(after["ground"])) == 3


def test_corners_are_land_and_nothing_else_is() -> None:
    doubtful = {**space().logs, "ground": np.log([0.05, 0.85, 0.05, 0.05])}
    assert int(np.argmax(lawful(doubtful, corner=True)["ground"])) == 0
    likely = {**space().logs, "ground": np.log([0.85, 0.05, 0.05, 0.05])}
    assert int(np.argmax(lawful(likely, corner=False)["ground"])) != 0
