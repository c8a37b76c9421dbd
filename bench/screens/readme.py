"""`make screenshots`: the pictures of the page for the README, taken from a real browser into docs/."""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

from tests.webui.browser.conftest import FLAGS, Site, Visitor
from tests.webui.browser.evening.test_overlay import pixels
from tests.webui.making import PLAYERS
from vision.icecult.sim.draw.render import Renderer
from vision.icecult.sim.play.match import random_match
from vision.icecult.sim.play.script import Film
from vision.icecult.sim.staging import stage_for
from webui.igluiglu.demo import open_demo as open_iglu_demo
from webui.parts import Parts

DOCS = Path(__file__).parents[2] / "docs"
LAPTOP = (1280, 800)
JPEG = [cv2.IMWRITE_JPEG_QUALITY, 75, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444]
FOUR = [*PLAYERS, {"name": "Dora", "colour": "b"}]


def browser(folder: str) -> webdriver.Chrome:
    """Debian's chromium without a window."""
    options = Options()
    options.binary_location = shutil.which("chromium") or "/usr/bin/chromium"
    for flag in (*FLAGS.split(), f"--user-data-dir={folder}", "--hide-scrollbars"):
        options.add_argument(flag)
    return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver") or "chromedriver"))


def played(parts: Parts, turns: int, layout: str = "sides", seed: int = 11) -> None:
    """A match by hand after some random turns, in the middle of one in which something is owed."""
    chance = random.Random(seed)
    parts.desk.open(FOUR, name="Saturday at the lake", layout=layout)
    table = parts.desk.table()
    view = table.view()
    while len(view["history"]) < turns or len(view["turn"]["owed"]) != 2 or len(view["turn"]["tilts"]) < 2:
        legal, turn = view["turn"]["legal"], view["turn"]
        steps = [word for word in legal if word[0] in "rygb"]
        forgetful = len(turn["tilts"]) == 2 and len(view["history"]) == turns - 3
        if turn["may_end"] or forgetful or not legal:
            view = table.done().result(5)
        else:
            view = table.act(chance.choice(steps or legal)).result(5)
    if view["verdict"]:
        table.offer(view["verdict"]["id"], "play-on").result(5)


def take(visitor: Visitor, name: str) -> None:
    """Write one picture; photographs as JPEG with all their colours, so that letters on them stay crisp."""
    file = DOCS / name
    if file.suffix == ".png":
        visitor.driver.save_screenshot(str(file))
    else:
        shot = np.frombuffer(visitor.driver.get_screenshot_as_png(), np.uint8)
        cv2.imwrite(str(file), np.asarray(cv2.imdecode(shot, cv2.IMREAD_COLOR)), JPEG)
    print(f"docs/{name}")


def by_hand(visitor: Visitor, site: Site) -> None:
    """The table in the middle of a match, and a verdict."""
    played(site.parts, 9)
    visitor.size(*LAPTOP, color_scheme="light", reduced_motion="reduce")
    visitor.open("/table")
    take(visitor, "table.png")
    visitor.tap("#done")
    visitor.see("#banner:not([hidden])", "(R1")
    take(visitor, "verdict.png")


def with_camera(visitor: Visitor, site: Site) -> None:
    """The demo: where the board was found."""
    visitor.size(1280, 940, color_scheme="light", reduced_motion="reduce")
    visitor.open("/new")
    visitor.tap('[data-game="ice-cult"]')
    visitor.tap('[data-source="demo"]')
    visitor.see(".tips .guess", seconds=60)
    visitor.tap("#find-auto")
    visitor.see(".grade", seconds=60)
    take(visitor, "wizard.jpg")


def on_the_ice(visitor: Visitor, site: Site) -> None:
    """IGLU IGLU in the middle of its demo, with its islands."""
    visitor.size(*LAPTOP, color_scheme="light", reduced_motion="reduce")
    open_iglu_demo(site.parts.desk, pace_s=0.02)
    visitor.open("/table")
    visitor.see('#history [data-turn="31"]', seconds=120)
    site.parts.desk.table().pause(True).result(5)
    visitor.tap("#islands")
    visitor.see(".coast")
    take(visitor, "iglu.png")


def on_a_stream(visitor: Visitor, site: Site) -> None:
    """The overlay as it lies on a camera's picture."""
    played(site.parts, 9)
    visitor.size(1280, 720, color_scheme="light", reduced_motion="reduce")
    visitor.open("/overlay?show=turn,owed,clock")
    film = Film(random_match(4, "rygb", 1, (), stage=stage_for(4, "sides", "ceiling", (1280, 720))))
    table = Renderer().render(film.first_scene()).bgr.astype(np.float32)
    shot = pixels(visitor).astype(np.float32)
    share = shot[..., 3:] / 255
    cv2.imwrite(str(DOCS / "overlay.jpg"), shot[..., :3] * share + table * (1 - share), JPEG)
    print("docs/overlay.jpg")


def main() -> int:
    """Take every picture."""
    DOCS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        driver = browser(folder)
        try:
            for scene in (by_hand, with_camera, on_the_ice, on_a_stream):
                site, visitor = Site(), Visitor(driver)
                visitor.base = site.page.address
                try:
                    scene(visitor, site)
                finally:
                    driver.get("about:blank")
                    site.stop()
        finally:
            driver.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
