"""Files of the record deleted while a table runs: noticed, said, and written anew with all that was in them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from tests.webui.making import FIRST_TURN, PLAYERS, Page, parts_for, play
from tests.webui.record.test_lock import holding
from webui.parts import Parts
from webui.record.disk.errors import ReplacedStoreError, StoreHeldError
from webui.record.events import Acted
from webui.record.fold import fold
from webui.record.match import Match
from webui.record.opening import create_match, seats
from webui.record.store import Store

DELETED: dict[str, Callable[[Path], object]] = {
    "every file": lambda path: [file.unlink() for file in path.parent.iterdir()],
    "the folder": lambda path: shutil.rmtree(path.parent),
    "the record alone": Path.unlink,
    "its log alone": lambda path: Path(f"{path}-wal").unlink(),
    "the record and its lock": lambda path: [path.unlink(), Path(f"{path}.lock").unlink()],
    "a rename": lambda path: path.rename(path.with_suffix(".away")),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "matches.sqlite"


@pytest.fixture
def table(path: Path) -> Iterator[Parts]:
    """A table in the middle of a match, after another match on the same record."""
    parts = parts_for(path)
    create_match(parts.store, seats("ry"), name="before")
    parts.desk.open(PLAYERS, name="Saturday")
    play(parts, FIRST_TURN[:2], end=False)
    parts.desk.keeper.listed()  # has the other connection, for long reading, opened
    yield parts
    parts.analyst.stop()
    parts.setup.close()
    parts.desk.clear()
    parts.desk.keeper.stop()
    parts.hub.close()
    parts.store.close()


def as_after_a_kill(path: Path, folder: Path) -> dict[str, Match]:
    """The matches by name, as a program that was killed now would find them."""
    folder.mkdir()
    for ending in ("", "-wal"):
        shutil.copy(f"{path}{ending}", f"{folder / 'm.sqlite'}{ending}")
    with closing(Store(folder / "m.sqlite")) as store:
        return {listed.name: fold(store.events(listed.id)) for listed in store.matches()}


def notes(parts: Parts) -> list[str]:
    """What the page is told beside verdicts."""
    return [told["text"]["en"] for told in parts.desk.table().view()["waiting"] if told["kind"] == "note"]


@pytest.mark.parametrize("what", DELETED)
def test_what_is_played_after_the_files_were_deleted_is_on_record(
    what: str, table: Parts, path: Path, tmp_path: Path
) -> None:
    page = Page(table)
    DELETED[what](path)
    assert page.post("/api/table/act", {"word": FIRST_TURN[2]}).status_code == 200
    table.desk.table().pause(False).result(5)  # the note is told after the act
    assert any("deleted" in note for note in notes(table))
    found = as_after_a_kill(path, tmp_path / "one")
    assert set(found) == {"before", "Saturday"}
    assert found["Saturday"] == table.desk.table().match
    play(table, FIRST_TURN[3:])
    assert page.get("/api/table/view").get_json()["store"]["problem"] is None
    assert as_after_a_kill(path, tmp_path / "two")["Saturday"] == table.desk.table().match
    assert len(page.get("/api/matches").get_json()["matches"]) == 2
    assert path.stat().st_mode & 0o077 == 0


def test_a_table_at_which_nobody_plays_notices_too(table: Parts, path: Path, tmp_path: Path) -> None:
    said = Event()
    table.desk.table().subscribe(lambda view: said.set() if view["waiting"] else None)
    shutil.rmtree(path.parent)
    assert said.wait(10)
    assert as_after_a_kill(path, tmp_path / "one")["Saturday"] == table.desk.table().match


def test_a_record_without_a_table_is_written_anew_when_it_is_closed(path: Path) -> None:
    path.parent.mkdir()
    with closing(Store(path)) as store:
        match_id = create_match(store, seats("ry"))
        shutil.rmtree(path.parent)
    with closing(Store(path)) as store:
        assert len(store.events(match_id)) == 1


@pytest.mark.slow
def test_another_file_in_its_place_is_left_alone_and_said(table: Parts, path: Path, tmp_path: Path) -> None:
    DELETED["every file"](path)
    path.write_bytes(b"somebody else's")
    play(table, FIRST_TURN[2:3], end=False)
    problem = table.desk.table().view()["store"]["problem"]
    assert "another file has taken the record's place" in problem
    assert path.read_bytes() == b"somebody else's"
    gone = Event()
    table.desk.table().subscribe(lambda view: gone.set() if view["store"]["problem"] is None else None)
    path.unlink()
    assert gone.wait(10)
    table.desk.table().pause(False).result(5)
    assert as_after_a_kill(path, tmp_path / "one")["Saturday"] == table.desk.table().match


def test_a_record_that_another_program_has_begun_there_is_left_to_it(path: Path) -> None:
    path.parent.mkdir()
    with closing(Store(path)) as store:
        match_id = create_match(store, seats("ry"))
        DELETED["every file"](path)
        with holding(path) as process:
            with pytest.raises(StoreHeldError, match=f"process {process.pid}"):
                store.append(match_id, [Acted(1.0, "Nn")])
            process.kill()
        with pytest.raises(ReplacedStoreError, match="move that one away"):
            store.append(match_id, [Acted(1.0, "Nn")])
        path.unlink()
        store.append(match_id, [Acted(1.0, "Nn")])
    with closing(Store(path)) as store:
        assert len(store.events(match_id)) == 2
