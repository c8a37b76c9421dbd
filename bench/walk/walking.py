"""`python -m bench.walk`: a new user's evening in a real browser, to the end of a rematch, with every tap counted.

    python -m bench.walk --only hand        by hand; demo: the virtual table of `make demo`; camera: a filmed table

A word is false where the referee names a breach that nobody committed, or none where somebody did. Ends with 1 where
a word was false or more taps were needed than wanted. The filmed tables are played as fast as people play: minutes.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from selenium import webdriver

from bench.results import figure
from bench.walk.camera import Camera, Filmed, on_air
from coach.coach import Budget
from coach.games import coach_for
from tests.webui.browser.conftest import Site, Visitor, chromium
from tests.webui.making import play
from vision.icecult.sim.play.match import random_match
from vision.icecult.sim.play.script import TurnScript
from vision.icecult.sim.staging import stage_for
from webui.icecult.demo import demo_film
from webui.record.match import Match
from webui.table.resuming import reopenable

TITLE: Final = "A new user's walk to the end of a rematch"
SEED: Final = 11
"""A match of eight turns that ends with a win, whoever of the two begins."""
MOST_TURNS: Final = 60
PATIENCE_S: Final = 120.0
GOALS: Final = {"hand": 4, "camera": 6, "demo": 0}


class Walker(Visitor):
    """A visitor whose taps are counted."""

    def __init__(self, driver: webdriver.Chrome) -> None:
        super().__init__(driver)
        self.taps = 0

    def tap(self, css: str, text: str | None = None) -> None:
        """Wait for it and press it: one tap."""
        super().tap(css, text)
        self.taps += 1


@dataclass(slots=True)
class Walked:
    """What a walk came to."""

    name: str
    taps: int = 0
    """Until the first turn was judged, those of the turn itself not counted."""
    rematch_taps: int = 0
    turns: int = 0
    false: list[str] = field(default_factory=list)
    begun: float = field(default_factory=time.monotonic)
    seconds: float = 0.0


def said(site: Site) -> Match:
    """The match on the table."""
    return site.parts.desk.table().match


def false_words(match: Match, script: Sequence[TurnScript] | None) -> list[str]:
    """Where the verdicts on record are not those of what was really played; without a script nobody broke a rule."""
    out = []
    for turn in match.turns:
        truth = script[turn.number - 1].accused if script is not None and turn.number <= len(script) else ""
        verdict = turn.verdict
        told = ", ".join(verdict.get("put_right", ())) if turn.legal else str(verdict.get("rule") or "nothing")
        if told != truth:
            out.append(f"turn {turn.number}: told {told or 'legal'}, played {truth or 'legal'}")
    if script is not None and len(match.turns) != len(script):
        out.append(f"{len(match.turns)} turns, played {len(script)}")
    return out


def judged(visitor: Walker, site: Site, walked: Walked, script: Sequence[TurnScript] | None) -> None:
    """Wait for the end of the match, which nobody taps; what was said of it, and whether faults and win were shown."""
    heard = 0
    while not said(site).over:
        visitor.until(lambda: said(site).over or len(said(site).turns) > heard, PATIENCE_S)  # noqa: B023
        for turn in said(site).turns[heard:]:
            told = turn.verdict.get("rule") or "legal"
            print(f"  {walked.name}: turn {turn.number}, {told}", file=sys.stderr, flush=True)
            if turn.legal is False:
                visitor.see("#banner b", f"Turn {turn.number},")
        heard = len(said(site).turns)
    visitor.see('#banner[data-kind="win"]', seconds=60)
    walked.turns += len(said(site).turns)
    walked.false += false_words(said(site), script)


def play_to_the_end(site: Site) -> None:
    """Every turn by hand as the coach would play it at a glance."""
    match = said(site)
    coach = coach_for(match.game, match.rules)
    for _ in range(MOST_TURNS):
        if said(site).over:
            return
        play(site.parts, coach.advise(said(site).before, Budget(seconds=0.1)).best[0].words, end=False)
        if not said(site).over:
            site.parts.desk.table().done().result(5)
    raise RuntimeError("the match does not end")


def again(visitor: Walker, site: Site, walked: Walked) -> None:
    """One tap: the same people once more."""
    before, taps = site.parts.desk.table().match_id, visitor.taps
    visitor.tap("#rematch")

    def begun() -> bool:
        session = site.parts.desk.session
        return session is not None and session.match_id != before

    visitor.until(begun, 30)
    walked.rematch_taps = visitor.taps - taps


def choose_game(visitor: Walker) -> None:
    """From the home page to a new match of ICE CULT: two taps."""
    visitor.open("/")
    visitor.driver.find_element("css selector", 'a[href="/new"]').click()
    visitor.taps += 1
    visitor.see('body[data-ready="yes"] #games')
    visitor.tap('[data-game="ice-cult"]')


def by_hand(visitor: Walker, site: Site) -> Walked:
    """Without a camera: every turn is entered."""
    walked = Walked("hand")
    choose_game(visitor)
    visitor.tap('[data-source="none"]')
    visitor.tap("#begin")
    visitor.see('body[data-ready="yes"] #board')
    walked.taps = visitor.taps
    play_to_the_end(site)
    judged(visitor, site, walked, None)
    again(visitor, site, walked)
    play_to_the_end(site)
    judged(visitor, site, walked, None)
    return walked


def on_the_demo(visitor: Walker, site: Site) -> Walked:
    """What `make demo` opens: the virtual table plays itself."""
    walked, script = Walked("demo"), demo_film().script.turns
    site.parts.desk.demonstrate("ice-cult", "demo")
    visitor.open("/")
    visitor.until(lambda: bool(said(site).turns), PATIENCE_S)
    walked.taps = visitor.taps
    judged(visitor, site, walked, script)
    again(visitor, site, walked)
    judged(visitor, site, walked, script)
    return walked


def at_a_camera(visitor: Walker, site: Site) -> Walked:
    """A filmed table: the camera's address is typed, the board found, and nobody touches the page again."""
    walked, stage = Walked("camera"), stage_for(SEED, "sides")
    one, two = (Filmed(random_match(SEED, who, 14, (), stage=stage, happenings=0, eager=True)) for who in ("ry", "yr"))
    print("  camera: both matches are filmed", file=sys.stderr, flush=True)
    camera = Camera(one)
    with on_air(camera) as address:
        assert reopenable(address) is not None
        choose_game(visitor)
        visitor.see("#address").send_keys(address)
        visitor.tap("#address-form button")
        visitor.see(".tips .guess", seconds=40)
        visitor.tap("#find-auto")
        visitor.see(".grade", seconds=60)
        visitor.tap("#board-good")
        visitor.see('[data-step="players"]:not([hidden]) #seats input')
        visitor.tap("#begin")
        for film in (one, two):
            visitor.see('body[data-ready="yes"] #board')
            visitor.until(lambda: visitor.view()["eye"]["status"] == "rest", 60)
            camera.play()
            if film is one:
                visitor.until(lambda: bool(said(site).turns), PATIENCE_S)
                walked.taps = visitor.taps
            judged(visitor, site, walked, film.script.turns)
            if film is one:
                camera.lay(two)
                again(visitor, site, walked)
        site.parts.desk.clear()
    return walked


