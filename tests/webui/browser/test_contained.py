"""What people see when something went wrong: a Done pressed twice, a table that was restarted, a damaged match."""

from __future__ import annotations

import pytest

from tests.webui.browser.conftest import Site, Visitor
from tests.webui.making import FIRST_TURN, PLAYERS, play
from webui.record import events as ev
from webui.referee.referee import News, Referee


def test_done_pressed_twice_ends_one_turn(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    play(site.parts, FIRST_TURN, end=False)
    visitor.open("/table")
    visitor.see("#done")
    visitor.run("const done = document.querySelector('#done'); done.click(); done.click()")
    visitor.until(lambda: len(visitor.view()["history"]) > 0)
    site.parts.desk.table().pause(False).result(5)  # whatever was sent before has been done by then
    assert [turn["legal"] for turn in visitor.view()["history"]] == [True]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_restarted_table_says_so(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    visitor.open("/table")
    visitor.choose("#language", "de")

    def die(referee: Referee) -> News:
        raise SystemExit

    site.parts.desk.table().do("die", die, lambda match: False)
    visitor.see("#banner .said", "neu gestartet")


def test_a_damaged_match_can_be_saved_and_deleted(site: Site, visitor: Visitor) -> None:
    damaged = site.parts.desk.open(PLAYERS, name="damaged")
    play(site.parts, FIRST_TURN)
    site.parts.desk.clear()
    turn = next(e for e in site.parts.store.events(damaged) if isinstance(e, ev.TurnEnded))
    site.parts.store.append(damaged, [turn])
    site.parts.desk.open(PLAYERS, name="whole")
    visitor.open("/matches")
    visitor.see("[data-damaged] strong", "damaged")
    visitor.see(f'[data-damaged] a[href$="{damaged}/log"]')
    visitor.run("window.confirm = () => true")
    visitor.tap("[data-damaged] button")
    visitor.gone("[data-damaged]")
    assert visitor.complaints() == []
