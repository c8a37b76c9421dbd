"""Tables of IGLU IGLU for the tests of the page: a late one, devices that have joined, and matches by chance."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.webui.making import Page
from webui.parts import Parts

PLAYERS = [{"name": "Ada", "colour": "r"}, {"name": "Bela", "colour": "b"}]

LATE: dict[str, Any] = {
    "board": ["L~~~~~~L", "~~~~~~~~", "~~~~~~~~", "~~##~~~~", "~~##~~~~", "~~~~~~~~", "~~~~~~#~", "L~~~~~~L"],
    "on": {"b5": "fish1", "c5": "rr", "d4": "rrr", "d5": "bb", "g2": "bbb"},
    "reserve": {},
    "igloos": {"r": 2, "b": 2},
    "supply": {"fish": [7, 12, 8], "fox": [3, 4, 3], "bear": 4},
    "hands": {"r": [], "b": []},
    "caught": {"r": [], "b": []},
    "out": {},
    "lost": 51,
    "to_move": "r",
}
"""One tile can still melt, c4; then the ice is gone and the islands are counted."""

ATTACK: dict[str, Any] = LATE | {
    "board": ["L~~~~~~L", "~~~~~~~~", "~#~~~~~~", "~~##~~~~", "~~##~~~~", "~~~~~~~~", "~~~~~~##", "L~~~~~~L"],
    "on": {"b5": "fish1", "c5": "rr", "c6": "bear4", "d4": "rrr", "d5": "bb", "g2": "bbb"},
    "supply": {"fish": [7, 12, 8], "fox": [3, 4, 3], "bear": 3},
    "hands": {"r": ["?"], "b": ["?"]},
    "lost": 47,
}
"""A bear stands near; red and blue have kept a tile each, and three tiles can melt."""


def open_iglu(parts: Parts, start: Any = None, players: list[dict[str, str]] | None = None) -> str:
    """A match by hand on the table; its id."""
    return parts.desk.open(players or PLAYERS, name="Ice", game="iglu", start=start)


def joined(parts: Parts, address: str, colour: str = "") -> Page:
    """A device that has taken a seat, and said whose it is."""
    page = Page(parts, address)
    assert page.post("/api/join", {"code": parts.seats.invitation().seat}).status_code == 200
    if colour:
        assert page.post("/api/table/colour", {"colour": colour}).status_code == 200
    return page


def watching(parts: Parts, address: str) -> Page:
    """A device of a spectator."""
    page = Page(parts, address)
    assert page.post("/api/join", {"code": parts.seats.invitation().watch}).status_code == 200
    return page


def say(page: Page, *words: str) -> dict[str, Any]:
    """Enter words on this device; its view afterwards."""
    view: dict[str, Any] = {}
    for word in words:
        answer = page.post("/api/table/act", {"word": word})
        assert answer.status_code == 200, answer.get_json()
        view = answer.get_json()["view"]
    return view


def play_on(parts: Parts, rng: Random, turns: int) -> None:
    """So many turns by chance on whatever is on the table, until the match is over."""
    table = parts.desk.table()
    until = len(table.match.turns) + turns
    view = table.view()
    while len(view["history"]) < until and view["how"] is None:
        legal = [word for word in view["turn"]["legal"] if word != "done"]
        if view["turn"]["may_end"] and (not legal or rng.random() < 0.3):
            view = table.done().result(5)
        else:
            view = table.act(rng.choice(legal)).result(5)
