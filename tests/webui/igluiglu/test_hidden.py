"""What only one player knows goes to that player's own device, and leaves no trace anywhere else."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator

import pytest

from engine.core.errors import NotationError
from engine.core.log import MatchLog
from tests.webui.igluiglu.making import ATTACK, joined, open_iglu, say, watching
from tests.webui.making import Page, parts_for
from webui.parts import Parts
from webui.record.fold import fold
from webui.record.importing import import_log

TIMES = re.compile(r'"(at|since|from|to|seen_from_s|seen_to_s|seconds|mean_s|longest_s|match)": ?"?[\d.TZ:-]+"?')

CLOCKS = re.compile(r'"(counted|used)": ?\{[^{}]*\}')


@pytest.fixture
def ice() -> Iterator[Parts]:
    """A match with kept tiles on a table that is open to the network."""
    made = parts_for(lan=True, joins_per_minute=60.0, gets_per_s=1000.0, posts_per_s=1000.0)
    open_iglu(made, ATTACK)
    yield made
    made.desk.clear()
    made.hub.close()
    made.store.close()


def everything(parts: Parts, page: Page) -> str:
    """All that a device can get about the match, without times and names of files."""
    match = parts.desk.table().match_id
    texts = [page.get("/api/table/view").get_data(as_text=True), streamed(page)]
    for path in ("", "/log", "/sheet", "/share"):
        texts.append(page.get(f"/api/matches/{match}{path}").get_data(as_text=True))
    texts += [page.get(path).get_data(as_text=True) for path in ("/api/matches", "/api/matches/people")]
    packed = zipfile.ZipFile(io.BytesIO(page.get(f"/api/matches/{match}/archive").data))
    texts += [packed.read(name).decode() for name in packed.namelist()]
    texts.append(page.post(f"/api/matches/{match}/try", {"turn": 1, "words": []}).get_data(as_text=True))
    texts.append(page.post("/api/table/act", {"word": "melt a2"}).get_data(as_text=True))
    plain = re.sub(r"\d{4}-\d\d-\d\d[ T][\d:]+", "", "\n".join(texts)).replace(match, "MATCH")
    return TIMES.sub("TIME", CLOCKS.sub("TIME", plain))


def streamed(page: Page) -> str:
    """The first view that the live stream sends to a device."""
    answer = page.get("/api/table/events", buffered=False)
    lines = iter(answer.response)
    text = str(next(lines)) + str(next(lines))
    answer.close()
    assert "event: view" in text
    return re.sub(r"id: [\w.]+", "", text)


def kept(parts: Parts, word: str) -> list[str]:
    """Red keeps a tile by this word on red's device; all that everybody else can get afterwards."""
    red, blue = joined(parts, "192.168.1.20", "r"), joined(parts, "192.168.1.21", "b")
    others = [Page(parts), blue, joined(parts, "192.168.1.22"), watching(parts, "192.168.1.23")]
    say(red, "melt b6", word, "done")
    return [everything(parts, page) for page in others]


def test_others_get_the_same_bytes_whatever_was_kept(ice: Parts) -> None:
    first, match = kept(ice, "keep harpoon"), ice.desk.table().match_id
    ice.desk.clear()
    ice.store.delete(match)
    open_iglu(ice, ATTACK)
    assert kept(ice, "keep energy3") == first


def test_only_the_owner_sees_it_on_every_way(ice: Parts) -> None:
    red, blue, host = joined(ice, "192.168.1.20", "r"), joined(ice, "192.168.1.21", "b"), Page(ice)
    assert say(red, "melt b6", "keep animals")["state"]["hands"] == {"r": ["?", "animals"], "b": ["?"]}
    for page in (blue, host):
        view = page.get("/api/table/view").get_json()
        assert view["state"]["hands"] == {"r": ["?", "?"], "b": ["?"]}
        assert view["turn"]["actions"] == ["melt b6", "keep"]
        assert "private" not in view
    assert '"hands":{"r":["?","animals"]' in streamed(red)
    assert '"hands":{"r":["?","?"]' in streamed(blue)
    assert ice.desk.table().view()["state"]["hands"]["r"] == ["?", "?"]
    assert "private" not in ice.desk.table().view()


def test_a_hand_that_is_wholly_known_narrows_the_owners_words_alone(ice: Parts) -> None:
    ice.desk.clear()
    open_iglu(ice, {**ATTACK, "hands": {"r": [], "b": []}, "lost": 49})
    red, host = joined(ice, "192.168.1.20", "r"), Page(ice)
    legal = say(red, "melt b6", "keep energy2")["turn"]["legal"]
    assert [word for word in legal if word.startswith("play")] == ["play energy2"]
    assert not [word for word in legal if "harpoon" in word]
    public = host.get("/api/table/view").get_json()["turn"]["legal"]
    assert {"play energy1", "play energy2", "play energy3", "play animals"} <= set(public)
    view = say(red, "play energy2")
    assert view["state"]["hands"]["r"] == []
    assert not [word for word in view["turn"]["legal"] if word.startswith("play")]


