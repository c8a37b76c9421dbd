"""`python -m bench.screens OUT`: every page as a picture, in four sizes, two schemes and four languages.

    python -m bench.screens OUT --page table --size 390x844 --language de --scheme light     # only some of them

Prints every page that scrolls sideways, and ends with 1 if there is one.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

from bench.screens.readme import played
from tests.webui.browser.conftest import Site, Visitor, chromium
from tests.webui.making import near_won, play
from webui.icecult.demo import open_demo
from webui.igluiglu.demo import open_demo as open_iglu_demo
from webui.settings import LANGUAGES

SIZES = ("390x844", "820x1180", "1366x768", "1920x1080")
SCHEMES = ("light", "dark")
FORGOTTEN = ("Nn", "Ee")
PLAYERS = [
    {"name": "Ada", "colour": "r"}, {"name": "Bela", "colour": "y"},
    {"name": "Chiara", "colour": "g"}, {"name": "Dora", "colour": "b"},
]  # fmt: skip


def in_play(site: Site) -> str:
    """A turn in which two things are owed."""
    played(site.parts, 9)
    return "/table"


def at_two_metres(site: Site) -> str:
    """The same, seen from afar."""
    played(site.parts, 9)
    return "/table?view=far"


def judged(site: Site) -> str:
    """A fault that waits to be taken."""
    site.parts.desk.open(PLAYERS, name="Saturday at the lake")
    play(site.parts, FORGOTTEN)
    return "/table"


def judged_afar(site: Site) -> str:
    """A fault, seen from afar."""
    return f"{judged(site)}?view=far"


def won(site: Site) -> str:
    """A match that was just won."""
    site.parts.desk.open(PLAYERS, start=near_won())
    play(site.parts, (*FORGOTTEN, "rS5@NE"), end=False)
    return "/table"


def won_afar(site: Site) -> str:
    """The winner, seen from afar."""
    return f"{won(site)}?view=far"


def on_the_ice(site: Site) -> str:
    """IGLU IGLU some turns into its demo."""
    open_iglu_demo(site.parts.desk, pace_s=0.01)
    table = site.parts.desk.table()
    while len(table.view()["history"]) < 20:
        table.wait(0.05)
    table.pause(True).result(5)
    return "/table"


def ice_afar(site: Site) -> str:
    """The same, seen from afar."""
    return f"{on_the_ice(site)}?view=far"


def filmed(site: Site) -> str:
    """The virtual table, drawing and camera side by side."""
    open_demo(site.parts.desk)
    return "/table?show=both"


def replayed(site: Site) -> str:
    """A match on record."""
    played(site.parts, 9)
    return f"/matches/{site.parts.desk.table().match_id}"


def listed(site: Site) -> str:
    """The matches on record."""
    played(site.parts, 4)
    return "/matches"


def plain(path: str) -> Callable[[Site], str]:
    """A page that needs no match."""
    return lambda site: path


PAGES: dict[str, Callable[[Site], str]] = {
    "table": in_play, "camera": filmed, "far": at_two_metres,
    "fault": judged, "fault-far": judged_afar, "won": won, "won-far": won_afar,
    "iglu": on_the_ice, "iglu-far": ice_afar, "match": replayed, "matches": listed,
    "home": plain("/home"), "new": plain("/new"), "learn": plain("/learn"), "phone": plain("/phone"),
    "help": plain("/help"), "join": plain("/join"), "invite": plain("/invite"),
}  # fmt: skip


def taken(visitor: Visitor, site: Site, args: argparse.Namespace, name: str) -> Iterator[str]:
    """Pictures of one page in all its forms; yields those that scroll sideways."""
    path = PAGES[name](site)
    for size, scheme, language in product(args.size, args.scheme, args.language):
        width, height = map(int, size.split("x"))
        visitor.size(width, height, color_scheme=scheme, reduced_motion="reduce")
        visitor.speak(language)
        visitor.open(path)
        if name == "camera":
            visitor.see("#camera img:not([hidden])", seconds=90)
        form = f"{name}-{size}-{scheme}-{language}"
        visitor.driver.save_screenshot(str(args.out / f"{form}.png"))
        if visitor.run("return document.documentElement.scrollWidth") > width:
            yield form


def main() -> int:
    """Take every picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--page", nargs="+", default=list(PAGES), choices=list(PAGES))
    parser.add_argument("--size", nargs="+", default=list(SIZES))
    parser.add_argument("--scheme", nargs="+", default=list(SCHEMES), choices=list(SCHEMES))
    parser.add_argument("--language", nargs="+", default=list(LANGUAGES), choices=list(LANGUAGES))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    wide = []
    with tempfile.TemporaryDirectory() as folder, chromium(Path(folder), "--hide-scrollbars") as driver:
        for name in args.page:
            site, visitor = Site(lan=name == "invite", gets_per_s=1000), Visitor(driver)
            visitor.base = site.page.address
            try:
                wide += list(taken(visitor, site, args, name))
            finally:
                driver.get("about:blank")
                site.stop()
    print("\n".join(f"{form} scrolls sideways" for form in wide) or "no page scrolls sideways")
    return 1 if wide else 0


if __name__ == "__main__":
    sys.exit(main())
