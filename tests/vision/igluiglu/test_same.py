"""What looks as it looked is read from all pictures since; what has changed is read anew."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.igluiglu.flat import READ
from calibration.igluiglu.grid import CELLS
from vision.igluiglu.kinds import HEADS
from vision.igluiglu.observation import Card, Observation, Space
from vision.igluiglu.read.same import Memory

Array = npt.NDArray[Any]
HW = READ.hw[0] // 2, READ.hw[1] // 2


def board(seed: int = 0, gain: float = 1.0) -> Array:
    """A picture of a board seen flat, the same but for noise and light."""
    plain = np.random.default_rng(7).integers(40, 180, (HW[0] // 8, HW[1] // 8, 3)).repeat(8, 0).repeat(8, 1)
    noise = np.random.default_rng(seed).normal(0, 4, plain.shape)
    return np.asarray(np.clip(plain * gain + noise, 0, 255), np.uint8)


def with_a_thing(picture: Array) -> Array:
    """The same with something bright on the first space."""
    out = picture.copy()
    top, left = round((READ.top - 8) * 40), round(-READ.left * 40)
    out[top + 12 : top + 28, left + 12 : left + 28] = 250
    return out


def space(red: float, readable: float = 0.9, cards: tuple[Card, ...] = ()) -> Space:
    """A space on which a red Inuit stands as likely as this, and as many fish as there are cards."""
    logs = {head: np.log(np.array([0.97, *[0.03 / (n - 1)] * (n - 1)])) for head, n in HEADS.items() if n > 1}
    logs["red"] = np.log(np.array([1 - red - 0.02, red, 0.01, 0.01]))
    logs["fish"] = np.roll(logs["fish"], len(cards))
    return Space(readable, logs, cards)


def seen(first: Space) -> Observation:
    """A table on which nothing is seen but for one space."""
    return Observation({name: first if name == CELLS[0] else space(0.02) for name in CELLS})


def pooled(memory: Memory, first: Space, picture: Array) -> Space:
    """The first space as it is read with a memory."""
    return memory.pooled(seen(first), picture, tuple(CELLS)).spaces[CELLS[0]]


def test_a_space_that_stays_keeps_what_most_pictures_said() -> None:
    memory = Memory()
    for k in range(4):
        assert pooled(memory, space(0.9), board(k)).words == "r"
    for k in range(4, 6):  # it flickers, and the light changes
        assert pooled(memory, space(0.3), board(k, 0.8)).words == "r"


def test_a_space_that_changes_is_read_anew() -> None:
    memory = Memory()
    for k in range(4):
        pooled(memory, space(0.02), board(k))
    assert pooled(memory, space(0.9), with_a_thing(board(5))).words == "r"


def test_what_is_covered_for_a_while_is_remembered() -> None:
    memory = Memory()
    for k in range(4):
        pooled(memory, space(0.9), board(k))
    assert pooled(memory, space(0.1, readable=0.1), with_a_thing(board(5))).words is None
    assert pooled(memory, space(0.3), board(6)).words == "r"


def test_numbers_of_cards_are_told_by_all_pictures() -> None:
    memory, card = Memory(), Card("fish", (0.5, 0.5), (0.8, 0.1, 0.1))
    for k in range(3):
        assert pooled(memory, space(0.02, cards=(card,)), board(k)).words == "fish1"
    other = replace(card, values=(0.3, 0.65, 0.05))
    assert pooled(memory, space(0.02, cards=(other,)), board(4)).words == "fish1"
    assert pooled(memory, space(0.02), board(5)).words == "fish1"  # one picture did not see it
