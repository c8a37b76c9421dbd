"""The demo played to its end and again by *Rematch*: `python -m bench.play.rematches [--times 3] [--port 8769]`.

`icekeeper play demo` runs as its own process and is asked over HTTP, as a page would. Every turn must have the player,
and every accusation the rule, that the film's script says; anything else is printed and the command fails.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from http.cookiejar import CookieJar
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

from webui.icecult.demo import demo_film

PATIENCE_S = 900.0
"""So long one match may take: its film lasts two minutes, and waits for a machine that is slower."""


class Guest:
    """Asks the page as a browser on this machine."""

    def __init__(self, port: int) -> None:
        self._base = f"http://localhost:{port}"
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> Any:
        """What the page answers."""
        with self._opener.open(self._base + path, timeout=30) as answer:
            return json.load(answer)

    def post(self, path: str) -> None:
        """Send an action."""
        headers = {"X-Token": self.get("/api/token")["token"], "Content-Type": "application/json"}
        self._opener.open(Request(self._base + path, b"{}", headers), timeout=30).close()

    def played(self) -> tuple[Any, list[tuple[int, str]]]:
        """Follow the match on the table to its end: the last view, and every accusation (turn, rule) on the way."""
        told: dict[tuple[int, str], None] = {}
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            view = self.get("/api/table/view")
            told |= dict.fromkeys((v["turn"], v["rule"]) for v in view["waiting"] if v["kind"] == "fault")
            if view["how"]:
                return view, list(told)
            time.sleep(0.5)
        raise SystemExit(f"the match was not over after {PATIENCE_S:.0f} seconds")


def false_words(view: Any, told: list[tuple[int, str]]) -> list[str]:
    """What was said of this match that was not so."""
    truth = demo_film().script.log()
    players, acted = [line["player"] for line in truth], [(t["turn"], t["fault"]) for t in truth if t["fault"]]
    seen = [turn["player"] for turn in view["history"]]
    rules = [(turn["turn"], turn["rule"]) for turn in view["history"] if turn["rule"]]
    out = [f"turn {n} was said to break {rule}" for n, rule in dict.fromkeys(told + rules) if (n, rule) not in acted]
    return out if seen == players else [*out, f"the players were said to be {''.join(seen)}, not {''.join(players)}"]


def main() -> int:
    """Play it so often; how often something false was said."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--port", type=int, default=8769)
    args = parser.parse_args()
    command = [sys.executable, "-m", "webui.cli", "play", "demo", "--port", str(args.port)]
    command += ["--store", f"{tempfile.mkdtemp()}/demos.sqlite"]
    page, false = subprocess.Popen(command, stdout=subprocess.PIPE, text=True), 0
    try:
        assert page.stdout is not None
        assert re.search(r"ready", page.stdout.readline())
        guest = Guest(args.port)
        for number in range(1, args.times + 1):
            view, told = guest.played()
            wrong = false_words(view, told)
            false += len(wrong)
            result = f"{len(view['history'])} turns, won by {view['winners'] or 'nobody'}, accused {told}"
            print(f"match {number}: {result}; " + ("; ".join(wrong) or "no false word"), flush=True)
            if number < args.times:
                guest.post("/api/table/rematch")
    finally:
        page.terminate()
        page.wait(30)
    return int(false > 0)


if __name__ == "__main__":
    sys.exit(main())
