"""What a turn seen by the camera comes to: the verdict of the contract, its rule and its sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.verdict import Fault
from engine.icecult.explain.explain import Explanation, explain
from engine.icecult.faults import Rule
from engine.icecult.moves import Step
from engine.icecult.partial import PartialState
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from engine.icecult.words.texts import in_all
from vision.icecult.belief.prices import LOOSE, handed_on
from webui.record.events import Json
from webui.referee.sentences import Words, fault_words, violation_words

SEQUENCE_RULES = frozenset({"tilt-count", "tilt-undone", "early-move", "after-the-end"})
"""Breaches that the order of several views tells and two views alone may not."""

POSE_RULES = frozenset({"tilt-alone", "cube-turned"})


@dataclass(frozen=True, slots=True)
class Ruling:
    """A verdict with its rule ("" where nothing was broken) and the sentence in all languages."""

    verdict: Json
    rule: str = ""
    text: Words | None = None
    owed: tuple[str, ...] = ()
    actions: tuple[str, ...] | None = None
    """One sequence that explains the turn, where the actions seen do not."""

    @property
    def winners(self) -> str:
        """Who has won by this turn."""
        return str(self.verdict.get("winners", ""))


def ruling(turn: TurnInProgress, fouls: Sequence[str], seen: PartialState | None = None, over: bool = True) -> Ruling:
    """The verdict on a turn: by its actions where they are lawful, else by what can be seen of it."""
    if not fouls:
        return _by_actions(turn)
    words = [str(action) for action in turn.actions]
    found = _found(turn, fouls, seen, over)
    rules = _rules(found, fouls, turn)
    if not rules:
        return _cleared(turn, found)
    first = str(rules[0][0])
    text = rules[0][1]
    fault = _judged(turn, words)
    proven = fault is not None and fault.rule == first
    owed = tuple(word for v in found.violations if str(v.rule) == first for word in v.owed)
    if proven and fault is not None:
        owed = fault.owed
    verdict: Json = {"legal": False, "rule": first} | ({"at": fault.at} if proven and fault else {})
    verdict |= {"text": text["en"]}
    verdict |= {"owed": list(owed)} if first.startswith("missed-") else {}
    verdict |= {"violations": [{"rule": str(rule), "text": words_["en"]} for rule, words_ in rules]}
    return Ruling(verdict, first, text, owed)


def _found(turn: TurnInProgress, fouls: Sequence[str], seen: PartialState | None, over: bool) -> Explanation:
    """What explains a turn; poses of cubes moved against the rules are guesses: what they show may tell it better."""
    found = explain(turn.before, seen or turn.state, turn.cube_set, turn.house, turn.players, over)
    if seen is not None or POSE_RULES.isdisjoint(fouls) or _names(found, fouls):
        return found
    tops, state = turn.cube_set.tops(turn.state.cubes), turn.state
    shown = PartialState(tops, state.paths, state.start, state.goal)
    told = explain(turn.before, shown, turn.cube_set, turn.house, turn.players, over)
    return told if _names(told, fouls) else found


def _names(found: Explanation, fouls: Sequence[str]) -> bool:
    """Whether an explanation begins with a breach that was believed in the order of the views."""
    return bool(found.violations) and str(found.violations[0].rule) in fouls


def _by_actions(turn: TurnInProgress) -> Ruling:
    verdict = turn.end()
    if verdict.fault is None:
        return Ruling(verdict.to_json())
    begun = TurnInProgress.begin(turn.before, turn.cube_set, turn.house, turn.players)
    text = fault_words(begun, [str(action) for action in turn.actions], verdict.fault)
    return Ruling(verdict.to_json(text["en"]), verdict.fault.rule, text, verdict.fault.owed)


def _rules(found: Explanation, fouls: Sequence[str], turn: TurnInProgress) -> list[tuple[Rule, Words]]:
    """Every rule broken, in the contract's order, with its sentence; what was missed comes last where that is loose."""
    rules = {violation.rule: violation_words(violation) for violation in reversed(found.violations)}
    for foul in fouls:
        if foul in SEQUENCE_RULES and Rule(foul) not in rules:
            rules[Rule(foul)] = _sequence_words(foul, turn)
    loose = any(foul.partition("@")[0] in LOOSE for foul in fouls)
    return sorted(rules.items(), key=lambda item: (loose and str(item[0]).startswith("missed-"), item[0].order))


def _sequence_words(foul: str, turn: TurnInProgress) -> Words:
    if foul == "tilt-count":
        return in_all("tilt-count.three")
    if foul != "early-move":
        return in_all(foul)
    step = next((action for action in turn.actions if isinstance(action, Step)), None)
    return in_all("early-move", colour=step.colour if step else turn.state.to_move)


def _cleared(turn: TurnInProgress, found: Explanation) -> Ruling:
    """The views looked odd, but a lawful turn explains them; or nothing can be said for certain."""
    if found.legal is None:
        return Ruling(found.to_json() | {"legal": None})
    verdict: Json = {"legal": True, "winners": found.winners, "next": handed_on(turn).to_json()}
    return Ruling(verdict, actions=found.turn)


def _judged(turn: TurnInProgress, words: list[str]) -> Fault | None:
    begun = TurnInProgress.begin(turn.before, turn.cube_set, turn.house, turn.players)
    after = begun.play_words(words)
    return after if isinstance(after, Fault) else after.end().fault


def after_of(turn: TurnInProgress) -> State:
    """The table when the turn is over, with the next player to move."""
    return handed_on(turn)
