"""A scripted match of IGLU IGLU is refereed from what its table shows: honest turns, faults, questions."""

from __future__ import annotations

from collections.abc import Callable

from engine.igluiglu.board import NAMES
from engine.igluiglu.equipment import STANDARD_SET
from engine.igluiglu.opening import opening
from engine.igluiglu.options import HouseRules
from engine.igluiglu.rules import IgluIglu
from engine.igluiglu.state import State
from vision.eye import Glance
from vision.igluiglu.belief.glimpse import Cell, Glimpse
from vision.igluiglu.belief.view import believed
from vision.igluiglu.sim.play.script import MatchScript, script
from webui.igluiglu.sentences import TABLE, eye_words, question_words
from webui.igluiglu.setting_up import SENTENCES, wrong_words
from webui.play.watcher import Patience
from webui.record import events as ev
from webui.record.fold import begin
from webui.record.match import Match
from webui.record.opening import seats
from webui.referee.referee import Referee
from webui.referee.view import Looking, table_view
from webui.settings import LANGUAGES


def glimpse(state: State) -> Glimpse:
    """A perfect reading."""
    return Glimpse(believed(state), {player: len(state.hand(player)) for player in state.players})


def fresh(players: str, start: State, clock: Callable[[], float] = lambda: 0.0) -> Referee:
    """The referee of a match that begins so, told the time by a clock that is set."""
    known, tiles = start.to_json(), STANDARD_SET.to_json()
    created = ev.Created(
        0.0, "test", tuple(seats(players)), HouseRules().to_json(), tiles, known, "", True, "camera", game="iglu"
    )
    return Referee(begin(created), None, Patience(rest_ends_s=1.4), clock=clock)


def rest(referee: Referee, number: int, seen: Glimpse) -> None:
    """The table rests for more than two seconds."""
    for k in range(12):
        referee.glance(Glance(number * 10 + k * 0.2, "rest", number, number * 10.0, seen))


def watched(match: MatchScript) -> Match:
    """The match as it is refereed, a rest after every turn."""
    referee = fresh(match.players, match.known)
    for number, state in enumerate((match.start, *(turn.after for turn in match.turns))):
        rest(referee, number, glimpse(state))
    referee.film_over()
    return referee.match


def test_a_match_is_refereed_and_nobody_is_accused_who_played_fair() -> None:
    played = script(4, 6, "rygb", 3, 2)
    match = watched(played)
    assert len(match.turns) == 6
    for turn, told in zip(played.turns, match.turns, strict=True):
        assert told.player == turn.player
        assert told.after.board == turn.after.board
        assert told.after.inuit == turn.after.inuit
        if turn.foul:
            assert told.legal is False
            assert told.verdict["rule"] in turn.rules
        else:
            assert told.legal is True or told.verdict["question"]["answers"]
    assert not any(tile != "?" for turn in match.turns for hand in turn.after.hands for tile in hand)


def test_a_kept_tile_has_no_face_on_record() -> None:
    played = script(0, 4, "rb", 2, 0)
    assert any(word.startswith("keep ") for turn in played.turns for word in turn.words)
    match = watched(played)
    assert not [word for turn in match.turns for word in turn.actions if word.startswith("keep ")]


def test_every_sentence_is_there_in_every_language() -> None:
    assert {len(row) for row in TABLE.values()} == {len(LANGUAGES)}
    assert eye_words("blind", ["c3", "d4"])["de"] == "nicht zu sehen: c3, d4"
    text, answers = question_words("b", [("melt d5", "keep", "done"), ("melt d5", "reveal fish1 2", "done")])
    assert text["en"] == "Blue melted d5; what was on it?"
    assert [answer["turn"][1] for answer in answers] == ["keep", "reveal fish1 2"]
    assert question_words("b", [("melt d5", "keep", "done")])[0]["en"] == "What did Blue do in this turn?"


def test_the_fish_of_the_centre_are_read_before_the_first_inuit_is_placed() -> None:
    laid = opening("rb", (1, 3, 2, 1))
    referee = fresh("rb", opening("rb"))
    rest(referee, 0, glimpse(laid))
    assert referee.match.before == laid
    placed = IgluIglu(players="rb").judge(laid, ["place b1"]).next
    assert placed is not None
    rest(referee, 1, glimpse(placed))
    assert [turn.actions for turn in referee.match.turns] == [("place b1",)]
    assert referee.match.state == placed


def test_nothing_is_judged_before_the_table_is_set_up() -> None:
    laid = opening("rb")
    cells = dict(zip(NAMES, believed(laid), strict=True))
    odd = cells | {"c3": Cell("~", ""), "d4": Cell("~", "fish1 fish2")}
    referee = fresh("rb", laid)
    rest(referee, 0, Glimpse(tuple(odd[name] for name in NAMES)))
    assert referee.to_put_back == ("c3", "d4")
    said = table_view("test", referee, Looking())["eye"]
    assert said["status"] == "not-set-up"
    assert said["text"]["en"] == "the tile on c3 is missing; two fish on d4"
    assert not referee.match.turns
    rest(referee, 1, glimpse(laid))
    assert referee.to_put_back == ()
    assert "c3" not in table_view("test", referee, Looking())["eye"]["text"]["en"]


def test_what_is_wrong_with_the_set_up_is_said_in_every_language() -> None:
    def wrong(**odd: tuple[Cell, Cell]) -> dict[str, str]:
        return dict(wrong_words(odd, "ryb"))

    one = wrong(a3=(Cell("#", ""), Cell("#", "r")))
    assert one["en"] == "Red has placed two Inuit of three"
    assert one["de"] == "Rot hat zwei Inuit von drei gesetzt"
    assert wrong(a3=(Cell("#", ""), Cell("#", "bb")), a4=(Cell("#", ""), Cell("#", "b")))["en"] == (
        "Blue has placed no Inuit of three"
    )
    assert wrong(a3=(Cell("#", ""), Cell("#", "r")), a4=(Cell("#", "r"), Cell("#", "")))["en"] == (
        "a3 is not as it should be; a4 is not as it should be"
    )
    assert wrong(c3=(Cell("^", ""), Cell("#", "")))["fr"] == "la tuile de c3 est face visible"
    assert wrong(d4=(Cell("#", ""), Cell("~", "fish1")))["it"] == "in d4 non va nessuna tessera"
    assert wrong(d4=(Cell("~", ""), Cell("~", "fish1")))["de"] == "kein Fisch auf d4"
    for key, row in SENTENCES.items():
        assert len(row) == len(LANGUAGES) == len(set(row)), key


def test_nobody_is_accused_of_a_pause_within_a_turn() -> None:
    rules, state = IgluIglu(players="rb"), opening("rb")
    for name in ("a2", "b1", "a3", "c1", "a4", "d1", "a5", "e1", "a6", "f1"):
        state = after(rules, state, f"place {name}")
    referee = fresh("rb", state)
    half = after(rules, state, "melt d3", "keep", "done")
    whole = after(rules, state, "melt d3", "keep", "walk a2 b2", "done")
    last = after(rules, whole, "melt e6", "keep", "done")
    for number, seen in enumerate((state, half, whole, last)):
        rest(referee, number, glimpse(seen))
    turns = referee.match.turns
    assert [turn.actions for turn in turns] == [("melt d3", "keep", "walk a2 b2", "done"), ("melt e6", "keep", "done")]
    assert all(turn.legal for turn in turns)
    assert not referee.match.waiting


def after(rules: IgluIglu, state: State, *words: str) -> State:
    """The table after these words."""
    found = rules.judge(state, words).next
    assert found is not None
    return found
