"""Another program is told of the table: what is news, signed, once each, near by, and never at the table's expense."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from tests.waiting import until
from tests.webui.igluiglu.making import PLAYERS as ICE_PLAYERS
from tests.webui.making import FIRST_TURN, PLAYERS, near_won, parts_for, play
from webui.parts import Parts
from webui.table.upkeep.webhook import SIGNATURE, Target, Webhook, WebhookError, signature

SECRET = "a word that both of us know"


class Receiver:
    """A program that hears."""

    def __init__(self, statuses: tuple[int, ...] = ()) -> None:
        self.got: list[tuple[dict[str, Any], str, bytes]] = []
        answers, kept = list(statuses), self.got

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                kept.append((json.loads(body), str(self.headers[SIGNATURE]), body))
                self.send_response(answers.pop(0) if answers else 204)
                self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,), name="receiver")
        self.thread.start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook?table=1"

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    yield made
    made.close()


@pytest.fixture
def table() -> Iterator[Parts]:
    parts = parts_for(None)
    yield parts
    parts.desk.clear()
    parts.store.close()


def hooked(parts: Parts, url: str) -> Webhook:
    """A webhook that hears this table."""
    hook = Webhook(url, SECRET, tries_s=(0.0, 0.02, 0.04))
    parts.desk.listeners.append(hook.hear)
    hook.start()
    return hook


def test_turns_faults_and_the_end_are_told_once_each_and_signed(table: Parts, receiver: Receiver) -> None:
    hook = hooked(table, receiver.url)
    table.desk.open(PLAYERS, name="Saturday")
    play(table, FIRST_TURN)
    play(table, ("Nn", "Ee"))
    table.desk.table().finish().result(5)
    until(lambda: len(receiver.got) == 4)
    assert [told["event"] for told, _, _ in receiver.got] == ["turn", "turn", "fault", "end"]
    for told, signed, body in receiver.got:
        assert signed == signature(SECRET.encode(), body)
        assert told["view"]["match"]["name"] == "Saturday"
    assert len({told["id"] for told, _, _ in receiver.got}) == 4
    hook.stop()


def test_a_win_is_the_end_and_a_match_that_is_put_back_is_no_news(table: Parts, receiver: Receiver) -> None:
    match_id = table.desk.open(PLAYERS, start=near_won())
    hook = hooked(table, receiver.url)
    table.desk.put(match_id)
    play(table, ("Nn", "Ee", "rS5@NE"), end=False)
    until(lambda: len(receiver.got) == 2)
    assert [told["event"] for told, _, _ in receiver.got] == ["turn", "end"]
    assert receiver.got[-1][0]["view"]["winners"] == "r"
    hook.stop()


def test_what_fails_is_tried_again_and_a_redirection_is_not_followed(table: Parts) -> None:
    receiver = Receiver((500, 307))
    hook = hooked(table, receiver.url)
    table.desk.open(PLAYERS)
    play(table, FIRST_TURN)
    until(lambda: len(receiver.got) == 3)
    assert len({told["id"] for told, _, _ in receiver.got}) == 1, "the same news three times"
    hook.stop()
    receiver.close()


def test_nothing_that_is_one_players_alone_is_sent(table: Parts, receiver: Receiver) -> None:
    hook = hooked(table, receiver.url)
    table.desk.open(ICE_PLAYERS, game="iglu")
    table.desk.table().finish().result(5)
    until(lambda: receiver.got)
    assert "private" not in receiver.got[-1][0]["view"]
    hook.stop()


def test_a_receiver_that_is_not_there_holds_nothing_up(table: Parts) -> None:
    hook = hooked(table, "http://127.0.0.1:9/nobody")
    table.desk.open(PLAYERS)
    for _ in range(70):
        play(table, ("Nn", "Ee"))
    assert len(table.desk.table().match.turns) == 70
    hook.stop()


@pytest.mark.parametrize("url", ["http://8.8.8.8/x", "http://[2001:4860:4860::8888]/x", "http://0.0.0.0/x"])
def test_only_the_own_network_is_told_unless_anywhere_is_allowed(url: str) -> None:
    with pytest.raises(WebhookError, match="own network"):
        Webhook(url, SECRET)
    assert Target.parse(url).addresses(anywhere=True)


@pytest.mark.parametrize(
    "url", ["ftp://10.0.0.1/x", "10.0.0.1", "http://me:secret@10.0.0.1/", "http://", "http://a:x/"]
)
def test_an_address_that_is_none_is_refused_in_words(url: str) -> None:
    with pytest.raises(WebhookError):
        Webhook(url, SECRET)


def test_a_short_secret_is_refused() -> None:
    with pytest.raises(WebhookError, match="at least 16"):
        Webhook("http://127.0.0.1/", "short")
