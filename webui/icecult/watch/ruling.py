"""What a turn seen by the camera comes to: the referee's verdict, the rule it names and its sentence."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.verdict import Fault
from engine.icecult.explain.explain import explain
from engine.icecult.explain.explanation import Explanation
from engine.icecult.faults import Rule
from engine.icecult.moves import Step
from engine.icecult.partial import PartialState
from engine.icecult.turn import TurnInProgress
from engine.icecult.words.texts import in_all
from vision.belief.breach import Breach
from vision.icecult.belief.breach import is_loose
from vision.icecult.belief.explaining.points import rules_of
from webui.icecult.sentences import fault_words, violation_words
from webui.record.events import Json
from webui.settings import Words
from webui.watch.ruling import Ruling

SEQUENCE_RULES = frozenset({"tilt-count", "tilt-undone", "early-move", "after-the-end"})
"""Breaches that the order of several views tells and two views alone may not."""

POSE_RULES = frozenset({"tilt-alone", "cube-turned"})


def ruling(
    turn: TurnInProgress, breaches: Sequence[Breach], seen: PartialState | None = None, over: bool = True
) -> Ruling:
    """The verdict on a turn: by its actions where they are lawful, else by what can be seen of it."""
    if not breaches:
        return _by_actions(turn)
    words = [str(action) for action in turn.actions]
    found = _found(turn, breaches, seen, over)
    rules = _rules(found, breaches, turn)
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


def _found(turn: TurnInProgress, breaches: Sequence[Breach], seen: PartialState | None, over: bool) -> Explanation:
    """What explains a turn; where cubes were moved against the rules, what they show is taken if it explains more."""
    begun = rules_of(turn).begin(turn.before)
    found = explain(begun, seen or turn.state, over)
    posed = any(breach.rule in POSE_RULES for breach in breaches)
    if seen is not None or not posed or _names(found, breaches):
        return found
    tops, state = turn.cube_set.tops(turn.state.cubes), turn.state
    shown = PartialState(tops, state.paths, state.start, state.goal)
    told = explain(begun, shown, over)
    return told if _names(told, breaches) else found


def _names(found: Explanation, breaches: Sequence[Breach]) -> bool:
    """Whether an explanation begins with a breach that was believed in the order of the views."""
    return bool(found.violations) and Breach(str(found.violations[0].rule)) in breaches


def _by_actions(turn: TurnInProgress) -> Ruling:
    verdict = turn.end()
    if verdict.fault is None:
        return Ruling(verdict.to_json())
    begun = rules_of(turn).begin(turn.before)
    text = fault_words(begun, [str(action) for action in turn.actions], verdict.fault)
    return Ruling(verdict.to_json(text["en"]), verdict.fault.rule, text, verdict.fault.owed)


def _rules(found: Explanation, breaches: Sequence[Breach], turn: TurnInProgress) -> list[tuple[Rule, Words]]:
    """Every rule broken, in the order of the rules, with its sentence.

    What was missed comes last after a breach that leaves open what was owed.
    """
    rules = {violation.rule: violation_words(violation) for violation in reversed(found.violations)}
    for breach in breaches:
        if breach.rule in SEQUENCE_RULES and Rule(breach.rule) not in rules:
            rules[Rule(breach.rule)] = _sequence_words(breach.rule, turn)
    loose = any(is_loose(breach) for breach in breaches)
    return sorted(rules.items(), key=lambda item: (loose and str(item[0]).startswith("missed-"), item[0].order))


def _sequence_words(rule: str, turn: TurnInProgress) -> Words:
    if rule == "tilt-count":
        return in_all("tilt-count.three")
    if rule != "early-move":
        return in_all(rule)
    step = next((action for action in turn.actions if isinstance(action, Step)), None)
    return in_all("early-move", colour=step.colour if step else turn.state.to_move)


def _cleared(turn: TurnInProgress, found: Explanation) -> Ruling:
    """The views looked odd, but a lawful turn explains them; or nothing can be said for certain."""
    if found.legal is None:
        return Ruling(found.to_json() | {"legal": None})
    verdict: Json = {"legal": True, "winners": found.winners, "next": turn.handed_on().to_json()}
    return Ruling(verdict, actions=found.turn)


def _judged(turn: TurnInProgress, words: list[str]) -> Fault | None:
    begun = rules_of(turn).begin(turn.before)
    after = begun.play_words(words)
    return after if isinstance(after, Fault) else after.end().fault
