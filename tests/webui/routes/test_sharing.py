"""Links to one match's replay: whoever has one sees that match alone, until it is revoked; and matches brought in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.webui.making import FIRST_TURN, PLAYERS, Page, parts_for, play
from tests.webui.routes.test_guard import OUTSIDE
from tests.webui.routes.test_rights import seated
from webui.parts import Parts
from webui.present.sheet import log_text
from webui.record.disk.kept import KeptValue
from webui.record.events import Noted
from webui.record.store import Picture
from webui.settings import Settings, SettingsError
from webui.table.seats import Role
from webui.table.shares import MOST, Shares


def shared(parts: Parts) -> tuple[str, str]:
    """The match on the table and the path of its link, made by the host."""
    match = parts.desk.table().match_id
    link = Page(parts).post(f"/api/matches/{match}/link").get_json()["link"]
    return match, "/" + link.split("/", 3)[3]


def test_a_link_shows_a_stranger_one_match_and_nothing_else(table: Parts) -> None:
    other = table.desk.table().match_id
    table.store.append(other, [Noted(1.0, "x")], [Picture("p2", "before", 0.0, b"other")])
    table.desk.open(PLAYERS, name="Shown")
    play(table, FIRST_TURN)
    match, path = shared(table)
    table.store.append(match, [Noted(1.0, "x")], [Picture("p1", "before", 0.0, b"jpeg")])
    stranger = Page(table, OUTSIDE)
    assert stranger.get(path).status_code == 200
    assert 'data-role="stranger"' in Page(table).get(path).get_data(as_text=True)
    told = stranger.get(f"/api{path}").get_json()
    assert (told["replay"]["id"], len(told["replay"]["turns"])) == (match, 1)
    assert stranger.get(f"/api{path}/pictures/p1").data == b"jpeg"
    assert stranger.get(f"/api{path}/pictures/p2").status_code == 404
    for closed in (f"/api/matches/{match}", "/api/matches", f"/api/matches/{match}/link", "/api/pictures/p1"):
        assert stranger.get(closed).status_code == 403
    assert table.seats.role_of(None, match) is Role.STRANGER


def test_a_revoked_link_leads_nowhere_and_a_new_one_is_another(table: Parts) -> None:
    match, path = shared(table)
    assert shared(table) == (match, path)
    Page(table).post(f"/api/matches/{match}/link", method="DELETE")
    stranger = Page(table, OUTSIDE)
    assert stranger.get(path).status_code == stranger.get(f"/api{path}").status_code == 404
    assert shared(table)[1] != path
    Page(table).post(f"/api/matches/{match}", method="DELETE")
    assert table.shares.word(match) is None


@pytest.mark.parametrize("kind", ["seat", "watch"])
def test_only_the_host_makes_revokes_and_brings_in(table: Parts, kind: str) -> None:
    match = shared(table)[0]
    guest = seated(table, kind)
    for method, path in (("POST", f"{match}/link"), ("DELETE", f"{match}/link"), ("POST", "import")):
        assert guest.post(f"/api/matches/{path}", method=method).status_code == 403
    assert guest.get(f"/api/matches/{match}/link").status_code == 403
    assert table.shares.word(match) is not None


def test_links_survive_a_restart_and_are_bounded(tmp_path: Path) -> None:
    kept = KeptValue(tmp_path / "shares.json")
    word = Shares(kept).make("m")
    assert Shares(kept).match(word) == "m"
    (tmp_path / "shares.json").write_text("[1]")
    assert Shares(kept).match(word) is None
    many = Shares()
    words = [many.make(str(number)) for number in range(MOST + 1)]
    assert many.match(words[0]) is None
    assert many.match(words[-1]) == str(MOST)


@pytest.mark.parametrize(
    ("embed", "ancestors"),
    [("", "'none'"), ("anyone", "*"), ("https://club.example:8443", "https://club.example:8443")],
)
def test_a_frame_is_allowed_to_whom_it_was_opened(embed: str, ancestors: str) -> None:
    parts = parts_for(embed=embed)
    parts.desk.open(PLAYERS)
    try:
        _, path = shared(parts)
        headers = Page(parts, OUTSIDE).get(f"{path}?embed=1").headers
        assert f"frame-ancestors {ancestors}" in headers["Content-Security-Policy"]
        assert headers.get("X-Frame-Options") == (None if embed else "DENY")
        other = Page(parts).get("/table").headers
        assert "frame-ancestors 'none'" in other["Content-Security-Policy"]
        assert other["X-Frame-Options"] == "DENY"
    finally:
        parts.desk.clear()
        parts.hub.close()
        parts.store.close()


@pytest.mark.parametrize("embed", ["*", "https://a b", "https://x\r\nEvil: 1", "'self'; script-src *"])
def test_a_frame_for_somebody_without_an_address_is_refused(embed: str) -> None:
    with pytest.raises(SettingsError, match="setting embed"):
        Settings(embed=embed)


def bring(page: Page, log: bytes, name: str = "") -> tuple[int, dict[str, str]]:
    """Send a log as the page does."""
    answer = page.client.post(
        f"/api/matches/import?name={name}",
        data=log,
        content_type="application/jsonl",
        headers={"X-Token": page.token},
        base_url="http://localhost:8765",
    )
    return answer.status_code, answer.get_json()


@pytest.mark.parametrize("game", ["ice-cult", "iglu"])
def test_a_log_that_was_saved_can_be_brought_in(parts: Parts, game: str) -> None:
    players = PLAYERS[:2] if game == "ice-cult" else [{"name": "Ada", "colour": "r"}, {"name": "Bela", "colour": "b"}]
    match = parts.desk.open(players, game=game)
    if game == "ice-cult":
        play(parts, FIRST_TURN)
    log = log_text(parts.desk.table().match)
    status, told = bring(Page(parts), log.encode(), "Brought")
    assert status == 200
    assert told["id"] != match
    again = Page(parts).get(f"/api/matches/{told['id']}/log").get_data(as_text=True)
    assert [json.loads(line) for line in again.splitlines()] == [json.loads(line) for line in log.splitlines()]
    assert Page(parts).get(f"/api/matches/{told['id']}").get_json()["replay"]["name"] == "Brought"


def test_what_is_no_log_changes_nothing_and_says_why(table: Parts) -> None:
    play(table, FIRST_TURN)
    log = log_text(table.desk.table().match)
    lines = log.splitlines()
    wrong = json.dumps(json.loads(lines[1]) | {"actions": ["Nn", "Nn", "Nn"]})
    for bad in (b"", b"\xff\xfe", b"hello", b"[" * 100_000, lines[1].encode(), f"{lines[0]}\n{wrong}".encode()):
        status, told = bring(Page(table), bad)
        assert (status, told["key"]) == (400, "log"), bad[:40]
        assert told["error"]
    assert bring(Page(table), b" " * (3 << 20))[0] == 413
    assert len(table.store.matches()) == 1
