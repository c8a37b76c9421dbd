"""`python -m bench.screens OUT`: every page as a picture, in four sizes, two schemes and four languages.

    python -m bench.screens OUT --page table --size 390x844 --language de --scheme light     # only some of them

Prints every page that scrolls sideways, and ends with 1 if there is one.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from bench.screens.pages import PAGES
from tests.webui.browser.conftest import Site, Visitor, chromium
from webui.settings import LANGUAGES

SIZES = ("390x844", "820x1180", "1366x768", "1920x1080")
SCHEMES = ("light", "dark")


def taken(visitor: Visitor, site: Site, args: argparse.Namespace, name: str) -> Iterator[str]:
    """Pictures of one page in all its forms; yields those that scroll sideways."""
    shown = PAGES[name]
    path = shown.path(site)
    for size, scheme, language in product(args.size, args.scheme, args.language):
        width, height = map(int, size.split("x"))
        visitor.size(width, height, color_scheme=scheme, reduced_motion="reduce")
        visitor.speak(language)
        visitor.open(path)
        shown.prepare(visitor)
        visitor.until(lambda: visitor.run("return [...document.images].every((each) => each.complete)"))
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