WALKS: Final = {"hand": by_hand, "demo": on_the_demo, "camera": at_a_camera}


def walk(driver: webdriver.Chrome, name: str) -> Walked:
    """One walk on a page of its own."""
    site, visitor = Site(gets_per_s=1000), Walker(driver)
    visitor.base = site.page.address
    visitor.size(1366, 768, color_scheme="light")
    begun = time.monotonic()
    try:
        walked = WALKS[name](visitor, site)
    finally:
        driver.get("about:blank")
        site.stop()
    walked.seconds = time.monotonic() - begun
    return walked


def main() -> int:
    """Walk, and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=tuple(WALKS), help="this walk alone")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, chromium(Path(folder)) as driver:
        every = [walk(driver, name) for name in ([args.only] if args.only else WALKS)]
    print("walk     taps  wanted  rematch  turns  false  seconds")
    for each in every:
        goal, false = GOALS[each.name], len(each.false)
        row = (each.taps, goal, each.rematch_taps, each.turns, false, round(each.seconds))
        print(f"{each.name:8}{row[0]:5}{row[1]:8}{row[2]:9}{row[3]:7}{row[4]:7}{row[5]:9}")
        print("".join(f"    {line}\n" for line in each.false), end="")
        figure(
            f"{each.name}: taps to the first judged turn, and to the rematch",
            f"{each.taps}, {each.rematch_taps}",
            f"{goal}, 1",
        )
        figure(f"{each.name}: false words in {each.turns} turns", str(false), "0")
    return 1 if any(each.false or each.taps > GOALS[each.name] for each in every) else 0


if __name__ == "__main__":
    sys.exit(main())
