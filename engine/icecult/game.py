"""ICE CULT as one of the games on offer: its rules, its words, and the questions it answers as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.core.colours import COLOURS
from engine.core.errors import NotationError
from engine.core.game import Game, Json
from engine.icecult.cube import STANDARD_SET, CubeSet
from engine.icecult.ends.ends import outcomes
from engine.icecult.explain.explain import explain
from engine.icecult.moves import parse_action
from engine.icecult.options import DEFAULT_HOUSE, HouseRules, parse_players
from engine.icecult.partial import PartialState
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.words.phrases import LANGUAGES
from engine.icecult.writing.lines import LINES


def position(data: Mapping[str, Any], key: str = "state") -> tuple[IceCult, State]:
    """The rules and the state of a question; set, house rules and players have defaults."""
    if key not in data:
        raise NotationError(f"expected {key!r} in the question, got {', '.join(map(repr, data)) or 'nothing'}")
    cube_set, house, players = data.get("set"), data.get("house"), data.get("players")
    state = State.from_json(data[key])
    rules = IceCult(
        STANDARD_SET if cube_set is None else CubeSet.from_json(cube_set),
        DEFAULT_HOUSE if house is None else HouseRules.from_json(house),
        COLOURS if players is None else parse_players(players),
    )
    return rules, state


def words(data: Mapping[str, Any], key: str = "turn") -> list[str]:
    """The actions of a question, as words."""
    turn = data.get(key)
    if not isinstance(turn, list) or not all(isinstance(word, str) for word in turn):
        raise NotationError(f"expected {key!r} as a list of actions like ['Nn', 'Ee', 'yE0@NE'], got {turn!r}")
    return turn


def _judge(question: Json, options: Json) -> dict[str, Any]:
    (rules, state), turn = position(question), words(question)
    verdict = rules.judge(state, turn)
    if verdict.fault is None:
        return verdict.to_json()
    return verdict.to_json(rules.fault_text(state, turn, verdict.fault, options["language"]))


def _ends(question: Json, options: Json) -> dict[str, Any]:
    rules, before = position(question)
    found = outcomes(rules.begin(before))
    if options["count"]:
        return {"count": len(found)}
    if options["turns"]:
        return {"count": len(found), "states": [[s.to_json(), won, list(turn)] for (s, won), turn in found.items()]}
    return {"count": len(found), "states": [[state.to_json(), won] for state, won in found]}


def _explain(question: Json, options: Json) -> dict[str, Any]:
    if "after" not in question:
        raise NotationError(f"expected 'before' and 'after', got {', '.join(map(repr, question)) or 'nothing'}")
    rules, before = position(question, "before")
    over = question.get("over", True)
    if not isinstance(over, bool):
        raise NotationError(f"expected 'over' as true or false, got {over!r}")
    after = PartialState.from_json(question["after"])
    return explain(rules.begin(before), after, over).to_json(options["language"])


ICE_CULT: Final = Game(
    name="ice-cult",
    title="ICE CULT",
    folder="icecult",
    make_rules=IceCult.from_header,
    read_word=lambda word: str(parse_action(word)),
    languages=LANGUAGES,
    answers={"judge": _judge, "ends": _ends, "explain": _explain},
    declined={
        "legal": "ends lists every state in which a turn can end",
        "score": "nobody has points, a match is won by five pawns",
    },
    lines=LINES,
)
