"""Gaps in sight: for how long the table was not seen, and which turns that leaves in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.core.wording import filled
from webui.record import events as ev
from webui.record.played import Played
from webui.referee.sentences import GAP_S
from webui.settings import LANGUAGES
from webui.watch.judge import Told

RULE: Final = "unseen"
"""The name under which a gap goes on record, as a note."""
LAWFUL_AGAIN: Final = 2
"""After so many lawful turns that began since a gap, it is known again how the match stands."""
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
    """Since when no view of the table has been taken in, and the gaps there were."""

    _seen_s: float | None = None
    _waited_s: float | None = None
    """Since when it has been looked for the first view."""
    _gaps: list[tuple[int, float]] = field(default_factory=list)

    def seen(self, at_s: float, number: int, at: float) -> list[ev.Event]:
        """The table is seen, or will be no more, while turn `number` goes on: a note where that ends a gap."""
        gap_s = 0.0 if self._seen_s is None else at_s - self._seen_s
        self._seen_s = at_s
        if gap_s <= GAP_S:
            return []
        self._gaps.append((number, at_s))
        return [ev.Told(at, f"{number}.{RULE}@{at_s:.1f}", number, "note", RULE, gap_words(gap_s))]

    def unseen_s(self, at_s: float) -> float:
        """For how long nothing has been seen."""
        if self._seen_s is None and self._waited_s is None:
            self._waited_s = at_s
        since_s = self._waited_s if self._seen_s is None else self._seen_s
        return at_s - (at_s if since_s is None else since_s)

    def away(self) -> None:
        """Nobody was meant to look until now."""
        self._seen_s = self._waited_s = None

    def again(self, told: ev.Told) -> None:
        """Remember a gap that is on record."""
        self._gaps.append((told.turn, float(told.id.rpartition("@")[2])))

    def doubts(self, told: Told, turns: Sequence[Played]) -> bool:
        """Whether a breach in this turn may come of what was played while nobody saw it; `turns` are on record.

        Where a turn ends is a guess after a gap, until some turns have come out by the rules since then.
        """
        return any(told.number >= n and not _found_back(n, s, told.number, turns) for n, s in self._gaps)


def _found_back(gap: int, until_s: float, number: int, turns: Sequence[Played]) -> bool:
    """Whether enough lawful turns between that of the gap and this one were seen from their beginnings."""
    lawful = (turn for turn in turns if gap < turn.number < number and turn.legal and turn.seen_from_s > until_s)
    return sum(1 for _ in lawful) >= LAWFUL_AGAIN