def test_naming_a_kept_tile_is_offered_on_its_owners_device_alone(ice: Parts) -> None:
    red, blue, host = joined(ice, "192.168.1.20", "r"), joined(ice, "192.168.1.21", "b"), Page(ice)
    say(red, "melt b6")
    words = {page: page.get("/api/table/view").get_json()["turn"]["legal"] for page in (red, blue, host)}
    assert "keep melt" in words[red]
    for page in (blue, host):
        assert "keep" in words[page]
        assert not [word for word in words[page] if word.startswith("keep ")]


def test_what_anybody_else_says_about_it_is_forgotten(ice: Parts) -> None:
    host = Page(ice)
    assert say(host, "melt b6", "keep harpoon")["state"]["hands"]["r"] == ["?", "?"]
    assert not ice.desk.table().match.confided
    assert "harpoon" not in json.dumps([e.to_json() for e in ice.store.events(ice.desk.table().match_id)][1:])


def test_what_is_taken_back_is_forgotten(ice: Parts) -> None:
    red = joined(ice, "192.168.1.20", "r")
    say(red, "melt b6", "keep melt")
    assert red.post("/api/table/undo").get_json()["view"]["state"]["hands"]["r"] == ["?"]
    assert say(red, "keep")["state"]["hands"]["r"] == ["?", "?"]
    red.post("/api/table/undo")
    say(red, "keep animals", "done")
    assert red.post("/api/table/take-back").get_json()["view"]["state"]["hands"]["r"] == ["?"]
    say(red, "melt b6")
    assert not fold(ice.store.events(ice.desk.table().match_id)).confided


@pytest.mark.parametrize("back", ["undo", "take-back", "take-back done", "reopen done"])
def test_what_is_played_again_is_still_told(back: str, ice: Parts) -> None:
    red, host = joined(ice, "192.168.1.20", "r"), Page(ice)
    way, *done = back.split()
    say(red, "melt b6", "keep melt", *done)
    view = host.post(f"/api/table/{way}").get_json()["view"]
    assert view["turn"]["undone"]
    for _ in view["turn"]["undone"]:
        assert host.post("/api/table/redo").status_code == 200
    assert red.get("/api/table/view").get_json()["state"]["hands"]["r"] == ["?", "melt"]
    assert host.get("/api/table/view").get_json()["state"]["hands"]["r"] == ["?", "?"]


def test_what_was_told_is_not_shown_to_the_next_device_of_that_colour(ice: Parts) -> None:
    seen, views = [], []
    for face in ("harpoon", "energy3"):
        red, host = joined(ice, "192.168.1.20", "r"), Page(ice)
        say(red, "melt b6", f"keep {face}")
        other = joined(ice, "192.168.1.21")
        host.post("/api/table/colour", {"colour": "r"})
        assert other.post("/api/table/colour", {"colour": "r"}).status_code == 200
        seen.append(everything(ice, other))
        views.append(other.get("/api/table/view").get_json())
        match = ice.desk.table().match_id
        host.post("/api/table/colour", {"colour": "r"})
        assert red.post("/api/table/colour", {"colour": "r"}).status_code == 200
        assert red.get("/api/table/view").get_json()["state"]["hands"]["r"] == ["?", face]
        ice.desk.clear()
        ice.store.delete(match)
        open_iglu(ice, ATTACK)
    assert seen[0] == seen[1]
    assert views[0]["state"]["hands"]["r"] == ["?", "?"]
    assert views[0]["you"] == "r"


def test_it_is_still_known_after_a_restart(ice: Parts) -> None:
    red = joined(ice, "192.168.1.20", "r")
    say(red, "melt b6", "keep melt", "done")
    ice.desk.put(ice.desk.table().match_id)
    assert red.get("/api/table/view").get_json()["state"]["hands"]["r"] == ["?", "melt"]


def test_a_tile_that_cannot_be_kept_is_refused_to_its_owner_alone(ice: Parts) -> None:
    red = joined(ice, "192.168.1.20", "r")
    say(red, "melt b6")
    assert red.post("/api/table/act", {"word": "keep bear"}).status_code == 400
    assert ice.desk.table().view()["verdict"] is None
    assert ice.desk.table().view()["turn"]["actions"] == ["melt b6"]


