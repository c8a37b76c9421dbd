"""The coach in a browser: a match analysed beside its replay, and training at the table."""

from __future__ import annotations

from functools import cache
from typing import Any

from coach.analysis import analyse
from engine.core.log import MatchLog
from tests.coach.matches import ice_cult, iglu
from tests.webui.browser.conftest import Site, Visitor
from tests.webui.browser.every.test_languages import TEXTS, english, left_english
from tests.webui.browser.every.test_layout import CUT
from tests.webui.making import FIRST_TURN, PLAYERS, play
from webui.present.analysed import about
from webui.record.damage import read
from webui.record.importing import import_log
from webui.record.ready.analyses import Analyses
from webui.settings import LANGUAGES

PATIENCE_S = 90.0
NUMBERS = "return [...document.querySelectorAll('.coach-board .way')].map((each) => each.dataset.n)"
BEST = """
    const told = await fetch(`/api${location.pathname}/analysis`).then((answer) => answer.json());
    return told.analysis.turns[2].best[0].words"""
ON_THEIR_LINES = """
    const points = (line) => line.querySelector("polyline").getAttribute("points").split(" ");
    const lines = [...document.querySelectorAll(".chances .line")].flatMap(points);
    const spots = [...document.querySelectorAll(".chances .mark-spot")];
    const at = (spot) => `${spot.getAttribute("cx")},${spot.getAttribute("cy")}`;
    return spots.length > 0 && spots.every((spot) => lines.includes(at(spot)))"""
BOARD = "return document.querySelector('#board').getBoundingClientRect().height"


@cache
def thought() -> dict[str, Any]:
    """What the coach says of a match: asked once, and kept for whoever only reads it."""
    return analyse(ice_cult(3, 3)).to_json()


def looked_at(site: Site, visitor: Visitor) -> None:
    """The page of that match, with what is kept of it."""
    store = site.parts.store
    match = import_log(store, ice_cult(3, 3))
    Analyses(store).keep(match, about(read(store, match).savable()[0])[0], thought())
    visitor.open(f"/matches/{match}")
    visitor.see('#analysis[data-state="done"] .chances')


def analysed(site: Site, visitor: Visitor, log: MatchLog) -> None:
    """The page of a match that the coach has looked at."""
    match = import_log(site.parts.store, log)
    visitor.open(f"/matches/{match}")
    visitor.tap('#analysis [data-do="coach.analyse"]')
    visitor.see('#analysis[data-state="done"] .chances', seconds=PATIENCE_S)


def tilt(visitor: Visitor, word: str, number: int) -> None:
    """Tilt a pair on the board of a lesson, as the word of this number."""
    visitor.tap(f'.lesson [data-pair="{word[0]}"]')
    visitor.tap(f'.lesson .handle[data-word="{word}"]')
    visitor.see(f".lesson .word-list li:nth-child({number})")
    visitor.see(".lesson .board:not([aria-busy])")


def test_a_match_is_analysed_beside_its_replay(site: Site, visitor: Visitor) -> None:
    match = import_log(site.parts.store, ice_cult(3, 3))
    visitor.open(f"/matches/{match}")
    visitor.tap('#analysis [data-do="coach.analyse"]')
    visitor.see("#analysis progress")
    visitor.see('#analysis[data-state="done"] .chances', seconds=PATIENCE_S)
    visitor.see(".coach-summary", "missed a win, turn 3")
    visitor.see(".coach-thorough", "Looked at thoroughly")
    visitor.see('#player [data-turn="3"] .coach-mark', "Blunder")
    tap = """
        const box = document.querySelector(".chances").getBoundingClientRect();
        const at = {bubbles: true, clientX: box.right - 2, clientY: box.top + 9};
        document.querySelector(".chances").dispatchEvent(new MouseEvent("click", at))"""
    visitor.run(tap)
    visitor.see('#analysis[data-turn="3"] h3', "Turn 3")
    visitor.see("#analysis .coach-mark.blunder", "→")
    visitor.see('.coach-options [data-option="0"][aria-pressed="true"]', "Wins")
    steps = len(visitor.run(BEST))
    assert visitor.run(NUMBERS) == [str(n) for n in range(1, steps + 1)], "an arrow for each word, numbered"
    visitor.tap('.coach-board [data-step-to="play"]')
    visitor.see(f'.coach-board[data-step="{steps}"]')
    visitor.see('.coach-board [data-step-to="forward"]:disabled')
    assert visitor.run(NUMBERS) == [], "nothing follows"
    visitor.tap('.coach-board [data-step-to="back"]')
    visitor.see(f'.coach-board[data-step="{steps - 1}"] .way[data-n="{steps}"]')
    visitor.tap(".coach-options button", "Played")
    visitor.see('.coach-board[data-step="0"]:not([data-option="0"])')
    visitor.choose("#language", "de")
    visitor.see(".coach-summary", "verpasster Sieg: Zug 3")
    visitor.open(f"/matches/{match}")
    visitor.see('#analysis[data-state="done"] .chances')
    visitor.tap('.replay-turns [data-turn="3"]')
    visitor.see('.coach-options [data-option="0"]')
    assert left_english(visitor, "analysis") == {}
    assert visitor.complaints() == []


