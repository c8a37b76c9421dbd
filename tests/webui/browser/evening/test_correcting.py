"""A past turn is corrected on its own board, by tapping what was played; its words stay there too."""

from __future__ import annotations

from tests.webui.browser.conftest import Site, Visitor
from tests.webui.browser.every.test_access import findings
from tests.webui.igluiglu.making import ATTACK, open_iglu
from tests.webui.making import FIRST_TURN, PLAYERS, play

SIZES = ((390, 844), (820, 1180), (1366, 768), (1920, 1080))


def test_a_missed_arrow_is_tapped_on_the_board_of_its_turn(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    play(site.parts, FIRST_TURN[:-1])
    visitor.open("/table")
    visitor.tap('[data-offer="wrong"]')
    visitor.tap('dialog [data-item="correct.turn"]')
    visitor.see("dialog .notice", "(R16)")
    visitor.see('dialog .turn-board .pawn.can.owed[data-colour="y"]')
    for size in SIZES:
        visitor.size(*size, reduced_motion="reduce")
        assert visitor.run("return document.documentElement.scrollWidth") <= size[0]
    assert findings(visitor) == []
    visitor.tap('dialog .turn-board .pawn.can[data-colour="y"]')
    visitor.see("dialog", "This turn is legal.")
    visitor.see(f"dialog .word-list li:nth-child({len(FIRST_TURN)})")
    visitor.tap("#drop-word")
    visitor.see("dialog .notice", "(R16)")
    visitor.tap('dialog .turn-board .pawn.can[data-colour="y"]')
    visitor.see("dialog", "This turn is legal.")
    visitor.tap("#save-turn")
    visitor.see('#history [data-turn="1"]', "ok")
    assert site.parts.desk.table().match.turns[0].actions == FIRST_TURN
    assert visitor.complaints() == []


def test_a_turn_on_the_ice_is_corrected_by_tapping_too(site: Site, visitor: Visitor) -> None:
    open_iglu(site.parts, ATTACK)
    table = site.parts.desk.table()
    for word in ("melt b6", "reveal bear", "done"):
        table.act(word).result(5)
    visitor.open("/table")
    visitor.tap("#more")
    visitor.tap('[data-item="correct.turn"]')
    for left in (2, 1, 0):
        visitor.see(".word-list")
        visitor.tap("#drop-word")
        visitor.until(lambda left=left: len(visitor.run("return document.querySelectorAll('.word-list li')")) == left)  # type: ignore[misc]
    visitor.see("#save-turn:disabled")
    visitor.tap('dialog .space.can[data-cell="b6"]')
    visitor.see(".word-list li:nth-child(1)", "b6")
    visitor.tap('dialog .hand-help [data-choice="keep"]')
    visitor.see(".word-list li:nth-child(2)")
    visitor.tap('dialog [data-word="done"]')
    visitor.see(".turn-editor", "This turn is legal.")
    visitor.tap("#save-turn")
    visitor.until(lambda: table.match.turns[0].actions == ("melt b6", "keep", "done"))
    assert visitor.complaints() == []
