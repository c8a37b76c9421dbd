"""The table page in a browser: play by hand, verdicts, corrections, languages, sizes, and a restart in between."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from engine.icecult.state import State
from tests.webui.browser.conftest import Site, Visitor
from tests.webui.making import FIRST_TURN, PLAYERS, near_won, play
from webui.icecult.sentences import question_words
from webui.record import events as ev
from webui.record.opening import create_match
from webui.table.resuming import resume

TOO_SMALL = """
    const shown = [...document.querySelectorAll("button, select, a.button")].filter((b) => b.offsetParent);
    const small = (b) => b.getBoundingClientRect().height < 43.5 || b.getBoundingClientRect().width < 43.5;
    return shown.filter(small).map((b) => b.textContent)"""
TAP_AND_COUNT = """
    const done = arguments[arguments.length - 1];
    const running = () => document.querySelector("#board").getAnimations({subtree: true})
        .filter((a) => !(a instanceof CSSAnimation));
    Promise.all(running().map((a) => a.finished)).then(() => {
        const seen = new MutationObserver(() => { seen.disconnect(); done(running().length); });
        seen.observe(document.querySelector("#panel"), {childList: true});
        document.querySelector(arguments[0]).dispatchEvent(new MouseEvent("click", {bubbles: true}));
    })"""
"""Tap something, and count what travels on the board as soon as the panel shows the next view."""


def tilt(visitor: Visitor, word: str) -> None:
    """Tilt by tapping a side of the block, then the arrow."""
    visitor.tap(f'.zone[data-pair="{word[0]}"]')
    visitor.tap(f'.handle[data-word="{word}"]')
    visitor.see(f'.tilt-dot.seen [data-word="{word}"]')


def tap_pawn(visitor: Visitor, colour: str, path: str = "", space: int = 0, height: int = 0) -> None:
    """Tap a pawn on the board."""
    place = f'[data-colour="{colour}"][data-path="{path}"][data-space="{space}"][data-height="{height}"]'
    before = len(visitor.view()["turn"]["actions"])
    visitor.tap(f".pawn.can{place}")
    visitor.until(lambda: len(visitor.view()["turn"]["actions"]) != before or visitor.shows("#hand-help button"))


def test_a_match_is_won_by_tapping_the_board(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS, start=near_won())
    visitor.open("/")
    visitor.see("#panel h1", "Red’s turn")
    visitor.see("#hand-help", "Tap a side of the block")
    tilt(visitor, "Nn")
    visitor.see('.tilt-dot.seen [data-word="Nn"]')
    tilt(visitor, "Ee")
    visitor.see(".owed-line", "red arrow on NE")
    visitor.see(".pawn.owed")
    tap_pawn(visitor, "r", "S", 5)
    visitor.see("#panel h1", "Red wins")
    visitor.see('#banner[data-kind="win"]', "Red wins")
    assert not visitor.shows("#panel .time")  # nobody is to move
    assert not visitor.shows("#panel [aria-current]")
    assert visitor.complaints() == []


def test_a_missed_arrow_is_flagged_and_played_now(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    visitor.open("/table")
    for word in FIRST_TURN[:2]:
        tilt(visitor, word)
    tap_pawn(visitor, "g")
    tap_pawn(visitor, "r")
    visitor.see(".owed-line", "yellow arrow on SE")
    visitor.tap("#done")
    visitor.see('#banner[data-kind="fault"]', "Red’s turn ended with the yellow arrow on SE unused.")
    visitor.see("#banner", "(R16)")
    visitor.see('#history [data-turn="1"]', "missed arrow")
    visitor.tap('[data-offer="play-it-now"]')
    visitor.see(".owed-line", "yellow arrow on SE")
    tap_pawn(visitor, "y")
    visitor.see(".owed-line", "Nothing is owed.")
    visitor.tap("#done")
    visitor.see('#history [data-turn="1"]', "ok")
    visitor.see("#panel h1", "Yellow’s turn")


def test_what_is_not_allowed_is_explained(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    visitor.open("/table")
    visitor.tap('.pawn[data-colour="r"]')
    visitor.see(".toast", "Red has no arrow on top")
    tilt(visitor, "Nn")
    visitor.tap('.zone[data-pair="N"]')
    visitor.tap('.handle[data-word="Ns"]')
    visitor.see("#banner", "(R9)")
    assert visitor.text(".tilt-dot.seen") == "1North pair tilted to the north"
    assert len(visitor.driver.find_elements("css selector", ".tilt-mark")) == 1


def test_an_arc_turns_a_cube_in_three_taps(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS, layout="corners")
    visitor.open("/table")
    tilt(visitor, "Nn")
    tilt(visitor, "Ee")
    visitor.tap('.cube.can[data-slot="SW"]')
    visitor.see("#hand-help", "Which cube")
    visitor.tap('.cube.can[data-slot="NE"]')
    visitor.tap('.handle[data-word="NE+@SW"]')
    visitor.see(".symbols li:nth-child(2)", "red arrow › W")
    visitor.see(".symbols li:nth-child(4) .status", "used")


def test_a_pawn_with_several_symbols_asks_which(site: Site, visitor: Visitor) -> None:
    start = replace(State.setup("r"), cubes=("DN", "UN", "UN", "UN"))
    site.parts.desk.open(PLAYERS, start=start)
    play(site.parts, ("Ee", "Ss"), end=False)
    visitor.open("/table")
    legal = site.parts.desk.table().view()["turn"]["legal"]
    colour = next(word[0] for word in legal if "*" in word)
    tap_pawn(visitor, colour)
    visitor.see("#hand-help", "With which symbol?")
    visitor.tap("#hand-help button")
    visitor.see("details.entered", "Seen this turn: 1")


def test_the_whole_page_works_from_the_keyboard(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    visitor.open("/table")
    press = """
        const node = document.querySelector(arguments[0]);
        node.focus();
        node.dispatchEvent(new KeyboardEvent("keydown", {key: arguments[1], bubbles: true}));
        return document.activeElement.dataset.word ?? document.activeElement.dataset.pair"""
    assert visitor.run(press, '.zone[data-pair="N"]', "Enter") == "Nn", "the keyboard goes on to the arrow"
    visitor.run(press, '.handle[data-word="Nn"]', " ")
    visitor.see('.tilt-dot.seen [data-word="Nn"]')
    visitor.tap("#more")
    visitor.tap('[data-item="correct.all"]')
    visitor.tap('dialog [data-word="Ee"]')
    visitor.see(".owed-line", "green arrow on NW")


@pytest.mark.parametrize(("stack", "said"), [("r", False), ("rr", True)])
def test_which_pawn_is_said_only_where_there_are_several(site: Site, visitor: Visitor, stack: str, said: bool) -> None:
    near = near_won().to_json()
    near["paths"]["S"][4], near["goal"]["N"] = stack, "r" * (5 - len(stack))
    site.parts.desk.open(PLAYERS, start=State.from_json(near))
    play(site.parts, ("Nn", "Ee"), end=False)
    visitor.open("/table")
    visitor.tap("#more")
    visitor.tap('[data-item="correct.all"]')
    visitor.see('dialog [data-word="rS5.0@NE"]', "Red")
    assert ("from below" in visitor.run("return document.querySelector('dialog').textContent")) is said


def test_a_camera_that_cannot_be_opened_again_is_said(site: Site, visitor: Visitor) -> None:
    match = create_match(site.parts.store, PLAYERS, source="camera")
    resume(site.parts.desk, match)
    visitor.open("/table")
    visitor.see("#panel .notice", "The camera of this match could not be opened.")
    visitor.tap('.zone[data-pair="N"]')
    visitor.tap('.handle[data-word="Nn"]')
    visitor.until(lambda: visitor.view()["turn"]["actions"] == ["Nn"])
    assert visitor.complaints() == []


def test_a_question_is_answered_with_one_tap(site: Site, visitor: Visitor) -> None:
    match = site.parts.desk.open(PLAYERS)
    play(site.parts, FIRST_TURN[:-1])
    text, answers = question_words([FIRST_TURN, FIRST_TURN[:-1]], ["E1"])
    asked = ev.Asked(time.time(), "q1", 1, text, answers)
    site.parts.store.append(match, [asked])
    site.parts.desk.put(match)
    visitor.open("/table")
    visitor.see('#banner[data-kind="unsure"]', "I could not see E1. What was played?")
    visitor.see('[data-answer="0"]', "Yellow entered on the east path")
    visitor.see('[data-answer="1"]', "Nothing else")
    visitor.tap('[data-answer="0"]')
    visitor.see('#history [data-turn="1"]', "ok")
    visitor.see('#history [data-turn="1"]', "by hand")


def test_a_misread_cube_and_stack_are_corrected(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    visitor.open("/table")
    visitor.tap("#more")
    visitor.tap('[data-item="correct.cube"]')
    visitor.tap('dialog button[data-slot="NE"]')
    visitor.tap('dialog .look-grid button[aria-label="circle"]')
    visitor.choose("#place", "W2")
    visitor.tap('dialog [data-add="b"]')
    visitor.tap('dialog [data-add="r"]')
    visitor.tap("#save-state")
    visitor.see(".symbols li:nth-child(2)", "circle")
    visitor.see('.pawn[data-path="W"][data-space="2"][data-height="1"][data-colour="r"]')
    assert site.parts.desk.table().view()["state"]["paths"]["W"][1] == "br"


def test_a_past_turn_is_corrected_word_by_word(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    play(site.parts, FIRST_TURN[:-1])
    visitor.open("/table")
    visitor.tap('[data-offer="wrong"]')
    visitor.tap('dialog [data-item="correct.turn"]')
    visitor.see("dialog .notice", "(R16)")
    visitor.tap(f'dialog [data-word="{FIRST_TURN[-1]}"]')
    visitor.see("dialog", "This turn is legal.")
    visitor.tap("#save-turn")
    visitor.see('#history [data-turn="1"]', "ok")


def test_a_turn_is_challenged_and_stepped_through(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    play(site.parts, FIRST_TURN)
    visitor.open("/table")
    visitor.tap('#history [data-turn="1"]')
    visitor.see("dialog h2", "Turn 1, step by step")
    for words in ("North pair tilted to the north", "East pair tilted to the east", "Green enters the south path"):
        visitor.tap('dialog [data-control="forward"]')
        visitor.see("dialog .replay-said", words)
    visitor.tap("dialog [data-close]")
    visitor.gone("dialog")


def test_the_language_is_switched_everywhere_and_remembered(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    play(site.parts, FIRST_TURN[:-1])
    visitor.open("/table")
    said = {
        "de": ("Gelb ist am Zug", "Fertig"),
        "fr": ("Au tour de Jaune", "Terminé"),
        "it": ("Tocca a Giallo", "Fatto"),
    }
    for code, (turn, done) in said.items():
        visitor.choose("#language", code)
        visitor.see("#panel h1", turn)
        visitor.see("#done", done)
        assert visitor.run("return document.documentElement.lang") == code
        text = site.parts.desk.table().view()["verdict"]["text"][code]
        visitor.see("#banner", text)
    visitor.open("/home")
    visitor.see("h1", "Un arbitro accanto al tabellone")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (1280, 800)])
def test_it_fits_phone_tablet_and_laptop(site: Site, visitor: Visitor, width: int, height: int) -> None:
    site.parts.desk.open(PLAYERS)
    visitor.size(width, height, reduced_motion="reduce")
    visitor.open("/table")
    assert visitor.run("return document.documentElement.scrollWidth") <= width
    assert visitor.run(TOO_SMALL) == []
    panel, board = (visitor.see(css).rect["y"] for css in ("#panel", "#board"))
    assert (panel < board) is (width < 900), "on a phone the turn comes first"
    if width < 600:
        visitor.tap("#sheet")
        visitor.see("#history.up")


def test_motion_travels_and_can_be_switched_off(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    play(site.parts, FIRST_TURN[:2], end=False)
    visitor.size(1280, 800, reduced_motion="no-preference")
    visitor.open("/table")
    visitor.driver.set_script_timeout(10)
    assert visitor.driver.execute_async_script(TAP_AND_COUNT, '.pawn.can[data-colour="g"]') >= 1
    visitor.size(1280, 800, reduced_motion="reduce")
    assert visitor.driver.execute_async_script(TAP_AND_COUNT, '.pawn.can[data-colour="r"]') == 0


def test_it_comes_back_after_the_server_restarts_in_the_middle(visitor: Visitor, tmp_path: Path) -> None:
    site = Site(tmp_path / "m.sqlite")
    try:
        match = site.parts.desk.open(PLAYERS)
        visitor.base = site.page.address
        visitor.open("/table")
        tilt(visitor, "Nn")
        visitor.see('.tilt-dot.seen [data-word="Nn"]')
        site.restart(between=lambda: bool(visitor.see('#eye[data-status="lost"]', "connection lost")) and None)
        site.parts.desk.put(match)
        visitor.see('#eye[data-status="off"]')
        tilt(visitor, "Ee")
        visitor.see(".owed-line", "red arrow on NE")
    finally:
        site.stop()


def test_the_voice_says_the_first_sentence_once(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    visitor.open("/table")
    visitor.run("window.said = []; speechSynthesis.speak = (u) => window.said.push([u.lang, u.text])")
    play(site.parts, FIRST_TURN[:-1])
    visitor.see("#banner", "(R16)")
    visitor.tap("#banner [data-close]")
    play(site.parts, ("Nn",), end=False)
    visitor.see('.tilt-dot.seen [data-word="Nn"]')
    assert visitor.run("return window.said") == [
        ["en-GB", "Red’s turn ended with the yellow arrow on south-east unused."]
    ]
    visitor.tap("#sound")
    visitor.see("#sound", "Sounds only")
