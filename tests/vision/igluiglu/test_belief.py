"""The belief about a match of IGLU IGLU: views joined and compared, tables taken as they lie."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.igluiglu.board import CELLS, NAMES
from engine.igluiglu.opening import opening
from engine.igluiglu.rules import IgluIglu
from engine.igluiglu.state import State
from vision.belief.conclusions import Begun
from vision.igluiglu.belief.adopting import Lying, adopted
from vision.igluiglu.belief.explained import explained
from vision.igluiglu.belief.following import IgluBelief
from vision.igluiglu.belief.glimpse import UNSEEN, Cell, Glimpse
from vision.igluiglu.belief.view import BoardView, Compared, believed, fits

RULES = IgluIglu(players="rb")


def placed() -> State:
    """Two players, all Inuit on the ring."""
    state = opening("rb", (1, 2, 2, 3))
    for name in ("a2", "b1", "a3", "c1", "a4", "d1", "a5", "e1", "a6", "f1"):
        after = RULES.judge(state, [f"place {name}"]).next
        assert after is not None
        state = after
    return state


def played(state: State, *words: str) -> State:
    """The table after these words."""
    after = RULES.judge(state, words).next
    assert after is not None
    return after


def glimpse(state: State, **other: Cell) -> Glimpse:
    """A perfect reading, but for some spaces."""
    cells = [other.get(name, cell) for name, cell in zip(NAMES, believed(state), strict=True)]
    return Glimpse(tuple(cells), {player: len(state.hand(player)) for player in state.players})


def test_an_observation_goes_both_ways() -> None:
    seen = glimpse(placed(), d4=UNSEEN)
    assert Glimpse.from_json(seen.to_json()).cells == seen.cells
    assert seen.hidden == {"d4"}


def test_pictures_of_a_rest_are_joined_by_what_most_of_them_say() -> None:
    state = placed()
    odd = glimpse(state, a2=Cell("#", "", 0.5), d4=UNSEEN)
    view = BoardView.of([glimpse(state), odd, glimpse(state)], 1.0)
    assert view.values == tuple((cell.ground, cell.words) for cell in believed(state))
    assert BoardView.from_json(view.to_json()) == view
    assert BoardView.of([odd, odd], 1.0).unseen == ("d4",)


def test_values_that_were_not_read_fit_any() -> None:
    there = Cell("~", "fish1 fish3")
    assert fits(Cell("~", "fish? fish3"), there)
    assert fits(Cell("~", "fish? fish?"), there)
    assert not fits(Cell("~", "fish? fish2"), there)
    assert not fits(Cell("~", "fish?"), there)
    assert not fits(Cell("#", "fish1 fish3"), there)


def test_what_looks_as_it_did_is_as_it_was() -> None:
    state = placed()
    view = BoardView.of([glimpse(state, a2=Cell("#", "rr", 0.99), h5=Cell("#", "r", 0.2))], 1.0)
    assert Compared.with_(view, state, {}).changed == ("a2",)
    assert Compared.with_(view, state, {"a2": frozenset({("#", "rr"), ("#", "r")})}).changed == ()


def test_nobody_stands_there_who_does_not_play() -> None:
    state = placed()
    view = BoardView.of([glimpse(state, h5=Cell("#", "g", 0.99), a2=Cell("#", "Y", 0.99))], 1.0)
    seen = Compared.with_(view, state, {})
    assert seen.changed == ()
    assert dict(zip(NAMES, seen.cells, strict=True))["h5"] == UNSEEN


def test_a_space_that_is_hardly_read_is_no_turn_and_no_fault() -> None:
    state = placed()
    seen = Compared.with_(BoardView.of([glimpse(state, h5=Cell("#", "r", 0.4))], 1.0), state, {})
    said = explained(RULES, state, seen, (), {name: 0.4 if name == "h5" else 0.999 for name in NAMES})
    assert (said.legal, said.turn.words, said.turn.state) == (True, (), state)


def test_a_tile_that_is_hardly_seen_to_be_gone_is_asked_for_and_nobody_accused() -> None:
    state = placed()
    seen = Compared.with_(BoardView.of([glimpse(state, h2=Cell("~", "", 0.8))], 1.0), state, {})
    surely = explained(RULES, state, seen, (), dict.fromkeys(NAMES, 0.999))
    assert (surely.legal, str(surely.violations[0].rule)) == (False, "melt-ring-too-early")
    hardly = explained(RULES, state, seen, (), {**dict.fromkeys(NAMES, 0.999), "h2": 0.8})
    assert (hardly.legal, hardly.changed, hardly.breaches) == (None, ("h2",), ())


def test_only_as_many_spaces_are_taken_as_misread_as_it_takes() -> None:
    state = played(placed(), "melt d3", "keep", "done")
    after = played(state, "melt c4", "keep", "walk b1 b2", "done")
    odd = {"h5": Cell("#", "r", 0.55), "b1": Cell("#", "", 0.3), "b2": Cell("#", "b", 0.3)}
    sure = {name: odd[name].sure if name in odd else 0.999 for name in NAMES}
    said = explained(RULES, state, Compared.with_(BoardView.of([glimpse(after, **odd)], 1.0), state, {}), (), sure)
    assert said.turn.words == ("melt c4", "keep", "walk b1 b2", "done")
    assert ("melt c4", "keep", "walk b1 b2", "done") in said.ways


def test_a_space_that_is_read_now_so_now_so_is_as_it_was() -> None:
    state = placed()
    belief = IgluBelief(RULES, Begun(state), 1.0)
    belief.see([glimpse(state)], 2.0)
    belief.see([glimpse(state, a2=Cell("#", "R", 0.3))], 2.0)
    after = played(state, "melt d3", "keep", "walk a3 b3", "done")
    belief.see([glimpse(after, a2=Cell("#", "R", 0.95))], 2.0)
    assert belief.in_progress().words == ("melt d3", "keep", "walk a3 b3")


def test_a_lawful_turn_is_told_and_a_fault_is_named() -> None:
    state = placed()
    after = played(state, "melt d3", "keep", "walk a2 b2", "done")
    said = explained(RULES, state, Compared.with_(BoardView.of([glimpse(after)], 1.0), state, {}))
    assert (said.legal, said.turn.words) == (True, ("melt d3", "keep", "walk a2 b2", "done"))
    assert said.turn.after == after
    board = [*state.board]
    board[CELLS["d3"]] = board[CELLS["e3"]] = board[CELLS["c4"]] = "~"
    gone = adopted(state, replace(Lying.of(state), board=tuple(board)), "b")
    assert gone is not None
    said = explained(RULES, state, Compared.with_(BoardView.of([glimpse(gone)], 1.0), state, {}))
    assert said.legal is False
    assert str(said.violations[0].rule) == "tile-gone"
    assert said.turn.after == gone


def test_a_fault_that_may_be_a_misread_space_is_asked() -> None:
    state = placed()
    after = played(state, "melt d3", "keep", "walk a2 b2", "done")
    seen = Compared.with_(BoardView.of([glimpse(after, h5=Cell("#", "r", 0.9))], 1.0), state, {})
    sure = {name: 0.9 if name == "h5" else 0.999 for name in NAMES}
    said = explained(RULES, state, seen, (), sure)
    assert said.legal is None
    assert said.ways == (("melt d3", "keep", "walk a2 b2", "done"),)


@pytest.mark.parametrize(("surely", "legal"), [(0.999, False), (0.95, None)])
def test_whoever_is_accused_is_so_by_spaces_in_plain_view(surely: float, legal: bool | None) -> None:
    state = placed()
    board = [*state.board]
    for name in ("d3", "e3", "c4", "g5"):
        board[CELLS[name]] = "~"
    gone = adopted(state, replace(Lying.of(state), board=tuple(board)), "b")
    assert gone is not None
    seen = Compared.with_(BoardView.of([glimpse(gone)], 1.0), state, {})
    sure = {name: surely if name == "e3" else 0.999 for name in NAMES}
    assert explained(RULES, state, seen, (), sure).legal is legal


def test_a_table_that_cannot_be_is_not_taken() -> None:
    state = placed()
    lying = Lying.of(state)
    nobody = [*lying.inuit]
    nobody[CELLS["a2"]] = ""
    assert adopted(state, replace(lying, inuit=tuple(nobody)), "b") is None  # an Inuit that is nowhere
    swimming = [*lying.inuit]
    swimming[CELLS["a2"]], swimming[CELLS["d4"]] = "", "r"
    assert adopted(state, replace(lying, inuit=tuple(swimming)), "b") is None


def test_a_match_is_followed_turn_by_turn_past_a_space_that_is_always_misread() -> None:
    state = placed()
    belief = IgluBelief(RULES, Begun(state), 1.0)
    always = {"h8": Cell("#", "", 0.99)}
    belief.see([glimpse(state, **always)], 2.0)
    assert belief.in_progress().words == ()
    assert not belief.finished()
    after = played(state, "melt d3", "keep", "walk a2 b2", "done")
    belief.see([glimpse(after, **always)], 2.0)
    assert belief.in_progress().words == ("melt d3", "keep", "walk a2 b2")
    assert belief.finished()
    belief.said_done(5.0)
    told = belief.over(1)
    assert told is not None
    assert told.after == after
    assert belief.certainty(1).sure
    last = played(after, "melt c4", "reveal fish1 2", "done")
    belief.see([glimpse(last, **always)], 2.0)
    belief.said_done(9.0)
    assert belief.over(2) is not None
    assert belief.over(2).words == ("melt c4", "reveal fish1 2", "done")


def test_a_value_that_was_not_read_is_asked_for() -> None:
    state = placed()
    after = played(state, "melt d3", "reveal fish1 2", "done")
    view = BoardView.of([glimpse(after, d3=Cell("~", "fish?", 0.99))], 1.0)
    said = explained(RULES, state, Compared.with_(view, state, {}))
    assert said.legal is None
    assert {way[1] for way in said.ways} == {"reveal fish1 1", "reveal fish1 2", "reveal fish1 3"}


def test_nothing_in_the_hole_is_a_kept_tile_where_kept_tiles_are_seen() -> None:
    before = played(placed(), "melt e6", "keep", "done")
    after = played(before, "melt d3", "keep", "walk d1 d2", "done")
    view = BoardView.of([glimpse(after)], 1.0)
    assert explained(RULES, before, Compared.with_(view, before, {})).legal is True
    unseen = Compared.with_(replace(view, hands={}), before, {})
    said = explained(RULES, before, unseen)
    assert said.legal is None  # or else a fish came, and was hunted from d2 at once
    assert {way[1] for way in said.ways} == {"keep", "reveal fish1 1", "reveal fish1 2"}


def test_a_turn_that_was_taken_as_over_too_soon_is_told_whole() -> None:
    state = placed()
    half, whole = played(state, "melt d3", "keep", "done"), played(state, "melt d3", "keep", "walk a2 b2", "done")
    belief = IgluBelief(RULES, Begun(state), 1.0)
    for seen, over_s in ((state, 0.0), (half, 5.0)):
        belief.see([glimpse(seen)], 2.0)
        if over_s:
            belief.said_done(over_s)
    first = belief.over(1)
    assert first is not None
    assert not belief.outdated(1, first.after, first.words)
    belief.see([glimpse(whole)], 2.0)  # Red goes on, though it would be Blue's turn
    assert belief.outdated(1, first.after, first.words)
    told = belief.over(1)
    assert told is not None
    assert told.words == ("melt d3", "keep", "walk a2 b2", "done")
    assert (belief.in_progress().number, belief.in_progress().words) == (2, ())
