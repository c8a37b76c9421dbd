"""The long evening: players think, and nothing is kept of a match but its record."""

from __future__ import annotations

import ctypes
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
import pytest

from bench.soak import SHOWN_EVERY_S, THINKING_S, Evening, Measured, filmed, idle_mb, report, soak, thoughtful
from vision.icecult.sim.play.script import Film

pytestmark = pytest.mark.slow


def test_players_think_after_every_turn() -> None:
    script = filmed(1)
    plain, slow = ([truth for _, truth in shots] for shots in (Film(script).scenes(), thoughtful(script)))
    thought = len(script.turns) * THINKING_S
    assert slow[-1].time_s == pytest.approx(plain[-1].time_s + thought)
    assert len(slow) == len(plain) + len(script.turns) * round(THINKING_S / SHOWN_EVERY_S)
    assert [truth.index for truth in slow] == list(range(len(slow)))
    assert all(a.time_s < b.time_s for a, b in pairwise(slow))


def test_the_film_is_a_source_of_pictures() -> None:
    source = Evening(1)
    first, second = islice(source.frames(), 2)
    assert first.resolution_wh == source.profile.resolution_wh
    assert first.taken_at_s < second.taken_at_s
    assert np.abs(first.bgr.astype(int) - second.bgr).mean() < 8
    source.close()
    assert list(source.frames()) == []


def test_matches_are_played_one_after_the_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evening = soak(tmp_path / "soak.sqlite", 300.0, pictures=False)
    assert evening[-1].played_s >= 300.0
    assert evening[-1].turns >= 7
    assert all(one.used_mb > 20 and one.file_kb > 10 for one in evening)
    report(evening)
    assert "KB a turn" in capsys.readouterr().out


def test_growth_is_counted_after_the_first_third() -> None:
    flat = [Measured(60.0 * k, 8 * k, 200.0 + 40 * (k > 2) + k % 2, 0.0, 30.0 * k) for k in range(1, 13)]
    assert report(flat) == 0.0
    leaking = [Measured(60.0 * k, 8 * k, 200.0 + 5 * k, 0.0, 30.0 * k) for k in range(1, 13)]
    assert report(leaking) == pytest.approx(20.0)
    assert report(flat[:1]) == 0.0


def test_idle_memory_does_not_count_as_growth() -> None:
    idle = [Measured(60.0 * k, 8 * k, 200.0 + 5 * k, 5.0 * k, 30.0 * k) for k in range(1, 13)]
    assert report(idle) == 0.0


def test_what_was_freed_between_pieces_in_use_is_idle() -> None:
    pieces = [np.ones(100_000, np.uint8) for _ in range(600)]  # 57 MB, small enough to come from the heap
    kept, full_mb = pieces[::50], idle_mb()
    del pieces
    told = hasattr(ctypes.CDLL(None), "mallinfo2")  # elsewhere nobody can tell, and all of it counts as in use
    assert idle_mb() > full_mb + 35 if told else idle_mb() == 0.0
    assert len(kept) == 12
