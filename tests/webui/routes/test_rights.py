"""Rights per role: what each may do, how long a place lasts, and how the host takes it back."""

from __future__ import annotations

import threading
from itertools import islice
from pathlib import Path

import pytest

from tests.waiting import until
from tests.webui.making import PLAYERS, Page, play
from tests.webui.routes.test_guard import OUTSIDE
from webui.app import create_app
from webui.parts import Parts
from webui.record.disk.kept import KeptValue
from webui.routes.gate.rights import allowed
from webui.routes.joining import about
from webui.table.seats import DEVICES, LONGEST_S, Role, Seats
from webui.table.upkeep.turnstile import Turnstile

NOT_FOR_SEATS = (
    ("POST", "/api/table/stop"),
    ("POST", "/api/table/leave"),
    ("DELETE", "/api/matches/{match}"),
    ("POST", "/api/matches/{match}/continue"),
    ("POST", "/api/setup/start"),
    ("POST", "/api/setup/camera"),
    ("POST", "/api/learn/forget"),
    ("DELETE", "/api/devices/x"),
)


def seated(parts: Parts, kind: str = "seat", address: str = OUTSIDE) -> Page:
    """Another device that has joined."""
    page = Page(parts, address)
    assert page.post("/api/join", {"code": getattr(parts.seats.invitation(), kind)}).status_code == 200
    return page


@pytest.mark.parametrize("kind", ["seat", "watch"])
@pytest.mark.parametrize(("method", "path"), NOT_FOR_SEATS)
def test_only_the_host_ends_deletes_and_sets_up(table: Parts, kind: str, method: str, path: str) -> None:
    match = table.desk.table().match_id
    assert seated(table, kind).post(path.format(match=match), method=method).status_code == 403
    assert table.desk.table().match_id == match
    assert table.store.events(match)


def test_a_new_route_is_the_hosts_until_somebody_says_otherwise(parts: Parts) -> None:
    rules = create_app(parts).url_map.iter_rules()
    writes = {rule.endpoint for rule in rules if (rule.methods or set()) & {"POST", "PUT", "PATCH", "DELETE"}}
    for_seats = {name for name in writes if allowed(Role.SEAT, name, True) and not name.startswith("table.")}
    coach = {"analysis.start", "analysis.cancel", "analysis.training", "analysis.advice", "analysis.weigh"}
    assert for_seats == {"setup.phone_picture", "matches.rejudge", "matches.try_turn"} | coach
    assert not {name for name in writes if allowed(Role.SPECTATOR, name, True)}
    assert not allowed(Role.SEAT, "new.route", True)


def test_the_host_sees_the_devices_and_takes_a_place_back(table: Parts) -> None:
    host, phone = Page(table), seated(table)
    (device,) = host.get("/api/devices").get_json()["devices"]
    assert (device["role"], device["address"]) == ("seat", OUTSIDE)
    assert phone.get("/api/devices").status_code == 403
    codes = table.seats.invitation()
    assert host.post(f"/api/devices/{device['id']}", method="DELETE").status_code == 200
    assert phone.get("/api/table/view").status_code == 403
    assert phone.post("/api/table/act", {"word": "Nn"}).status_code == 403
    assert phone.post("/api/join", {"code": codes.watch}).status_code == 403, "it cannot return by a code it knew"
    assert host.post(f"/api/devices/{device['id']}", method="DELETE").status_code == 404


def test_a_live_page_ends_when_its_place_is_taken_back(table: Parts) -> None:
    watching = seated(table, "watch")
    lines = iter(watching.get("/api/table/events", buffered=False).response)
    assert next(lines) == b"retry: 1000\n\n"
    assert b"event: view" in next(lines)
    ended = threading.Event()
    listening = threading.Thread(target=lambda: (list(lines), ended.set()))
    listening.start()
    (device,) = table.seats.listed()
    Page(table).post(f"/api/devices/{device.id}", method="DELETE")
    assert ended.wait(5)
    listening.join()
    assert table.hub.following == 0


def test_a_place_ends_with_its_match(table: Parts) -> None:
    phone = seated(table)
    play(table, ("Nn", "Ee"))
    assert phone.get("/api/table/view").status_code == 200
    first = table.desk.table().match_id
    table.desk.clear()
    assert phone.get("/api/matches").status_code == 403, "while its match is away, so is its place"
    table.desk.put(first)
    assert phone.get("/api/table/view").status_code == 200, "the match goes on, and its people with it"
    table.desk.open(PLAYERS)
    assert phone.get("/api/table/view").status_code == 403
    table.desk.put(first)
    assert phone.get("/api/table/view").status_code == 403, "what has ended does not come back"


