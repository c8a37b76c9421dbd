"""Two views of the table in, the turn between them out: legal with the turn, illegal with what is wrong, or open.

What is called legal is judged legal and agrees with everything that was seen; what is called illegal has no such
turn. Where the search gives up, or a turn needs a kept tile that nobody showed, the answer stays open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.igluiglu.actions import Action, parse_action
from engine.igluiglu.explain.aim import FAMILIES, Aim
from engine.igluiglu.explain.partial import PartialState
from engine.igluiglu.explain.search import TRIES, Found, search
from engine.igluiglu.explain.violations import violations
from engine.igluiglu.faults import Violation
from engine.igluiglu.turn import TurnInProgress
from engine.igluiglu.words.texts import say

SHARE: Final = 3
"""A search with tiles that nobody showed only tells what to ask: it gets one try in so many."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What can be said about the turn between two views; `legal` is None where it stays open."""

    legal: bool | None
    turn: tuple[Action, ...]
    winners: str = ""
    others: int = 0
    violations: tuple[Violation, ...] = ()
    reason: str = ""
    """Key of the sentence why it stays open."""
    mover: str = ""

    def to_json(self, language: str = "en") -> dict[str, Any]:
        """The answer as JSON."""
        words = [str(action) for action in self.turn]
        if self.legal:
            return {"legal": True, "turn": words, "winners": self.winners, "others": self.others}
        if self.legal is None:
            return {"legal": None, "text": say(self.reason, language)} | self._question(words, language)
        said = [{"rule": str(v.rule), "text": say(v.key, language, **v.params)} for v in self.violations]
        return {"legal": False, **said[0], "violations": said, "turn": words}

    def _question(self, words: list[str], language: str) -> dict[str, Any]:
        """What the players could be asked, with the one answer that was found."""
        text = say("question.which", language, mover=self.mover)
        answers = [{"text": ", ".join(words), "turn": words}] if words else []
        return {"question": {"text": text, "answers": answers}}


def explain(begun: TurnInProgress, after: PartialState, words: Sequence[str] = (), tries: int = TRIES) -> Explanation:
    """The turn from `begun` to `after` in which these known words come in their order."""
    known = tuple(parse_action(word) for word in words)
    strict = search(begun, Aim(after, known), tries)
    if strict.turn is not None:
        won = strict.turn.end().winners
        return Explanation(True, strict.turn.actions, won, strict.others, mover=begun.mover)
    if strict.gave_up:
        return Explanation(None, (), reason="open.many", mover=begun.mover)
    return _otherwise(begun, after, known, strict, tries)


def _otherwise(
    begun: TurnInProgress, after: PartialState, known: tuple[Action, ...], strict: Found, tries: int
) -> Explanation:
    """Nothing fits as it was shown and seen: is there a turn with a tile nobody showed, or behind what hides?"""
    for aim, reason in _guesses(after, known):
        found = search(begun, aim, tries // SHARE)
        if found.gave_up and len(aim.assume) != 1:
            return Explanation(None, (), reason="open.many", mover=begun.mover)
        if found.turn is not None:
            return Explanation(None, found.turn.actions, reason=reason, mover=begun.mover)
    return Explanation(False, strict.nearest.actions, violations=violations(begun, after, known), mover=begun.mover)


def _guesses(after: PartialState, known: tuple[Action, ...]) -> Iterator[tuple[Aim, str]]:
    """What may be behind it: one kind of kept tile, several, or what stands on ground that was not seen."""
    loose = after.loosened()
    for view, reason in ((after, "open.unshown"), (loose, "open.unseen")):
        if view is loose and loose == after:
            return
        if view is loose:
            yield Aim(loose, known), reason
        if after.out is None:
            yield from ((Aim(view, known, (family,)), reason) for family in FAMILIES)
            yield Aim(view, known, FAMILIES), reason
