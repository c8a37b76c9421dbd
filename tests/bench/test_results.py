"""Figures and the page made of them agree, and every figure says how to measure it again."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from bench import results
from bench.__main__ import PACKAGES, main
from bench.page_of_results import BENCHMARKS
from bench.results import all_results, figure, keep, page


def test_the_page_is_what_was_measured() -> None:
    assert BENCHMARKS.read_text(encoding="utf-8") == page(), "run `python -m bench.page_of_results`"


def test_the_page_is_one_page() -> None:
    assert len(page().splitlines()) < 130


@pytest.mark.parametrize("result", all_results(), ids=lambda result: result.title)
def test_every_result_says_how_to_measure_it_again(result: results.Result) -> None:
    python, module, bench, name, *_ = result.command.split()
    assert (python, module, bench) == ("python", "-m", "bench")
    assert importlib.util.find_spec(PACKAGES.get(name, f"bench.{name}")) is not None
    assert result.commit
    assert result.machine
    assert result.date
    assert result.figures


def test_what_a_bench_says_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    figure("apples | pears", "3", "4")
    path = keep("fruit", "Fruit", ["python", "-m", "bench", "engine"])
    assert path == tmp_path / "fruit.json"
    assert [each.title for each in all_results()] == ["Fruit"]
    assert "| apples / pears | 3 | 4 |" in page()
    assert keep("fruit", "Fruit", []) is None  # nothing was said since


def test_an_unknown_bench_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", "nonsense"])
    assert main() == 2
    assert "engine" in capsys.readouterr().err
