"""One browser for all tests of a process, and a real page on a free port for each."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from tests.webui.making import parts_for
from webui.door.server import LOCAL, listening
from webui.parts import Parts
from webui.wiring import Page

FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --window-size=1280,800 --lang=en --accept-lang=en"
)
SPARING = (
    "--kiosk",
    "--renderer-process-limit=1",
    "--disable-site-isolation-trials",
    "--disable-features=SpareRendererForSitePerProcess",
)
"""As a kiosk it draws no tabs and no wheel that turns while a page loads, and one process draws all pages in turn."""
NO_APP = 'Object.defineProperty(Navigator.prototype, "serviceWorker", {get: () => undefined})'
"""A browser that keeps nothing of the page for later: a service worker loads all of it once more."""
WAIT_S = 20.0


class Site:
    """The page running on a free port; can be stopped and started again on the same port."""

    def __init__(self, store: Path | None = None, strangers: bool = False, port: int = 0, **settings: Any) -> None:
        self._store, self._strangers = store, strangers
        self._settings = {"spectators": 10, "workers": 8, **settings}
        self.page = self._start(port)

    def _start(self, port: int) -> Page:
        parts = parts_for(self._store, **self._settings, port=port)
        if self._strangers:  # every browser has to join, as one on another machine
            parts = replace(parts, is_host=lambda address: False)
        page = Page(parts)
        self._thread = threading.Thread(target=page.serve, name="page")
        self._thread.start()
        return page

    @property
    def parts(self) -> Parts:
        """The parts behind the page."""
        return self.page.parts

    def stop(self) -> None:
        """Stop the server."""
        self.page.stop()
        self._thread.join(5)

    def restart(self, between: Callable[[], None] | None = None) -> None:
        """Stop and start again where it was."""
        port = self.page.port
        self.stop()
        if between is not None:
            between()
        self.page = self._start(port)


class Visitor:
    """A browser window with the few gestures the tests need."""

    def __init__(self, driver: webdriver.Chrome) -> None:
        self.driver = driver
        self.base = ""

    def open(self, path: str) -> None:
        """Open a page and wait until it is ready."""
        self.driver.get(self.base + path)
        self.see('body[data-ready="yes"]')

    def size(self, width: int, height: int, **features: str) -> None:
        """The window's size, and what its user prefers."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.prefer(**features)

    def prefer(self, **features: str) -> None:
        """What the window's user prefers; the page that is open follows."""
        media = [{"name": f"prefers-{name.replace('_', '-')}", "value": value} for name, value in features.items()]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})

    def speak(self, language: str) -> None:
        """Ask for pages in this language from now on."""
        cookie = {"name": "language", "value": language, "url": self.base}
        self.driver.execute_cdp_cmd("Network.setCookie", cookie)

    def see(self, css: str, text: str | None = None, seconds: float = WAIT_S) -> WebElement:
        """Wait for an element, with this text in it where one is given."""

        def found(driver: webdriver.Chrome) -> WebElement | None:
            for element in driver.find_elements(By.CSS_SELECTOR, css):
                if text is None or text in (element.get_property("textContent") or ""):
                    return element
            return None

        said = f"waiting for {css!r} with {text!r}"
        found_at_last: WebElement = WebDriverWait(self.driver, seconds, 0.05, [Exception]).until(found, said)
        return found_at_last

    def gone(self, css: str) -> None:
        """Wait until nothing like it is shown."""

        def away(driver: webdriver.Chrome) -> bool:
            return not any(element.is_displayed() for element in driver.find_elements(By.CSS_SELECTOR, css))

        WebDriverWait(self.driver, WAIT_S, 0.05, [Exception]).until(away, f"{css!r} is still shown")

    def tap(self, css: str, text: str | None = None) -> None:
        """Wait for it and press it."""
        press = """
            if (document.querySelector("#board[aria-busy]")) return false;
            const nodes = [...document.querySelectorAll(arguments[0])];
            const node = nodes.find((n) => !n.disabled && (!arguments[1] || n.textContent.includes(arguments[1])));
            node?.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
            return Boolean(node)"""

        def pressed(driver: webdriver.Chrome) -> bool:
            return bool(driver.execute_script(press, css, text))

        WebDriverWait(self.driver, WAIT_S, 0.05).until(pressed, f"nothing to press at {css!r}")

    def choose(self, css: str, value: str) -> None:
        """Choose from a list."""
        change = """
            const node = document.querySelector(arguments[0]);
            if (node) node.value = arguments[1];
            node?.dispatchEvent(new Event("change"));
            return Boolean(node)"""
        WebDriverWait(self.driver, WAIT_S, 0.05).until(
            lambda driver: driver.execute_script(change, css, value), f"nothing to choose from at {css!r}"
        )

    def give(self, css: str, file: str) -> None:
        """Give a file to a field; again where the page has put another field in its place meanwhile."""

        def given(driver: webdriver.Chrome) -> bool:
            driver.find_element(By.CSS_SELECTOR, css).send_keys(file)
            return True

        WebDriverWait(self.driver, WAIT_S, 0.05, [Exception]).until(given, f"no field {css!r}")

    def text(self, css: str) -> str:
        """What it says: asked in one step, since the page may put another element in its place at any time."""
        said = "return document.querySelector(arguments[0])?.textContent ?? null"
        found = WebDriverWait(self.driver, WAIT_S, 0.05).until(
            lambda driver: [text] if (text := driver.execute_script(said, css)) is not None else None, f"no {css!r}"
        )
        return str(found[0])

    def run(self, script: str, *values: Any) -> Any:
        """Run a script on the page."""
        return self.driver.execute_script(script, *values)

    def view(self) -> dict[str, Any]:
        """The table's view as the server has it."""
        found: dict[str, Any] = self.run("return fetch('/api/table/view').then((r) => r.json())")
        return found

    def shows(self, css: str) -> bool:
        """Whether there is such an element now."""
        return bool(self.driver.find_elements(By.CSS_SELECTOR, css))

    def until(self, condition: Callable[[], bool], seconds: float = WAIT_S) -> None:
        """Wait for anything else."""
        WebDriverWait(self.driver, seconds, 0.05).until(lambda _: condition())

    def complaints(self) -> list[str]:
        """What the page complained about in its console."""
        return [line["message"] for line in self.driver.get_log("browser") if line["level"] == "SEVERE"]


