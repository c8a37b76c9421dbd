"""What `make bench-restarts` says about the memory of a page whose demo is begun again and again."""

from __future__ import annotations

import pytest

from bench.play.restarts import kept_under


def test_it_says_whether_the_memory_stayed_under_its_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert kept_under([210.0, 299.0, 250.0])
    assert not kept_under([210.0, 312.0, 250.0])
    assert capsys.readouterr().out.splitlines() == [
        "stayed under 300 MB: 299 MB at most",
        "went over 300 MB: 312 MB at most",
    ]
