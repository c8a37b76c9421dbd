"""What all tests share: the files that take longest begin, and a network is asked the same thing once."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

from calibration.networks import Network

ROOT = Path(__file__).resolve().parent
FIRST = (
    "calibration/test_calibrate.py",
    "webui/referee",
    "webui/commands",
    "webui/browser",
    "webui/icecult",
    "webui/lasting",
    "webui/nearby",
    "installing",
    "webui/club",
    "webui/test_fuzz.py",
    "calibration",
    "vision",
    "webui/test_games.py",
    "webui/test_contained.py",
    "coach",
    "engine/icecult/test_ends.py",
    "test_wheel.py",
    "test_architecture.py",
    "webui",
    "engine/test_commands.py",
    "engine/igluiglu",
    "engine/explain",
)
"""Where the long files are, the longest first: what takes long and comes last leaves a core idle."""
KEPT = 1000
"""Answers of networks that are remembered."""


@cache
def _turn(file: Path) -> int:
    path = file.relative_to(ROOT).as_posix()
    return next((k for k, start in enumerate(FIRST) if path.startswith(start)), len(FIRST))


def pytest_configure(config: pytest.Config) -> None:
    """Ctrl-C works for what the tests start, also where a shell runs the suite in the background and ignores it."""
    config.addinivalue_line("markers", "outside: starts a browser, PostgreSQL or the path tracer, or builds a wheel")
    config.addinivalue_line("markers", "slow: reads many pictures, plays whole matches or starts programs")
    config.addinivalue_line("markers", "large: what a smaller case shows too; `make test-large` runs it")
    patience = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
    settings.register_profile("patient", deadline=None, suppress_health_check=patience)  # a machine may be busy
    settings.load_profile("patient")
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Bring the long files to the front; within them nothing moves. Mark what `make quick` leaves out."""
    items.sort(key=lambda item: _turn(item.path))
    for item in items:
        if isinstance(item, pytest.Function) and "outside" in item.fixturenames:
            item.add_marker("outside")


def pytest_collection_finish() -> None:
    """What was loaded for all tests stays: whoever collects rubbish need not look through it every time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def looked_through() -> Iterator[None]:
    """What a file's tests leave behind, parsed sources of the whole house for example, is not looked through again.

    A table that is cleared collects rubbish each time: among a million kept objects that takes half a second.
    """
    yield
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def outside() -> None:
    """Asked for by whatever starts a browser, PostgreSQL or the path tracer, or builds a wheel: not in `make quick`."""


@pytest.fixture(scope="session", autouse=True)
def remembered() -> Iterator[None]:
    """A network that is asked about the very same picture again answers as before, without the work."""
    ask, known = Network.answer, dict[Any, list[Any]]()

    def answer(network: Network, outputs: Sequence[str], **inputs: Any) -> list[Any]:
        seen = tuple((name, value.shape, _digest(value)) for name, value in inputs.items())
        key = (network, tuple(outputs), seen)
        if key not in known:
            while len(known) >= KEPT:
                known.pop(next(iter(known)))
            known[key] = ask(network, outputs, **inputs)
        return [out.copy() for out in known[key]]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Network, "answer", answer)
        yield


def _digest(value: Any) -> bytes:
    return blake2b(np.ascontiguousarray(value), digest_size=16).digest()
