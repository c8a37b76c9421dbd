"""Matches on a club's record for the tests of its page, and the page on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.webui.club.tables import sender, there, until
from tests.webui.making import near_won
from webui.club.address import Address
from webui.club.page.app import create_club_app
from webui.club.page.serving import build_club
from webui.club.parts import ClubParts
from webui.record.events import Event
from webui.record.fold import apply, fold
from webui.record.match import Match
from webui.record.opening import create_match
from webui.record.store import Picture, Store
from webui.referee import by_hand


def said(store: Store, match_id: str, words: Sequence[str], at: float, end: bool = True) -> Match:
    """Enter words by hand, and say that the turn is over; the match then."""
    match = fold(store.events(match_id))
    news: list[Event] = []
    for word in words:
        fresh = by_hand.act(match, word, at)
        match, news = _after(match, fresh), [*news, *fresh]
    if end and not match.over:
        news += by_hand.done(match, at)
    store.append(match_id, news)
    return fold(store.events(match_id))


def _after(match: Match, news: Sequence[Event]) -> Match:
    for event in news:
        match = apply(match, event)
    return match


def won_by_red(store: Store, names: Sequence[str], at: float, colours: str = "ry", title: str = "") -> str:
    """A match of ICE CULT that red wins in its first turn."""
    players = [{"name": name, "colour": colour} for name, colour in zip(names, colours, strict=True)]
    match_id = create_match(store, players, name=title, start=near_won(), at=at)
    assert said(store, match_id, ("Nn", "Ee", "rS5@NE"), at + 60).winners == "r"
    return match_id


def sent(store: Store, club: str, matches: Sequence[str], name: str = "Table 1") -> None:
    """Send these matches to the club, and wait until they are there."""
    with sender(store, club, name, matches[-1]) as one:
        for match_id in matches:
            one.enlist(match_id)
        until(lambda: all(len(there(club, m)) == store.head(m).events for m in matches))
        wanted = sum(len(store.pictures(m)) for m in matches)
        until(lambda: sum(one.outbox.count_pictures(m) for m in matches) == wanted and not any(map(one.waits, matches)))


@contextmanager
def page_on(club: str) -> Iterator[ClubPageClient]:
    """The club's page, asked directly; it follows nothing by itself."""
    parts = build_club(Address.parse(club))
    try:
        yield ClubPageClient(parts)
    finally:
        parts.analyst.stop()
        parts.record.close()


class ClubPageClient:
    """A client of the club's page that sends its token with every action."""

    def __init__(self, parts: ClubParts, address: str = "127.0.0.1") -> None:
        self.parts = parts
        self.client: FlaskClient = create_club_app(parts).test_client()
        self._where = {"base_url": "http://localhost:8770", "environ_base": {"REMOTE_ADDR": address}}
        self.token = self.get("/api/token").get_json()["token"]

    def get(self, path: str) -> TestResponse:
        """GET a page."""
        return self.client.get(path, buffered=True, **self._where)  # type: ignore[arg-type]

    def json(self, path: str) -> Any:
        """GET some JSON."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.text
        return answer.get_json()

    def post(self, path: str, body: Any = None, method: str = "POST") -> TestResponse:
        """Send an action as the page does."""
        return self.client.open(
            path,
            method=method,
            json=body or {},
            headers={"X-Token": self.token},
            **self._where,  # type: ignore[arg-type]
        )


__all__ = ["ClubPageClient", "Picture", "page_on", "said", "sent", "won_by_red"]
