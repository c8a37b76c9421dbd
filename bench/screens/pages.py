"""Every page that is worth a picture: what lies on the table, where the page is, and what is tapped there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bench.screens.readme import played
from tests.coach.matches import ice_cult
from tests.webui.browser.conftest import Site, Visitor
from tests.webui.making import near_won, play
from tests.webui.proving import with_proof
from webui.icecult.demo import open_demo
from webui.igluiglu.demo import open_demo as open_iglu_demo
from webui.record.importing import import_log

LONG_S = 120.0
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


def on_a_stream(site: Site) -> str:
    """The same as an overlay."""
    played(site.parts, 9)
    return "/overlay?bg=black"


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


def filmed_fault(site: Site) -> str:
    """A fault with its pictures that waits while drawing and camera stand side by side."""
    with_proof(site.parts)
    return "/table?show=both"


def proven_fault(site: Site) -> str:
    """The same beside the drawing alone."""
    with_proof(site.parts)
    return "/table"


def analysed(site: Site) -> str:
    """A match that the coach can look through."""
    return f"/matches/{import_log(site.parts.store, ice_cult(3, 3))}"


def nothing(visitor: Visitor) -> None:
    """The page as it opens."""


def taps(*css: str, then: str, seconds: float = LONG_S) -> Callable[[Visitor], None]:
    """Tap these, then wait for something."""

    def tap(visitor: Visitor) -> None:
        for each in css:
            visitor.tap(each)
        visitor.see(then, seconds=seconds)

    return tap


def found(*css: str) -> Callable[[Visitor], None]:
    """Tap these, then let the board of the virtual table be found."""

    def find(visitor: Visitor) -> None:
        taps(*css, then=".tips .guess")(visitor)
        visitor.tap("#find-auto")
        visitor.see(".grade", seconds=LONG_S)

    return find


def towered(visitor: Visitor) -> None:
    """Let the virtual table's set be met, as far as its tower."""
    found("#with-camera summary", '[data-source="demo"]')(visitor)
    taps("#board-good", then="#tower-seen")(visitor)


def coached(visitor: Visitor) -> None:
    """Ask for the analysis where it is not there yet, and open a turn."""
    visitor.see("#analysis:not([hidden]) *")
    if visitor.shows('#analysis [data-do="coach.analyse"]'):
        visitor.tap('#analysis [data-do="coach.analyse"]')
    visitor.see('#analysis[data-state="done"] .chances', seconds=LONG_S)
    visitor.tap('.replay-turns [data-turn="3"]')
    visitor.see('#analysis[data-turn="3"] h3')
    visitor.run("document.querySelector('#analysis').scrollIntoView()")


@dataclass(frozen=True, slots=True)
class Shown:
    """A page: what makes its table and says where it is, and what is done on it before the picture."""

    path: Callable[[Site], str]
    prepare: Callable[[Visitor], None] = nothing


def plain(path: str, prepare: Callable[[Visitor], None] = nothing) -> Shown:
    """A page that needs no match."""
    return Shown(lambda site: path, prepare)


ICE, IGLU = '[data-game="ice-cult"]', '[data-game="iglu"]'
PICTURE = taps(then="#camera img:not([hidden])")
PAGES: dict[str, Shown] = {
    "table": Shown(in_play), "camera": Shown(filmed, PICTURE), "far": Shown(at_two_metres),
    "overlay": Shown(on_a_stream),
    "fault": Shown(judged), "fault-far": Shown(judged_afar), "fault-both": Shown(filmed_fault),
    "fault-proven": Shown(proven_fault),
    "won": Shown(won), "won-far": Shown(won_afar), "iglu": Shown(on_the_ice), "iglu-far": Shown(ice_afar),
    "match": Shown(replayed), "replay": Shown(replayed, taps('[data-control="nextFault"]', then=".replay-said")),
    "share": Shown(replayed, taps("#share", "#make-link, #revoke-link", then="dialog input, dialog a")),
    "analysis": Shown(analysed, coached), "matches": Shown(listed), "home": plain("/home"), "new": plain("/new"),
    "new-camera": plain("/new", taps(ICE, then="#address")),
    "new-board": plain("/new", found(ICE, '[data-source="demo"]')),
    "new-players": plain("/new", taps(ICE, '[data-source="none"]', then="#seats input")),
    "new-lay": plain("/new", taps(IGLU, then="#laid")),
    "new-ice-players": plain("/new", taps(IGLU, "#laid", '[data-source="none"]', then="#seats input")),
    "learn": plain("/learn"), "learn-tilt": plain("/learn", taps("#enter", then=".hint-arrow")),
    "learn-tower": plain("/learn", towered),
    "phone": plain("/phone"), "help": plain("/help"), "join": plain("/join"), "invite": plain("/invite"),
    "offline": plain("/offline"),
}  # fmt: skip
"""What can be taken, by name."""
