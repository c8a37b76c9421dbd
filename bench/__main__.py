"""Runs a bench and keeps its figures: `python -m bench NAME [its options]`, such as `python -m bench gate FRAMES`."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from bench.results import keep

PACKAGES = {
    "club": "bench.club.measure",
    "pages.weight": "bench.pages.weight",
    "pi": "bench.play.pi",
    "walk": "bench.walk.walking",
}
"""Benches that are no module of this folder."""


def main() -> int:
    """Run `bench.NAME` with the options that follow; 2 where there is no such bench."""
    names = sorted(file.stem for file in Path(__file__).parent.glob("*.py") if not file.stem.startswith("_"))
    if len(sys.argv) < 2 or sys.argv[1] not in (*names, *PACKAGES):
        print(f"expected the name of a bench: {' '.join((*names, *PACKAGES))}", file=sys.stderr)
        return 2
    name, options = sys.argv[1], sys.argv[2:]
    bench = importlib.import_module(PACKAGES.get(name, f"bench.{name}"))
    sys.argv = [f"bench.{name}", *options]
    status = bench.main()
    title, file = bench.kept_as(options) if hasattr(bench, "kept_as") else (getattr(bench, "TITLE", name), name)
    kept = keep(str(file), str(title), ["python", "-m", "bench", name, *options]) if file else None
    print(f"kept in {kept}" if kept else "nothing was measured that could be kept", file=sys.stderr)
    return int(status or 0)


if __name__ == "__main__":
    sys.exit(main())
