"""The gate: who may do what, from where, how often, and what every answer carries."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.webui.making import PLAYERS, Page, parts_for
from webui.parts import Parts
from webui.routes.gate.guard import known_host

OUTSIDE = "192.168.1.77"


def test_every_answer_carries_a_policy_without_inline_script(page: Page) -> None:
    for path in ("/table", "/home", "/api/table/view", "/static/css/kit/base.css", "/nowhere"):
        policy = page.get(path).headers["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert page.get(path).headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/table", "/home", "/new", "/learn", "/matches", "/matches/x", "/join", "/phone"])
def test_no_page_has_inline_script_or_style_or_foreign_addresses(page: Page, path: str) -> None:
    text = page.get(path).get_data(as_text=True)
    assert "<script>" not in text
    assert " style=" not in text
    assert " onclick=" not in text
    assert "://" not in text.replace("rtsp://", "")


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8765", "localhost.evil.example", ""])
def test_a_strange_host_is_refused(page: Page, host: str) -> None:
    assert page.get("/home", base_url=f"http://{host or 'x y'}").status_code == 403


@pytest.mark.parametrize("host", ["localhost:8765", "127.0.0.1:8765", "[::1]:8765", "192.168.1.5:80", "[::1]"])
def test_known_hosts(host: str) -> None:
    assert known_host(host)


def test_an_action_without_the_token_is_refused_and_changes_nothing(page: Page) -> None:
    answer = page.client.post("/api/table/act", json={"word": "Nn"}, base_url="http://localhost:8765")
    assert answer.status_code == 419
    assert page.get("/api/table/view").get_json()["turn"]["tilts"] == []


def test_a_token_of_another_device_is_refused(table: Parts) -> None:
    one, other = Page(table), Page(table)
    one.token = other.token
    assert one.post("/api/table/act", {"word": "Nn"}).status_code == 419


@pytest.mark.parametrize(
    "header", [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec_Fetch_Site": "cross-site"}]
)
def test_an_action_from_another_page_is_refused(page: Page, header: dict[str, str]) -> None:
    assert page.post("/api/table/act", {"word": "Nn"}, **header).status_code == 403


def test_an_action_from_our_own_page_is_taken(page: Page) -> None:
    answer = page.post("/api/table/act", {"word": "Nn"}, Origin="http://localhost:8765", Sec_Fetch_Site="same-origin")
    assert answer.get_json()["view"]["turn"]["tilts"] == ["Nn"]


def test_a_request_that_is_too_big_is_refused(page: Page) -> None:
    assert page.post("/api/table/act", {"word": "N" * 70_000}).status_code == 413


def test_too_many_actions_are_slowed_down() -> None:
    made = parts_for(posts_per_s=2.0)
    made.desk.open(PLAYERS)
    page = Page(made)
    codes = [page.post("/api/table/act", {"word": "zz"}).status_code for _ in range(12)]
    made.desk.clear()
    assert codes[0] == 400
    assert codes[-1] == 429


def test_a_stranger_in_the_network_only_finds_the_door(table: Parts) -> None:
    page = Page(table, OUTSIDE)
    assert page.get("/table").headers["Location"] == "/join"
    assert page.get("/api/table/view").status_code == 403
    assert page.get("/api/matches").status_code == 403
    assert page.post("/api/table/act", {"word": "Nn"}).status_code == 403


def test_a_spectator_sees_and_changes_nothing(table: Parts) -> None:
    page = Page(table, OUTSIDE)
    assert page.post("/api/join", {"code": table.seats.invitation().watch}).get_json() == {"role": "spectator"}
    assert page.get("/api/table/view").status_code == 200
    assert 'data-role="spectator"' in page.get("/table").get_data(as_text=True)
    for path in ("/api/table/act", "/api/table/done", "/api/setup/start", "/api/phone/picture"):
        assert page.post(path, {"word": "Nn"}).status_code == 403


def test_a_seated_device_acts_but_does_not_open_cameras(table: Parts) -> None:
    page = Page(table, OUTSIDE)
    page.post("/api/join", {"code": table.seats.invitation().seat})
    assert page.post("/api/table/act", {"word": "Nn"}).get_json()["view"]["turn"]["tilts"] == ["Nn"]
    assert page.post("/api/setup/camera", {"source": "0"}).status_code == 403
    assert page.post("/api/learn/restart").status_code == 403
    assert page.get("/api/invitation").status_code == 403


def test_codes_cannot_be_guessed_in_a_hurry(table: Parts) -> None:
    page = Page(table, OUTSIDE)
    codes = [page.post("/api/join", {"code": "AAAAAA"}).status_code for _ in range(9)]
    assert codes == [403] * 6 + [429] * 3


def test_codes_are_shown_to_the_host_alone_and_only_with_lan() -> None:
    open_house = parts_for(lan=True)
    page = Page(open_house)
    codes = page.get("/api/invitation").get_json()
    assert codes["seat"]["link"].endswith(f"/join#{codes['seat']['code']}")
    assert page.get("/api/invitation/seat.svg").mimetype == "image/svg+xml"
    assert Page(parts_for()).get("/api/invitation").status_code == 403


def test_a_role_cannot_be_forged(table: Parts) -> None:
    page = Page(table, OUTSIDE)
    forger = Flask("forger")
    forger.secret_key = b"guess"
    signer = forger.session_interface.get_signing_serializer(forger)  # type: ignore[attr-defined]
    page.client.set_cookie("icekeeper", signer.dumps({"role": "seat"}), domain="localhost")
    assert page.get("/api/table/view").status_code == 403
