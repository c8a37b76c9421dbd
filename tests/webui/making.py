"""Parts, apps and matches for the tests of the page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.icecult.state import State
from webui.app import create_app
from webui.nearby.neighbourhood import Neighbourhood
from webui.parts import Parts
from webui.settings import Settings
from webui.wiring import build

PLAYERS = [{"name": "Ada", "colour": "r"}, {"name": "Bela", "colour": "y"}, {"name": "Chiara", "colour": "g"}]
FIRST_TURN = ("Nn", "Ee", "gS0@NW", "rS0@NE", "yE0@SE")
"""A legal first turn with the standard set."""


def parts_for(path: Path | None = None, nearby: Neighbourhood | None = None, **settings: Any) -> Parts:
    """All parts on a record in memory or in a file; any free port."""
    return build(Settings(**{"port": 0, **settings}), path, nearby=nearby)


def near_won() -> State:
    """Red needs one more step on the south path, and the tilts Nn, Ee give it: then rS5@NE wins."""
    return State.from_json(
        {
            "cubes": dict.fromkeys(("NW", "NE", "SE", "SW"), "UN"),
            "paths": {"N": ["", "", "", "", ""], "E": [""] * 5, "S": ["", "", "", "", "r"], "W": [""] * 5},
            "start": "yyyyygggggbbbbb",
            "goal": {"N": "rrrr", "E": "", "S": "", "W": ""},
            "to_move": "r",
        }
    )


def play(parts: Parts, words: Sequence[str], end: bool = True) -> dict[str, Any]:
    """Enter a turn by hand on the table; the view afterwards."""
    table = parts.desk.table()
    for word in words:
        table.act(word).result(20)
    return table.done().result(20) if end else table.view()


class Page:
    """A test client that sends the page's token with every action."""

    def __init__(self, parts: Parts, address: str = "127.0.0.1") -> None:
        self.client: FlaskClient = create_app(parts).test_client()
        self._where: dict[str, Any] = {"base_url": "http://localhost:8765", "environ_base": {"REMOTE_ADDR": address}}
        self.token = self.get("/api/token").get_json()["token"]

    def get(self, path: str, **more: Any) -> TestResponse:
        """GET a page."""
        return self.client.get(path, **{"buffered": True, **self._where, **more})

    def post(self, path: str, body: Any = None, method: str = "POST", **headers: str) -> TestResponse:
        """Send an action as the page does."""
        sent = {"X-Token": self.token, **{name.replace("_", "-"): value for name, value in headers.items()}}
        return self.client.open(path, method=method, json={} if body is None else body, headers=sent, **self._where)
