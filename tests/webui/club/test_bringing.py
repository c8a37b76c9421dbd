"""Old matches and imported ones come into the club's archive by one command, and once."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from engine.core.log import MatchLog
from tests.webui.club.evenings import page_on, won_by_red
from webui.cli import main
from webui.present.sheet import log_text
from webui.record.fold import fold
from webui.record.importing import import_log
from webui.record.store import Store

SATURDAY = 1_790_000_000.25


def send(club: str, path: Path, name: str) -> int:
    """The command at one table."""
    return main(["club", "--db", club, "--send", "--store", str(path), "--table-name", name])


def test_an_imported_log_is_counted_once_wherever_it_was_imported(
    club: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [tmp_path / f"{name}.sqlite" for name in ("own", "one", "two")]
    with closing(Store(paths[0])) as own:
        match_id = won_by_red(own, ("Ada", "Bela"), SATURDAY)
        other = won_by_red(
            own, ("Chiara", "Dora"), SATURDAY
        )  # the same second and turns, at the same table: another one
        log = MatchLog.parse(log_text(fold(own.events(match_id))))
    copies = []
    for path in paths[1:]:
        with closing(Store(path)) as store:
            copies.append(import_log(store, log))
    with closing(Store(paths[1])) as store:
        again = import_log(store, log)  # twice at one table
    assert send(club, paths[1], "Table 1") == 0
    (twice,) = [line for line in capsys.readouterr().err.splitlines() if "already" in line]
    assert again in twice
    assert copies[0] in twice
    assert send(club, paths[2], "Table 2") == 0
    assert f"match {copies[1]}: the club has it already, as " in capsys.readouterr().err
    assert send(club, paths[1], "Table 1") == 0  # again: nothing twice
    assert capsys.readouterr().out.startswith("matches of this table on the club's record: 1")
    with page_on(club) as page:
        (kept,) = page.json("/api/matches")["matches"]
        assert kept["id"] in (copies[0], again)
    assert send(club, paths[0], "Table 3") == 0  # the match it was made of is known, the other one comes
    assert f"match {match_id}: the club has it already, as {kept['id']}" in capsys.readouterr().err
    with page_on(club) as page:
        assert {match["id"] for match in page.json("/api/matches")["matches"]} == {kept["id"], other}
