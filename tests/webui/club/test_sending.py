"""From the table's own record to the club's: in order, each event once, by one table, unnoticed by the match."""

from __future__ import annotations

from pathlib import Path

from tests.webui.club.tables import PLAYERS, arrived, bodies, table, until
from tests.webui.making import FIRST_TURN, play
from webui.record.disk.checks import body_of


def test_a_match_is_on_both_records_event_for_event(club: str, tmp_path: Path) -> None:
    with table(tmp_path / "one.sqlite", club) as parts:
        match_id = parts.desk.open(PLAYERS, name="Saturday")
        play(parts, FIRST_TURN)
        until(lambda: arrived(parts, club, match_id))
        assert bodies(club, match_id) == [body_of(event) for event in parts.store.events(match_id)]
        assert parts.club is not None
        until(lambda: parts.club.standing.state == "joined")
        assert parts.hub.seen_by(parts.desk.table().whole_view(), "")["club"]["behind"] == 0
