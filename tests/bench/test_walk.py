"""What the walk calls a false word."""

from __future__ import annotations

from dataclasses import replace

from bench.walk.walking import false_words
from tests.webui.making import FIRST_TURN, PLAYERS, parts_for, play
from vision.icecult.sim.play.script import TurnScript


def test_a_word_is_false_where_nobody_broke_a_rule_or_where_none_is_said() -> None:
    parts = parts_for()
    parts.desk.open(PLAYERS[:2])
    play(parts, FIRST_TURN)
    match = parts.desk.table().match
    lawful = TurnScript("r", FIRST_TURN)
    assert false_words(match, None) == false_words(match, [lawful]) == []
    broken = TurnScript("r", FIRST_TURN, fault="missed-arrow")
    assert false_words(match, [broken]) == ["turn 1: told legal, played missed-arrow"]
    late = replace(match.turns[0], verdict={"legal": True, "put_right": ["missed-arrow"]})
    assert false_words(replace(match, turns=(late,)), [broken]) == [], "told while it stood, and put right"
    assert false_words(match, [lawful, lawful]) == ["1 turns, played 2"]
    play(parts, FIRST_TURN[:1])
    assert false_words(parts.desk.table().match, None) == ["turn 2: told tilt-count, played legal"]
    parts.desk.clear()
    parts.hub.close()
    parts.store.close()