def test_a_colour_belongs_to_one_device_and_the_host_can_free_it(ice: Parts) -> None:
    red, other = joined(ice, "192.168.1.20", "r"), joined(ice, "192.168.1.21")
    assert other.post("/api/table/colour", {"colour": "r"}).status_code == 409
    assert watching(ice, "192.168.1.22").post("/api/table/colour", {"colour": "b"}).status_code == 403
    assert other.post("/api/table/colour", {"colour": "y"}).status_code == 400
    assert red.get("/api/table/view").get_json()["you"] == "r"
    assert Page(ice).post("/api/table/colour", {"colour": "r"}).get_json()["view"]["phones"] == ""
    assert red.get("/api/table/view").get_json()["you"] == ""
    assert other.post("/api/table/colour", {"colour": "r"}).get_json()["view"]["you"] == "r"


def test_who_is_asked_for_a_harpoon_answers_on_the_own_phone_or_on_the_hosts_screen(ice: Parts) -> None:
    ice.desk.clear()
    open_iglu(ice, {**ATTACK, "hands": {"r": ["?", "?"], "b": ["?"]}, "lost": 46})
    host, blue = Page(ice), joined(ice, "192.168.1.21", "b")
    say(host, "melt b6", "reveal bear", "play animals", "move bear4 c6 d6", "move bear4 d6 d5")
    assert _mine(host, blue) == ("b", False, True)
    say(blue, "pass b")
    say(host, "flee b a1", "flee b h8", "move bear4 d5 c5")
    assert _mine(host, blue) == ("r", True, False)


def _mine(host: Page, phone: Page) -> tuple[str, bool, bool]:
    """Who is asked, and whether the host's screen and a phone may answer."""
    views = [page.get("/api/table/view").get_json()["turn"] for page in (host, phone)]
    assert {view["wants"] for view in views} == {"defence"}
    return views[0]["who"], views[0]["mine"], views[1]["mine"]


def test_the_record_takes_no_face_and_an_imported_log_loses_them(ice: Parts) -> None:
    table = ice.desk.table()
    with pytest.raises(NotationError):
        table.correct_state({**ATTACK, "hands": {"r": ["melt"], "b": ["?"]}}).result(5)
    say(Page(ice), "melt b6", "keep", "done")
    text = Page(ice).get(f"/api/matches/{table.match_id}/log").get_data(as_text=True)
    told = text.replace('"keep"', '"keep melt"').replace('"r": ["?", "?"]', '"r": ["?", "melt"]')
    assert told != text
    again = import_log(ice.store, MatchLog.parse(told), "again")
    assert "melt" not in [tile for hand in fold(ice.store.events(again)).turns[0].after.hands for tile in hand]
    assert fold(ice.store.events(again)).turns[0].actions == ("melt b6", "keep", "done")


def named_later(parts: Parts, face: str) -> list[str]:
    """Red's tile is kept by a neighbour's tap and named by red a turn later; what everybody else can get then."""
    red, blue = joined(parts, "192.168.1.20", "r"), joined(parts, "192.168.1.21", "b")
    others = [Page(parts), blue, watching(parts, "192.168.1.23")]
    say(Page(parts), "melt b6", "keep", "done")
    answer = red.post("/api/table/confide", {"word": f"keep {face}"})
    assert answer.get_json()["view"]["state"]["hands"]["r"] == ["?", face]
    return [everything(parts, page) for page in others]


def test_a_kept_tile_is_named_at_any_later_time_and_nobody_else_hears_of_it(ice: Parts) -> None:
    first, match = named_later(ice, "harpoon"), ice.desk.table().match_id
    ice.desk.clear()
    ice.store.delete(match)
    open_iglu(ice, ATTACK)
    assert named_later(ice, "melt") == first


def test_only_ones_own_tile_that_was_kept_can_be_named_and_only_as_one_that_may_be_kept(ice: Parts) -> None:
    red, blue, host = joined(ice, "192.168.1.20", "r"), joined(ice, "192.168.1.21", "b"), Page(ice)
    say(host, "melt b6", "keep", "done")
    for page, word in (
        (blue, "keep melt"),
        (host, "keep melt"),
        (red, "keep fish1"),
        (red, "keep x"),
        (red, "melt b6"),
    ):
        assert page.post("/api/table/confide", {"word": word}).status_code == 400, word
    assert watching(ice, "192.168.1.23").post("/api/table/confide", {"word": "keep melt"}).status_code == 403
    assert not ice.desk.table().match.confided
    assert red.post("/api/table/confide", {"word": "keep melt"}).status_code == 200
    assert red.post("/api/table/confide", {"word": "keep melt"}).status_code == 400, "nothing is left unnamed"
