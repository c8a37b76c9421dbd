"""How a match was won is said with its place, whoever's step it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from engine.icecult.moves import parse_action, perform
from engine.icecult.state import State
from tests.vision.synthetic import observe
from tests.webui.referee.watched import Watched
from webui.icecult.won import won_words
from webui.record import events as ev
from webui.record.match import Played


def home(path: str) -> str:
    """What is said of a fifth pawn that came home there."""
    return f"Red brings its fifth pawn home on the {path} path."


def table(goal: Mapping[str, str], stacks: Mapping[str, str]) -> State:
    """A table with these pawns home and these stacks; all others still at the start."""
    away = "".join([*goal.values(), *stacks.values()])
    paths = {p: [stacks.get(f"{p}{space}", "") for space in range(1, 6)] for p in "NESW"}
    return State.from_json(
        {
            "cubes": dict.fromkeys(("NW", "NE", "SE", "SW"), "UN"),
            "paths": paths,
            "start": "".join(c * (5 - away.count(c)) for c in "rygb"),
            "goal": {p: goal.get(p, "") for p in "NESW"},
            "to_move": "r",
        }
    )


def played(before: State, words: Sequence[str], winners: str = "r") -> Played:
    """A turn of red's that somebody wins."""
    after = before
    for word in words:
        after = perform(after, parse_action(word))
    return Played(9, "r", tuple(words), before, after, {"legal": True, "winners": winners}, 0.0, 0.0, "hand")


@pytest.mark.parametrize(
    ("goal", "stacks", "words", "said"),
    [
        ({"N": "rrrr"}, {"E5": "r"}, ["Nn", "Ee", "rE5@NE"], home("east")),
        (
            {"S": "rrr"},
            {"W5": "r", "N5": "r"},
            ["rW5@NW", "rN5@NE"],
            home("north"),
        ),
        (
            {"S": "rrr"},
            {"W5": "r", "N5": "r"},
            ["rN5@NW", "rW5@NE"],
            home("west"),
        ),
        ({"S": "rrrr"}, {"W5": "yr"}, ["yW5.0@NW"], home("west")),
        ({}, {"E2": "rrrr", "E1": "r"}, ["rE1@NW"], "Five red pawns stand in one stack on E2."),
    ],
)
def test_the_place_is_said(goal: dict[str, str], stacks: dict[str, str], words: list[str], said: str) -> None:
    assert won_words(played(table(goal, stacks), words))["en"] == f"{said} Red wins."


def test_together_and_by_what_nobody_saw_only_the_winners_are_said() -> None:
    before = table({"N": "rrrr"}, {"E5": "r"})
    assert won_words(played(before, ["rE5@NE"], "ry"))["en"] == "Red and Yellow win together."
    unseen = replace(played(before, []), after=perform(before, parse_action("rE5@NE")))
    assert won_words(unseen)["en"] == "Red wins."


def test_the_camera_says_it_too() -> None:
    watched = Watched()
    near = table({"N": "rrrr"}, {"S5": "r"})
    watched.take(watched.referee.correct_state(near.to_json()))
    watched.put(near)
    watched.do("Nn", "Ee")
    watched.do("rS5@NE", seconds=2.0)
    told = [event.text["en"] for event in watched.events if isinstance(event, ev.Told) and event.about == "win"]
    assert told == ["Red brings its fifth pawn home on the south path. Red wins."]


def test_a_win_that_is_hard_to_read_is_said_without_done_since_nobody_plays_on() -> None:
    watched = Watched()
    near = table({}, {"S2": "rrrr", "S1": "r"})
    watched.take(watched.referee.correct_state(near.to_json()))
    watched.put(near)
    watched.do("Nn", "Ee")
    watched.state = perform(watched.state, parse_action("rS1@NE"))
    seen = observe(watched.state)
    seen["confidences"] |= {"S1": 0.75, "S2": 0.6}
    watched.hand()
    watched.rest(2.0, seen)
    assert not watched.referee.match.over, "a tall stack that is read badly: it may be another"
    watched.rest(4.0, seen)
    assert watched.told("win") == [(1, "R22")]
    assert watched.referee.match.over
    assert watched.told() == []
