"""The end of a match as a moment: who and how, what it took, the last move again, and the ways on."""

from __future__ import annotations

from tests.webui.browser.conftest import Site, Visitor
from tests.webui.browser.every.test_access import findings
from tests.webui.browser.every.test_layout import OVERLAPS, forms
from tests.webui.making import PLAYERS, near_won, play


def test_a_win_tells_who_how_and_what_it_took_in_every_size(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS, start=near_won())
    play(site.parts, ("Nn", "Ee", "rS5@NE"), end=False)
    wrong = {}
    for form in forms(visitor, "/table"):
        visitor.see('#banner[data-kind="win"] .who', "Ada · ")
        visitor.see("#banner .facts .winner")
        cells = visitor.run("return [...document.querySelectorAll('.facts .winner td')].map((n) => n.textContent)")
        assert cells[:2] == ["1", "0"]
        foot = [] if form.startswith("390") else ["#history"]  # on a phone the board lies further down
        found = visitor.run(OVERLAPS, ["#board", "#banner", "#rematch", "#panel h1", ".site-head", *foot])
        over = visitor.run("const b = document.querySelector('#banner'); return b.scrollHeight - b.clientHeight")
        if found or over > 1:
            wrong[form] = [*found, over]
    assert wrong == {}
    assert findings(visitor) == []


def test_the_last_move_is_shown_again_and_the_table_stands_as_it_did(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS, start=near_won())
    play(site.parts, ("Nn", "Ee", "rS5@NE"), end=False)
    visitor.open("/table")
    visitor.run("""
        window.drawn = [];
        const board = document.querySelector("#board");
        new MutationObserver(() => window.drawn.push([...board.querySelectorAll(".pawn")]
            .filter((n) => n.dataset.path === "S" && n.dataset.space === "5").length))
            .observe(board, {subtree: true, childList: true, attributes: true})""")
    visitor.tap("#last-move")
    visitor.until(lambda: 1 in visitor.run("return window.drawn"))
    visitor.see("#last-move:not([disabled])")
    visitor.until(lambda: not visitor.shows('#board .pawn[data-path="S"][data-space="5"]'))
    visitor.tap("#banner [data-close]")
    visitor.gone("#banner")
    visitor.see("#rematch")
    assert visitor.complaints() == []


def test_seen_from_afar_a_rematch_is_one_tap_away(site: Site, visitor: Visitor) -> None:
    before = site.parts.desk.open(PLAYERS, start=near_won())
    play(site.parts, ("Nn", "Ee", "rS5@NE"), end=False)
    visitor.open("/table?view=far")
    visitor.see(".far-turn", "Ada")
    visitor.tap("[data-far-rematch]", "Rematch")
    visitor.see(".far-turn", "Bela")
    assert site.parts.desk.table().match_id != before
    visitor.gone("[data-far-rematch]")
    assert visitor.complaints() == []
