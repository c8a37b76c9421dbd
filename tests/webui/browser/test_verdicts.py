"""Verdicts in a browser: none is missed, none covers anything; what was tapped is not lost."""

from __future__ import annotations

from engine.icecult.words.texts import in_all
from engine.igluiglu.words.texts import in_all as in_iglu
from tests.webui.browser.conftest import Site, Visitor
from tests.webui.igluiglu.making import ATTACK, LATE, open_iglu
from tests.webui.making import FIRST_TURN, PLAYERS, near_won, play
from tests.webui.proving import with_proof
from webui.record.events import Asked, Event, Progress, Told
from webui.record.folding.waiting import READ_S

FORGOTTEN = (("Nn", "Ee"), ("Ss", "Ww"))
"""Two turns that end right after their tilts, each with something owed."""
FAR = in_iglu("inuit-far", mover="r", cells=["a3"])
EARLY = Told(1.0, "0", 1, "fault", "early-move", in_all("early-move", colour="r"))


def test_a_fault_names_its_turn_and_goes_when_the_next_one_begins(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    visitor.open("/table")
    visitor.run("window.said = []; speechSynthesis.speak = (u) => window.said.push(u.text)")
    play(site.parts, FORGOTTEN[0])
    visitor.see("#banner b", "Turn 1, Ada, red: ")
    play(site.parts, FORGOTTEN[1][:1], end=False)
    visitor.gone("#banner")
    visitor.see('#history [data-turn="1"].fault', "missed arrow")
    visitor.tap('#history [data-turn="1"]')
    visitor.see("dialog .replay-verdict.fault", "the green arrow on NW unused")
    visitor.tap("dialog [data-close]")
    visitor.tap("#take-back")
    visitor.see("#banner b", "Turn 1, Ada, red: ")
    visitor.see('#banner [data-offer="play-it-now"]')
    play(site.parts, FORGOTTEN[1])
    visitor.see("#banner b", "Turn 2, Bela, yellow: ")
    assert not visitor.shows("#banner .behind"), "nothing old hides behind it"
    visitor.tap("#banner [data-close]")
    visitor.gone("#banner")
    assert visitor.view()["waiting"] == [], "taken for everybody"
    assert len(visitor.run("return window.said")) == 2
    assert visitor.complaints() == []


def test_closing_a_win_brings_nothing_old_back(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS, start=near_won())
    visitor.open("/table")
    play(site.parts, ("Nn", "Ee"), end=False)
    add(site, EARLY)
    visitor.see('#banner[data-kind="fault"]')
    play(site.parts, ("rS5@NE",), end=False)
    visitor.see('#banner[data-kind="win"]')
    visitor.tap("#banner [data-close]")
    visitor.gone("#banner")
    assert visitor.complaints() == []


def add(site: Site, *events: Event) -> None:
    """Write down what a camera would have seen, and open the match again."""
    match_id = site.parts.desk.table().match_id
    site.parts.store.append(match_id, list(events))
    site.parts.desk.put(match_id)


def test_at_a_camera_a_fault_can_be_read_and_goes_once_the_next_turn_has_begun(site: Site, visitor: Visitor) -> None:
    with_proof(site.parts)
    visitor.open("/table")
    visitor.see("#banner b", "Turn 1, Ada, red: ")
    match = site.parts.desk.table().match
    tilted = match.rules.begin(match.before).play_words(("Ss",)).state.to_json()
    at = match.waiting[0].at
    add(site, Progress(at + 1.0, ("Ss",), tilted))
    visitor.see("#panel .tilt-seen", "")
    visitor.see("#banner b", "Turn 1, Ada, red: ")  # told just now: it has still to be read
    add(site, Progress(at + 2.0, (), match.before.to_json()), Progress(at + READ_S, ("Ss",), tilted))
    visitor.gone("#banner")
    visitor.see('#history [data-turn="1"].fault', "missed arrow")
    assert visitor.complaints() == []


def test_verdicts_of_the_second_game_go_the_same_way(site: Site, visitor: Visitor) -> None:
    open_iglu(site.parts, ATTACK)
    visitor.open("/table")
    play(site.parts, ("melt b6", "keep", "done"), end=False)
    add(site, Told(1.0, "1.0", 1, "fault", "inuit-far", FAR))
    visitor.see("#banner b", "Turn 1, Ada, red: ")
    play(site.parts, ("melt c4",), end=False)
    visitor.gone("#banner")
    assert visitor.view()["waiting"] == []
    open_iglu(site.parts, LATE)
    add(site, Told(1.0, "1.0", 1, "fault", "inuit-far", FAR))
    visitor.see('#banner[data-kind="fault"]')
    play(site.parts, ("melt c4", "keep", "done"), end=False)
    visitor.see('#banner[data-kind="win"]')
    visitor.tap("#banner [data-close]")
    visitor.gone("#banner")
    assert visitor.view()["waiting"] == []
    assert visitor.complaints() == []


def test_a_question_names_its_turn_hides_no_verdict_and_is_not_asked_for_ever(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    visitor.open("/table")
    play(site.parts, FORGOTTEN[0])
    answers = ({"turn": list(FIRST_TURN), "text": {"en": "Green entered."}},)
    add(site, Asked(1.0, "1.?", 1, {"en": "Did green enter?"}, answers))
    visitor.see('#banner[data-kind="unsure"] .said b', "Turn 1, Ada, red: ")
    visitor.see("#banner .said", "(R16)")
    visitor.tap("#banner [data-close]")
    visitor.until(lambda: len(visitor.driver.find_elements("css selector", "#banner .said")) == 1)
    play(site.parts, FORGOTTEN[1][:1], end=False)
    visitor.see('#banner [data-answer="0"]', "Green entered.")
    play(site.parts, FORGOTTEN[1][1:])
    visitor.see('#banner[data-kind="fault"] b', "Turn 2, Bela, yellow: ")


def test_a_rule_number_opens_the_rule(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    play(site.parts, FORGOTTEN[0])
    visitor.open("/table")
    visitor.tap('#banner [data-rule="R16"]')
    visitor.see("dialog h2", "Rule R16")
    visitor.see("dialog .rule-text", "No arrow may be wasted while it allows a move")
    assert visitor.complaints() == []


def test_a_refused_tap_is_explained_beside_the_verdict(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    play(site.parts, FORGOTTEN[0])
    note = site.parts.desk.table().act("yE0@NE").result(5)["waiting"][1]
    visitor.open("/table")
    visitor.see('#banner[data-kind="fault"]', "(R16)")
    visitor.see("#banner .head:last-child", note["text"]["en"])


def test_one_step_is_taken_back_and_played_again(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    play(site.parts, FIRST_TURN[:3], end=False)
    visitor.open("/table")
    visitor.tap("#take-back")
    visitor.until(lambda: visitor.view()["turn"]["actions"] == list(FIRST_TURN[:2]))
    visitor.tap("#redo")
    visitor.until(lambda: visitor.view()["turn"]["actions"] == list(FIRST_TURN[:3]))
    visitor.gone("#redo")


def test_a_whole_turn_is_taken_back_only_after_asking(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    play(site.parts, FIRST_TURN)
    visitor.open("/table")
    visitor.tap("#take-back")
    visitor.see("dialog h2", "Turn 1 is over.")
    assert len(visitor.view()["history"]) == 1
    visitor.tap('[data-sure="end"]')
    visitor.until(lambda: visitor.view()["turn"]["actions"] == list(FIRST_TURN))
    visitor.tap("#done")
    visitor.see('#history [data-turn="1"]', "ok")
    visitor.tap("#take-back")
    visitor.tap('[data-sure="turn"]')
    visitor.until(lambda: visitor.view()["turn"]["actions"] == [] and not visitor.view()["history"])
    visitor.see("#redo")


def test_done_asks_where_a_tilt_is_missing(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    play(site.parts, ("Nn",), end=False)
    visitor.open("/table")
    visitor.tap("#done")
    visitor.see("dialog h2", "Only one tilt was made. End the turn all the same?")
    visitor.tap("[data-not]")
    visitor.gone("dialog")
    assert visitor.view()["history"] == []
    visitor.tap("#done")
    visitor.tap("[data-sure]")
    visitor.see('#history [data-turn="1"].fault')


def test_after_a_win_there_are_ways_on(site: Site, visitor: Visitor) -> None:
    match = site.parts.desk.open(PLAYERS, start=near_won())
    play(site.parts, ("Nn", "Ee", "rS5@NE"), end=False)
    visitor.open("/table")
    visitor.see("#panel h1", "Ada · Red wins")
    visitor.see("#panel .owed-line", "All five pawns are home.")
    visitor.see(f'#numbers[href="/matches/{match}"]')
    visitor.see("#panel #share")
    visitor.see('#home[href="/home"]')
    visitor.tap("#rematch")
    visitor.see("#panel h1", "Bela · Yellow’s turn")
    visitor.gone("#banner")
    assert visitor.complaints() == []
