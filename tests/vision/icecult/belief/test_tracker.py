"""The tracker on observations made from true states: stories, and whole random matches."""

from __future__ import annotations

import random

import pytest

from engine.icecult.cube import STANDARD_SET, UNKNOWN_SET, CubeSet
from engine.icecult.moves import parse_action, perform
from engine.icecult.options import HouseRules
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from tests.vision.synthetic import Noise, Played, match, observe, sight_of, table_with, views
from vision.icecult.belief.breach import RELOCATED
from vision.icecult.belief.explaining.breaches import with_stacks
from vision.icecult.belief.tracker import CultTracker

pytestmark = pytest.mark.slow

START = State.setup("r")


class Table:
    """A true table and a tracker that looks at it."""

    def __init__(self, start: State = START, cube_set: CubeSet = STANDARD_SET, players: str = "ry") -> None:
        self.state = start
        self.tracker = CultTracker(IceCult(cube_set, HouseRules(), players), start)
        self.rest = 0
        self.look()

    def look(self, hidden: tuple[str, ...] = (), held_s: float = 0.1) -> None:
        """A rest of two pictures, or of many where it is held long, with some places hidden."""
        seen = observe(self.state)
        for place in hidden:
            seen["hidden"].append(place)
            if place in seen["cubes"]:
                seen["cubes"][place] = None
            else:
                seen["paths"][place[0]][int(place[1:]) - 1] = None
        self.rest += 1
        self.tracker.see(sight_of([seen] * (8 if held_s >= 1.0 else 2), held_s), self.rest, float(self.rest))

    def do(self, *words: str, look: bool = True) -> None:
        """Change the table by these actions, lawful or not; look when all are done."""
        for word in words:
            self.state = perform(self.state, parse_action(word))
        if look:
            self.look()

    @property
    def words(self) -> list[str]:
        """The turn in progress as it is believed."""
        return [str(action) for action in self.tracker.best.turn.actions]


def test_a_slow_turn_is_seen_action_by_action() -> None:
    table = Table()
    turn = _finished(START, "Nn", "Ee")
    for k, action in enumerate(turn.actions):
        table.do(str(action))
        assert table.words == [str(a) for a in turn.actions[: k + 1]]
    assert table.tracker.best.turn.may_end()


def test_a_fast_turn_is_explained_as_a_whole() -> None:
    table = Table()
    turn = _finished(START, "Nn", "Ee")
    table.do(*(str(action) for action in turn.actions))
    assert table.tracker.best.state == turn.state
    assert table.tracker.best.turn.may_end()
    assert not table.tracker.best.breaches


def test_a_turn_is_over_when_the_next_player_tilts() -> None:
    table = Table()
    turn = _finished(START, "Nn", "Ee")
    table.do(*(str(action) for action in turn.actions))
    table.do("Ss")
    past = table.tracker.best.record(1)
    assert past is not None
    assert past.closed.lawful
    assert table.words == ["Ss"]
    assert table.tracker.best.turn.before.to_move == "y"


def test_a_missed_arrow_shows_when_the_next_player_tilts() -> None:
    table = Table()
    table.do("Nn")
    table.do("Ee")
    assert table.tracker.best.turn.owed()
    table.do("Ss")
    table.do("Ss")
    past = table.tracker.best.record(1)
    assert past is not None
    assert past.closed.missed
    assert table.tracker.margin(1) > 2.5


def test_a_player_who_corrects_himself_is_not_accused() -> None:
    table = Table()
    table.do("Nn")
    table.do("Ee")
    right = next(iter(table.tracker.best.turn.owed().values()))[0]
    before = table.state
    wrong = "rN0@NW" if str(right) != "rN0@NW" else "bS0@NW"
    table.do(wrong)
    assert table.tracker.best.breaches
    table.state = before
    table.do(str(right))
    assert not table.tracker.best.breaches
    assert table.words == ["Nn", "Ee", str(right)]


def test_a_suspicion_counts_from_the_rest_in_which_it_became_the_belief() -> None:
    table = Table()
    table.do("Nn")
    table.do("Ee")
    right = next(iter(table.tracker.best.turn.owed().values()))[0]
    before = table.state
    table.do("rN0@NW" if str(right) != "rN0@NW" else "bS0@NW")
    suspected = table.tracker.suspected_rest
    assert suspected == table.rest
    table.look()
    assert table.tracker.suspected_rest == suspected < table.rest
    table.state = before
    table.do(str(right))
    assert table.tracker.suspected_rest == table.rest


def test_a_table_put_right_has_changed() -> None:
    table = Table(table_with(W1="y"))
    table.do("Nn")
    table.do("Ee")
    right = table.state
    table.state = with_stacks(right, {"W1": "", "E1": "y"})
    table.look(held_s=1.0)
    table.state = right
    table.look()
    assert not table.tracker.best.breaches
    assert table.tracker.best.last_s == 5.0, "when it was put right"


def test_a_tilt_taken_back_is_no_tilt() -> None:
    table = Table()
    table.do("Nn")
    table.do("Ns")
    table.do("Ww")
    table.do("Ww")
    assert table.words == ["Ww", "Ww"]
    assert not table.tracker.best.breaches


