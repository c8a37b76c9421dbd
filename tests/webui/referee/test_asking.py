"""What could not be seen is asked: one question, the likely answers in words, and the answer counts."""

from __future__ import annotations

from typing import Any

from tests.vision.synthetic import observe
from tests.webui.referee.watched import Watched
from webui.record import events as ev


def behind_a_bottle(table: Watched) -> dict[str, Any]:
    """The table with the start and two spaces of the east path out of sight."""
    seen = observe(table.state) | {"start": None}
    seen["paths"]["E"][:2] = [None, None]
    seen["hidden"] += ["start", "E1", "E2"]
    return seen


def test_a_move_out_of_sight_is_asked_about_in_words_and_the_answer_counts() -> None:
    table = Watched()
    table.finish("Nn", "Ee")
    for word in ("We", "Ns", "gN0@SW"):
        table.do(word)
    table.hand()
    table.rest(1.5, behind_a_bottle(table))
    table.take(table.referee.done())
    asked = next(event for event in table.events if isinstance(event, ev.Asked))
    assert asked.text["en"] == "I could not see E1 and E2. What was played?"
    answers = {answer["text"]["en"]: answer["turn"] for answer in asked.answers}
    assert set(answers) == {"Yellow entered on the east path", "Yellow moved on from E1"}
    assert asked.answers[0]["text"]["de"].startswith("Gelb")
    assert table.referee.match.turns[-1].legal is None
    moved_on = list(answers).index("Yellow moved on from E1")
    table.take(table.referee.answer(asked.id, moved_on))
    assert table.referee.match.turns[-1].legal is True
    assert table.referee.match.turns[-1].after.paths[1][:2] == ("", "y")
