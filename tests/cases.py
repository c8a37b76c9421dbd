"""Which of a test's cases `make test` runs, and which `make test-large` alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def larger(cases: Iterable[Any], small: int) -> list[Any]:
    """All cases of a test; those after the first few run in `make test-large` only."""
    known = [case if isinstance(case, tuple) else (case,) for case in cases]
    return [pytest.param(*case, marks=[] if k < small else [pytest.mark.large]) for k, case in enumerate(known)]
