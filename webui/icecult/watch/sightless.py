"""Gaps in sight: for how long the table was not seen, and which turns that leaves in doubt."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.core.wording import filled
from engine.icecult.words.phrases import LANGUAGES
from vision.icecult.belief.conclusions import ToldTurn
from webui.record import events as ev

RULE: Final = "unseen"
"""The name under which a gap goes on record, as a note."""
GAP_S: Final = 10.0
"""A table not seen at rest for longer than this may have been played on."""
_SENTENCES: Final = (
    "I did not see the table for {n} {n:second|seconds}.",
    "Ich habe den Tisch {n} {n:Sekunde|Sekunden} lang nicht gesehen.",
    "Je n’ai pas vu la table pendant {n} {n:seconde|secondes}.",
    "Non ho visto il tavolo per {n} {n:secondo|secondi}.",
)


def gap_words(seconds: float) -> dict[str, str]:
    """The gap in all languages."""
    return {code: filled(text, code, {"n": round(seconds)}) for code, text in zip(LANGUAGES, _SENTENCES, strict=True)}


@dataclass(slots=True)
class Sightless:
    """Since when the table has not been seen at rest, and the gaps there were."""

    _seen_s: float | None = None
    _gaps: list[tuple[int, float]] = field(default_factory=list)

    def glance(self, at_s: float, at_rest: bool, number: int, at: float) -> list[ev.Event]:
        """One more frame while turn `number` goes on: a note at the end of a gap."""
        if not at_rest:
            return []
        gap_s = 0.0 if self._seen_s is None else at_s - self._seen_s
        self._seen_s = at_s
        if gap_s <= GAP_S:
            return []
        self._gaps.append((number, at_s))
        return [ev.Told(at, f"{number}.{RULE}@{at_s:.1f}", number, "note", RULE, gap_words(gap_s))]

    def away(self) -> None:
        """Nobody was meant to look until now."""
        self._seen_s = None

    def again(self, told: ev.Told) -> None:
        """Remember a gap that is on record."""
        self._gaps.append((told.turn, float(told.id.rpartition("@")[2])))

    def doubts(self, told: ToldTurn) -> bool:
        """Whether some of this turn may have been played while nobody saw it."""
        return any(told.number == n or (told.number > n and told.from_s <= until_s) for n, until_s in self._gaps)