def test_a_live_page_does_not_see_the_next_match(table: Parts) -> None:
    lines = iter(seated(table, "watch").get("/api/table/events", buffered=False).response)
    list(islice(lines, 2))
    table.desk.open(PLAYERS, name="Private")
    assert "Private" not in b"".join(lines).decode()


def test_codes_of_the_last_match_open_nothing_in_the_next(table: Parts) -> None:
    seated(table)
    old = table.seats.invitation()
    table.desk.open(PLAYERS)
    late = Page(table, OUTSIDE)
    for code in (old.seat, old.watch):
        assert late.post("/api/join", {"code": code}).status_code == 403


def test_a_phone_that_joins_while_the_next_match_is_set_up_keeps_its_place(table: Parts) -> None:
    Page(table).post("/api/setup/camera", {"source": "phone"})
    phone = seated(table)
    table.setup.close()
    table.desk.open(PLAYERS)
    assert phone.get("/api/table/view").status_code == 200


def test_places_survive_a_restart_but_not_a_day_of_running(tmp_path: Path) -> None:
    now = [1000.0]
    kept = KeptValue(tmp_path / "devices.json")
    first = Seats(kept, lambda: now[0])
    device = first.admit(Role.SEAT, "iPhone", OUTSIDE, "m1").id
    again = Seats(kept, lambda: now[0])
    assert again.role_of(device, "m1") is Role.SEAT
    assert (tmp_path / "devices.json").stat().st_mode & 0o077 == 0
    now[0] += LONGEST_S + 1
    assert again.role_of(device, "m1") is Role.STRANGER


@pytest.mark.parametrize("text", ["", "{", "[1]", '[{"id": "x"}]', "null", '[{"id": "x", "role": "king"}]'])
def test_a_spoilt_list_of_devices_means_joining_again(tmp_path: Path, text: str) -> None:
    (tmp_path / "devices.json").write_text(text)
    assert Seats(KeptValue(tmp_path / "devices.json")).listed() == []


@pytest.mark.slow
def test_spectators_in_masses_do_not_push_a_seat_out() -> None:
    seats = Seats()
    player = seats.admit(Role.SEAT, "", "", "m").id
    for _ in range(DEVICES + 20):
        seats.admit(Role.SPECTATOR, "", "", "m")
    assert len(seats.listed()) == DEVICES
    assert seats.role_of(player, "m") is Role.SEAT


def test_the_cookie_of_a_joined_device_lasts_and_holds_no_role(table: Parts) -> None:
    page = Page(table, OUTSIDE)
    answer = page.post("/api/join", {"code": table.seats.invitation().seat})
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "Max-Age=" in cookie
    over_tls = page.client.get("/api/token", base_url="https://localhost:8765")
    assert over_tls.headers["Set-Cookie"].startswith("__Host-icekeeper=")
    assert "; Secure" in over_tls.headers["Set-Cookie"]


@pytest.mark.parametrize(
    ("agent", "told"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile Safari/604.1", "iPhone · Safari"),
        ("Mozilla/5.0 (Linux; Android 14) Chrome/120.0 Mobile Safari/537.36", "Android · Chrome"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/120 Safari/537.36 Edg/120", "Windows · Edge"),
        ("<script>", "?"),
    ],
)
def test_devices_are_told_apart_by_kind(agent: str, told: str) -> None:
    assert about(agent) == told


def test_a_turnstile_lets_one_in_at_a_time_and_few_wait() -> None:
    turnstile = Turnstile(at_once=1, waiting=2, per_address=1, wait_s=5)
    assert turnstile.enter("a")
    assert not turnstile.enter("a"), "nobody waits twice"
    inside: list[str] = []

    def pass_through(address: str) -> None:
        inside.append(f"{address} {turnstile.enter(address)}")
        turnstile.leave(address)

    waiting = [threading.Thread(target=pass_through, args=(address,)) for address in "bc"]
    for one in waiting:
        one.start()
    until(lambda: turnstile.here == 3)
    assert not turnstile.enter("d"), "enough are waiting"
    assert inside == []
    turnstile.leave("a")
    for one in waiting:
        one.join(5)
    assert sorted(inside) == ["b True", "c True"]
    assert turnstile.here == 0


def test_who_waits_too_long_at_the_turnstile_goes_away() -> None:
    turnstile = Turnstile(at_once=1, waiting=2, per_address=1, wait_s=0.05)
    assert turnstile.enter("a")
    assert not turnstile.enter("b")
    turnstile.leave("a")
    assert turnstile.enter("b")