def test_training_shows_the_best_turn_in_one_tap(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS[:2], name="Saturday")
    play(site.parts, FIRST_TURN)
    visitor.open("/")
    visitor.see("#coach-bar[hidden]")
    before = visitor.run(BOARD)
    visitor.tap("#menu")
    visitor.tap('[data-item="training.menu"]')
    for player in "ry":
        visitor.tap(f'[data-player="{player}"]')
    visitor.until(lambda: visitor.view()["training"]["agreed"])
    visitor.tap("[data-close]")
    visitor.see("#coach-bar:not([hidden])")
    assert visitor.run(BOARD) == before, "the board is as large as it was"
    visitor.tap("#advise")
    visitor.see(".coach-dialog .coach-options button", "%", seconds=PATIENCE_S)
    visitor.see('.coach-dialog .coach-board:not([hidden])[data-step="0"] .way')
    visitor.tap('.coach-dialog [data-step-to="forward"]')
    visitor.see('.coach-dialog .coach-board[data-step="1"]')
    for size in ((1366, 768), (820, 1180), (390, 844)):
        visitor.size(*size)
        assert visitor.run(CUT, [".coach-dialog .board", '.coach-dialog [data-step-to="play"]']) == [], size
    assert site.parts.desk.table().match.helped == (2,)
    assert visitor.complaints() == []


def test_of_the_set_up_nothing_is_said(site: Site, visitor: Visitor) -> None:
    match = import_log(site.parts.store, iglu(3, 2))
    visitor.open(f"/matches/{match}")
    visitor.tap('#analysis [data-do="coach.analyse"]')
    visitor.see('#analysis[data-state="done"] .chances', seconds=PATIENCE_S)
    visitor.tap('#player [data-turn="1"]')
    visitor.see("#analysis", "The coach says nothing about this turn.")
    assert visitor.complaints() == []


def test_the_lines_of_the_graph_carry_names_and_the_marks_lie_on_them(site: Site, visitor: Visitor) -> None:
    looked_at(site, visitor)
    visitor.see(".chances .line-r text", "Red")
    visitor.see(".chances .line-y text", "Yellow")
    assert visitor.run(ON_THEIR_LINES)


def test_one_learns_from_mistakes_by_trying_another_turn(site: Site, visitor: Visitor) -> None:
    looked_at(site, visitor)
    visitor.tap('[data-learn="r"]')
    visitor.see(".lesson", "1 of 2")
    visitor.see(".lesson .coach-mark", "Blunder")
    visitor.see('[data-do="lesson.compare"]:disabled')
    for number, word in enumerate(("Ww", "Sn"), start=1):
        tilt(visitor, word, number)
    visitor.tap('[data-do="turn.take-back"]')
    visitor.until(lambda: not visitor.shows(".lesson .word-list li:nth-child(2)"))
    tilt(visitor, "Ee", 2)
    while not visitor.shows('[data-do="lesson.compare"]:not(:disabled)'):
        before = visitor.text(".lesson .word-list")
        visitor.tap(".lesson .pawn.owed")
        visitor.until(lambda: visitor.text(".lesson .word-list") != before or visitor.shows(".lesson [data-word]"))  # noqa: B023
        if visitor.text(".lesson .word-list") == before:
            visitor.tap(".lesson .hand-help [data-word]")
            visitor.until(lambda: visitor.text(".lesson .word-list") != before)  # noqa: B023
    visitor.tap('[data-do="lesson.compare"]')
    visitor.see(".lesson [data-verdict]", seconds=PATIENCE_S)
    assert [visitor.text(f'.lesson [data-option="{k}"] .soft') for k in range(3)] == ["Yours", "Best", "Played"]
    visitor.see('.lesson .coach-board[data-step="0"] .way')
    visitor.tap('.lesson [data-option="1"]')
    visitor.see('.lesson .coach-board[data-option="1"][data-step="0"] .way')
    visitor.tap('[data-do="lesson.next"]')
    visitor.see(".lesson", "2 of 2")
    visitor.see('#analysis[data-turn="3"]')
    visitor.tap('[data-do="lesson.solution"]')
    visitor.see('.lesson [data-option="0"]', "Best")
    assert not visitor.shows('[data-do="lesson.next"]'), "this was the last one"
    visitor.tap('[data-do="lesson.end"]')
    visitor.see('#analysis[data-state="done"] .chances')
    for language in LANGUAGES[1:]:
        visitor.choose("#language", language)
        visitor.see(f'html[lang="{language}"]')
        visitor.tap('[data-learn="r"]')
        visitor.tap('[data-do="lesson.solution"]')
        visitor.see('.lesson [data-option="1"]')
        assert english(visitor.run(TEXTS), language) == []
        visitor.tap('[data-do="lesson.end"]')
        visitor.see('#analysis[data-state="done"] .chances')
    assert visitor.complaints() == []


def test_what_a_tile_showed_stands_when_one_learns(site: Site, visitor: Visitor) -> None:
    analysed(site, visitor, iglu(3, 14))
    visitor.tap('[data-learn="b"]')
    visitor.see(".lesson .word-list li:nth-child(2)", "glacier")
    visitor.see('[data-do="turn.take-back"]:disabled')
    visitor.tap('.lesson [data-cell="a2"].can')
    visitor.see('.lesson [data-cell="a2"].chosen')
    visitor.tap('.lesson [data-cell="a2"].can')
    visitor.see(".lesson .word-list li:nth-child(3)")
    visitor.tap('[data-do="lesson.compare"]')
    visitor.see('.lesson [data-verdict="good"]', seconds=PATIENCE_S)
    assert visitor.complaints() == []
