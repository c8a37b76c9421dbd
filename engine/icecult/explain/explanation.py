"""The answer of `explain` as a value: legal, illegal with its violations, or open; in JSON and in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.icecult.board import SLOTS
from engine.icecult.faults import Rule, Violation
from engine.icecult.state import State
from engine.icecult.words.asking import question
from engine.icecult.words.texts import say


@dataclass(frozen=True, slots=True)
class Candidate:
    """One turn that fits what was seen; without a state where it was not finished."""

    turn: tuple[str, ...]
    state: State | None = None
    winners: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What happened between two views: legal, illegal with its violations, or open (None)."""

    legal: bool | None
    turn: tuple[str, ...] = ()
    winners: str = ""
    violations: tuple[Violation, ...] = ()
    others: int = 0
    open: tuple[str, ...] = ()
    """Places and cubes that were not seen for certain."""
    candidates: tuple[Candidate, ...] = ()
    """Turns that fit, likeliest first."""
    reason: str = ""
    """The key of the sentence that says why it is open."""
    params: Mapping[str, Any] = field(default_factory=dict)

    @property
    def rule(self) -> Rule | None:
        """The first fault in the order of `Rule`."""
        return self.violations[0].rule if self.violations else None

    @property
    def in_progress(self) -> bool:
        """Is it a lawful beginning of a turn?"""
        return self.reason == "open.progress"

    def text(self, language: str = "en") -> str:
        """The first fault or the reason why it is open, in words."""
        if self.violations:
            return say(self.violations[0].key, language, **self.violations[0].params)
        return say(self.reason, language, **self.params) if self.reason else say("note.legal", language)

    def to_json(self, language: str = "en") -> dict[str, Any]:
        """As JSON (docs/FORMATS.md)."""
        out: dict[str, Any] = {"legal": self.legal}
        if self.legal:
            out |= {"turn": list(self.turn), "winners": self.winners, "others": self.others}
            return out | ({"open": list(self.open)} if self.open else {})
        out |= {"rule": str(self.rule)} if self.rule else {}
        out |= {"text": self.text(language)}
        if self.violations:
            out |= {"violations": [_violation_json(violation, language) for violation in self.violations]}
        out |= {"turn": list(self.turn), "others": self.others}
        out |= {"open": list(self.open)} if self.open else {}
        if len(self.candidates) > 1:
            out |= {"question": self._question(language)}
        return out

    def _question(self, language: str) -> dict[str, Any]:
        places = [place for place in self.open if place not in SLOTS]
        return question([candidate.turn for candidate in self.candidates], places, language)


def _violation_json(violation: Violation, language: str) -> dict[str, Any]:
    out: dict[str, Any] = {"rule": str(violation.rule), "text": say(violation.key, language, **violation.params)}
    return out | ({"owed": list(violation.owed)} if violation.owed else {})
