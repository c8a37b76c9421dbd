"""`make bench-page`: how heavy the pages are, how soon they paint, and whether browsers would install them."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

from bench.results import figure
from webui.igluiglu.demo import open_demo as open_iglu_demo
from webui.settings import Settings
from webui.wiring import Page, build

FLAGS: Final = "--headless=new --no-sandbox --disable-gpu --no-first-run --disable-background-networking"
MOST_BYTES: Final = 150 * 1024
MOST_MS: Final = 1000.0
PATHS: Final = ("/home", "/new", "/matches", "/table", "/matches/{match}")
PLAYERS: Final = [{"name": "Ada", "colour": "r"}, {"name": "Bela", "colour": "y"}]
PAINT: Final = """
    const done = arguments[0];
    const told = () => {
      const paint = performance.getEntriesByName("first-contentful-paint")[0];
      paint ? done(paint.startTime) : setTimeout(told, 20);
    };
    told();"""


@dataclass(frozen=True, slots=True)
class Weighed:
    """One page, opened fresh."""

    path: str
    sent: int
    requests: int
    paint_ms: float
    foreign: tuple[str, ...]


def weigh(driver: webdriver.Chrome, base: str, path: str) -> Weighed:
    """Open a page with nothing kept and count what the network brought; a live connection as far as it came."""
    driver.execute_cdp_cmd("Network.enable", {})
    driver.execute_cdp_cmd("Network.setBypassServiceWorker", {"bypass": True})
    driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    driver.get("about:blank")
    driver.get_log("performance")
    driver.get(base + path)
    WebDriverWait(driver, 20, 0.05).until(lambda d: d.execute_script("return document.body.dataset.ready") == "yes")
    paint = float(driver.execute_async_script(PAINT))
    events = [json.loads(line["message"])["message"] for line in driver.get_log("performance")]
    addresses = [str(e["params"]["request"]["url"]) for e in events if e["method"] == "Network.requestWillBeSent"]
    foreign = tuple(a for a in addresses if not a.startswith((base, "data:", "blob:", "about:")))
    return Weighed(path, _sent(events), len(addresses), paint, foreign)


def _sent(events: list[dict[str, Any]]) -> int:
    """Bytes over the wire: of what was loaded, and of what is still coming."""
    finished = {
        e["params"]["requestId"]: e["params"]["encodedDataLength"]
        for e in events
        if e["method"] == "Network.loadingFinished"
    }
    coming = [
        max(0, e["params"]["encodedDataLength"])
        for e in events
        if e["method"] == "Network.dataReceived" and e["params"]["requestId"] not in finished
    ]
    return int(sum(finished.values()) + sum(coming))


def installable(driver: webdriver.Chrome, base: str) -> list[str]:
    """What the browser says against installing the page; nothing where it would."""
    driver.get(f"{base}/home")
    WebDriverWait(driver, 20, 0.05).until(lambda d: d.execute_script("return document.body.dataset.ready") == "yes")
    driver.execute_async_script("navigator.serviceWorker.ready.then(() => arguments[0]())")
    manifest = driver.execute_cdp_cmd("Page.getAppManifest", {})
    found = driver.execute_cdp_cmd("Page.getInstallabilityErrors", {})
    said = [str(error["message"]) for error in manifest["errors"]]
    return said + [str(error["errorId"]) for error in found["installabilityErrors"]]


def chromium(folder: Path) -> webdriver.Chrome:
    """A browser that tells what its network did."""
    options = Options()
    options.binary_location = shutil.which("chromium") or "/usr/bin/chromium"
    for flag in (*FLAGS.split(), f"--user-data-dir={folder}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL"})
    return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver") or "chromedriver"))


def pages(driver: webdriver.Chrome, page: Page) -> list[Weighed]:
    """Every page, with a match of each game on the table."""
    base, desk = page.address, page.parts.desk
    match = desk.open(PLAYERS, name="Saturday")
    rows = [weigh(driver, base, path.format(match=match)) for path in PATHS]
    open_iglu_demo(desk, pace_s=60.0)
    iglu = replace(weigh(driver, base, "/table"), path="/table (IGLU IGLU)")
    return [*(replace(row, path=row.path.replace(match, "…")) for row in rows), iglu]


TITLE = "The weight of pages"


def main() -> int:
    """Print the table; 1 where a page is too heavy, too slow, asks elsewhere, or cannot be installed."""
    page = Page(build(Settings(port=0), None))
    serving = threading.Thread(target=page.serve, name="page")
    serving.start()
    with tempfile.TemporaryDirectory() as folder:
        driver = chromium(Path(folder))
        try:
            rows = pages(driver, page)
            against = installable(driver, page.address)
        finally:
            driver.quit()
            page.stop()
            serving.join(10)
    print("page                                  sent   requests   first paint")
    for row in rows:
        print(f"{row.path[:30]:30s} {row.sent / 1024:8.1f} KiB {row.requests:8d} {row.paint_ms:10.0f} ms")
    weights = ", ".join(f"{row.path} {row.sent / 1024:.1f}" for row in rows)
    figure("sent, in KiB", weights, "150")
    paints = [row.paint_ms for row in rows]
    figure("first paint", f"{min(paints):.0f} to {max(paints):.0f} ms", "1 s")
    print(f"installable: {'yes' if not against else ', '.join(against)}")
    bad = any(row.sent > MOST_BYTES or row.paint_ms > MOST_MS or row.foreign for row in rows)
    return int(bad or bool(against))


if __name__ == "__main__":
    sys.exit(main())
