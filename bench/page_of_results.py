"""Writes BENCHMARKS.md from what benches kept: `python -m bench.page_of_results`."""

from __future__ import annotations

from bench.results import FOLDER, page

BENCHMARKS = FOLDER.parent.parent / "BENCHMARKS.md"


def main() -> None:
    """Write the page."""
    BENCHMARKS.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
