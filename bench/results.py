"""What benches found, kept as files from which BENCHMARKS.md is made.

A bench says each of its figures (`figure`). `python -m bench NAME ...` runs `bench.NAME` and keeps what it said in
`bench/results/NAME.json`, with the command, the commit, the machine and the date; `python -m bench.page_of_results`
writes the page.
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).resolve().parent / "results"
_said: list[Figure] = []


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing that was measured; `goal` is what was wanted of it."""

    what: str
    value: str
    goal: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """All figures of one run of a bench, and how to measure them again."""

    title: str
    command: str
    commit: str
    machine: str
    date: str
    figures: tuple[Figure, ...]

    def to_json(self) -> dict[str, Any]:
        """As its file holds it."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Result:
        """Inverse of `to_json`."""
        return cls(**{**data, "figures": tuple(Figure(**each) for each in data["figures"])})

    def lines(self) -> Iterator[str]:
        """Its rows of the table, as Markdown."""
        yield f"| **{self.title}**: `{self.command}` | {self.commit}, {self.date} | {self.machine} |"
        yield from (f"| {each.what} | {each.value} | {each.goal} |" for each in self.figures)


def figure(what: str, value: str, goal: str = "") -> None:
    """Say one figure; it is kept where the bench was started by `python -m bench`."""
    _said.append(Figure(*(" ".join(text.replace("|", "/").split()) for text in (what, value, goal))))


def keep(name: str, title: str, command: Sequence[str]) -> Path | None:
    """Write all that has been said since the last time, if anything was."""
    if not _said:
        return None
    today = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d")
    result = Result(title, " ".join(command), _commit(), _machine(), today, tuple(_said))
    _said.clear()
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{name}.json"
    path.write_text(json.dumps(result.to_json(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def all_results() -> list[Result]:
    """Every kept result, by its title."""
    files = [json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.json")]
    return sorted((Result.from_json(each) for each in files), key=lambda result: result.title)


def page() -> str:
    """BENCHMARKS.md."""
    head = (
        "# What was measured\n\n"
        "Made by `python -m bench.page_of_results` from `bench/results/`. In bold what a part is about and the\n"
        "command that measures it again, beside it the commit that was measured, and on what. Machines differ and\n"
        "are noisy: compare figures of one run, not of two.\n\n"
        "| what | measured | goal |\n| --- | --- | --- |"
    )
    return "\n".join([head, *(line for result in all_results() for line in result.lines())]).rstrip() + "\n"


def _commit() -> str:
    """Which code was measured; a plus sign behind it where files were changed since."""
    root = FOLDER.parent.parent
    said = [
        subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False).stdout.strip()
        for words in (("rev-parse", "--short", "HEAD"), ("status", "--porcelain", "--untracked-files=no"))
    ]
    return f"{said[0] or 'unknown'}{'+' if said[1] else ''}"


def _machine() -> str:
    return f"{os.cpu_count()} cores, {platform.machine()}, load {os.getloadavg()[0]:.1f}"
