"""Questions where several turns explain the table."""

from __future__ import annotations

from engine.icecult.words.asking import question

TILTS = ("Nn", "Ee")


def texts(asked: dict[str, object]) -> list[str]:
    """The answers in words."""
    answers = asked["answers"]
    assert isinstance(answers, list)
    return [answer["text"] for answer in answers]


def test_an_answer_says_only_what_the_others_have_not() -> None:
    asked = question([(*TILTS, "yE0@NE", "rN2.0@NW"), (*TILTS, "yE0@NE", "bS0@SE"), (*TILTS, "yE0@NE")], ["N2", "S1"])
    assert asked["text"] == "I could not see N2 and S1. What was played?"
    assert texts(asked) == ["Red moved on from N2", "Blue entered on the south path", "Nothing else"]
    assert asked["answers"][1]["turn"] == [*TILTS, "yE0@NE", "bS0@SE"]


def test_tilts_and_turned_cubes_are_told_in_words() -> None:
    asked = question([("Nn", "Ee"), ("Nn", "Ww", "NE+@SW"), ("Nn", "Ww", "NE-@SW")], [])
    assert asked["text"].startswith("Several turns explain the table.")
    assert texts(asked)[0] == "The east pair was tilted east"
    assert texts(asked)[1:] == [
        "The west pair was tilted west. Cube NE was turned right",
        "The west pair was tilted west. Cube NE was turned left",
    ]
    assert texts(question([("Nn", "Ee"), ("Nn", "Ww")], [], "de"))[0] == "Das östliche Paar wurde nach Osten gekippt"


def test_an_only_answer_says_the_whole_turn() -> None:
    assert texts(question([(*TILTS, "yE0@NE")], ["NW"])) == [
        "The north pair was tilted north. The east pair was tilted east. Yellow entered on the east path"
    ]


def test_no_pawn_moved_where_a_turn_has_only_tilts() -> None:
    assert texts(question([TILTS, (*TILTS, "yE0@NE")], ["E1"])) == ["No pawn moved", "Yellow entered on the east path"]


def test_answers_that_would_read_alike_are_told_apart_by_their_notation() -> None:
    low, high = (*TILTS, "yE2.0@NE"), (*TILTS, "yE2.1@NE")
    assert texts(question([low, high], [])) == [
        "Yellow moved on from E2 (Nn Ee yE2.0@NE)",
        "Yellow moved on from E2 (Nn Ee yE2.1@NE)",
    ]