@contextmanager
def chromium(folder: Path, *flags: str) -> Iterator[webdriver.Chrome]:
    """Debian's chromium with its data in this folder; it takes certificates that people accept after a warning."""
    options = Options()
    options.binary_location = shutil.which("chromium") or "/usr/bin/chromium"
    options.accept_insecure_certs = True
    for flag in (*FLAGS.split(), f"--user-data-dir={folder}", *flags):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chrome = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver") or "chromedriver"))
    try:
        yield chrome
    finally:
        chrome.quit()


@pytest.fixture(scope="package", autouse=True)
def scripts_kept(outside: None) -> Iterator[None]:
    """No script changes here: the browser need not ask before every page whether each of them is still the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "get_send_file_max_age", lambda app, name: 3600)
        yield


@pytest.fixture(scope="session")
def driver(outside: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    """One browser for all."""
    with chromium(tmp_path_factory.mktemp("browser"), *SPARING) as chrome:
        yield chrome


@contextmanager
def window(driver: webdriver.Chrome) -> Iterator[Visitor]:
    """A fresh window: no cookies, nothing remembered, a laptop that wants no motion."""
    made = Visitor(driver)
    driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    made.size(1280, 800, color_scheme="light", reduced_motion="reduce")
    driver.get_log("browser")
    yield made
    driver.get("about:blank")


@pytest.fixture
def visitor(driver: webdriver.Chrome) -> Iterator[Visitor]:
    """A fresh window of somebody who installs no app."""
    kept = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": NO_APP})
    with window(driver) as made:
        yield made
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", kept)


@pytest.fixture(scope="session")
def port() -> int:
    """One port for the pages of a process, one after the other: the browser knows their scripts from the last one."""
    with listening(LOCAL, 0) as made:
        return int(made.getsockname()[1])


@pytest.fixture
def site(visitor: Visitor, port: int) -> Iterator[Site]:
    """A page with nothing on the table."""
    made = Site(port=_still_free(port))
    visitor.base = made.page.address
    visitor.driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": made.page.address, "storageTypes": "all"})
    yield made
    made.stop()


def _still_free(port: int) -> int:
    """The port, or 0 for any other where somebody else has taken it."""
    try:
        listening(LOCAL, port).close()
    except OSError:
        return 0
    return port