def test_a_hidden_stack_is_resolved_by_later_sight() -> None:
    table = Table()
    turn = _finished(START, "Nn", "Ee")
    moved = [str(action) for action in turn.actions]
    hidden = tuple(
        f"{path}1" for path, before, after in zip("NESW", START.paths, turn.state.paths, strict=True) if before != after
    )
    table.do(*moved, look=False)
    table.look(hidden)
    table.look()
    assert table.tracker.best.state.paths == turn.state.paths
    assert not table.tracker.best.breaches


def test_a_circle_hides_its_cubes_direction_until_it_rolls() -> None:
    table = Table()
    table.do("Nn", "Nn")
    ways = {history.turn.state.cubes for history in table.tracker.histories}
    assert len(ways) > 1, "rolled away and towards look the same"
    table.do("We")
    believed = [history.state.cubes for history in table.tracker.histories]
    assert table.state.cubes in believed
    table.do("Nn")
    assert table.tracker.best.state.cubes == table.state.cubes


def test_an_unearned_pawn_is_a_breach_and_the_table_is_followed() -> None:
    table = Table()
    turn = _finished(START, "Nn", "Ee")
    table.do(*(str(action) for action in turn.actions))
    shown = {top.colour for top in turn.tops if top is not None}
    colour = next(c for c in "rygb" if c not in shown)
    table.do(f"{colour}W0@NW")
    assert table.tracker.best.breaches
    assert table.tracker.best.state.paths == table.state.paths
    table.do("Ss")
    table.do("Ss")
    past = table.tracker.best.record(1)
    assert past is not None
    assert not past.closed.lawful


def test_a_pawn_taken_from_a_space_that_is_out_of_sight_is_followed() -> None:
    table = Table()
    turn = _finished(START, "Nn", "Ee")
    table.do(*(str(action) for action in turn.actions))
    source = next(f"{path}1" for path, stacks in zip("NESW", turn.state.paths, strict=True) if len(stacks[0]) == 1)
    target = next(f"{path}1" for path, stacks in zip("NESW", turn.state.paths, strict=True) if not stacks[0])
    pawn = table.state.stack(source[0], 1)
    table.state = with_stacks(table.state, {source: "", target: pawn})
    table.look((source,), held_s=1.0)
    assert table.tracker.best.state.paths == table.state.paths
    assert table.tracker.best.breaches == (RELOCATED,)
    for tilt in ("Ss", "Ss"):
        table.state = perform(table.state, parse_action(tilt))
        table.look((source,), held_s=1.0)
    assert table.tracker.best.number == 2
    assert table.tracker.best.state.paths == table.state.paths


def test_unknown_faces_are_learned() -> None:
    table = Table(cube_set=UNKNOWN_SET)
    table.do("Nn")
    table.do("Ee")
    known = table.tracker.best.turn.cube_set
    seen = STANDARD_SET.tops(table.state.cubes)
    assert known.tops(table.tracker.best.state.cubes) == seen
    assert sum(text is not None for cube in known.cubes for text in cube.prints) == 8


def test_done_closes_the_turn() -> None:
    table = Table()
    table.do("Nn", "Ee")
    table.tracker.done(9.0)
    past = table.tracker.best.record(1)
    assert past is not None
    assert past.closed.missed
    assert past.to_s == 9.0


def test_done_in_the_middle_does_not_make_two_turns_of_one() -> None:
    table = Table()
    table.do("Nn")
    table.do("Ee")
    table.tracker.done(9.0)
    past = table.tracker.best.record(1)
    assert past is not None
    assert len(past.closed.turn.tilts) == 2
    assert table.tracker.best.number == 2


@pytest.mark.parametrize(("seed", "fast"), [(1, 0.0), (2, 0.5), (3, 1.0)])
def test_random_matches_are_followed_exactly(seed: int, fast: float) -> None:
    turns = list(match(seed, 8, missed=0.2))
    tracker = _watched(seed, turns, fast, None)
    for number, played in enumerate(turns, start=1):
        past = tracker.best.record(number)
        assert past is not None
        assert past.closed.turn.state.paths == played.after.paths
        assert past.closed.turn.state.goal == played.after.goal
        assert past.closed.lawful == (played.fault is None)


@pytest.mark.parametrize("seed", [11, 12, 13])
def test_honest_players_are_not_accused_by_a_careless_reader(seed: int) -> None:
    turns = list(match(seed, 7))
    tracker = _watched(seed, turns, 0.4, Noise(0.004, 0.05, 0.98))
    for number in range(1, len(turns) + 1):
        past = tracker.best.record(number)
        assert past is not None
        assert past.closed.lawful


def _watched(seed: int, turns: list[Played], fast: float, noise: Noise | None) -> CultTracker:
    rng = random.Random(seed)
    tracker = CultTracker(IceCult(), START)
    tracker.see(sight_of([observe(START)] * 2), 0, 0.0)
    for k, (_, state) in enumerate(views(rng, turns, fast), start=1):
        tracker.see(sight_of([observe(state, noise=noise, rng=rng) for _ in range(3)]), k, float(k))
    tracker.done(99.0)
    return tracker


def _finished(start: State, *tilts: str) -> TurnInProgress:
    """A lawful turn: these tilts, then whatever is owed."""
    turn = IceCult(players="ry").begin(start).play_words(list(tilts))
    assert isinstance(turn, TurnInProgress)
    while turn.owed():
        turn = turn.after(next(iter(turn.owed().values()))[0])
    return turn
