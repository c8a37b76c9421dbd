"""One turn that is over, with its line in the match log and its form on record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from webui.record.events import Json

LONGEST_S: Final = 3600.0
"""Nobody thinks longer about a turn: a clock was set, or the match was left for a while."""


@dataclass(frozen=True, slots=True)
class Played:
    """One turn that is over."""

    number: int
    player: str
    actions: tuple[str, ...]
    before: Any
    after: Any
    verdict: Json
    seen_from_s: float
    seen_to_s: float
    source: str
    human: bool = False
    evidence: tuple[str, ...] = ()

    @property
    def legal(self) -> bool | None:
        """True, False, or None where the camera could not tell."""
        legal: bool | None = self.verdict.get("legal")
        return legal

    @property
    def seconds(self) -> float:
        """How long the turn took; 0 where that is not known: a clock was set meanwhile, or nobody was at the table."""
        span = round(self.seen_to_s - self.seen_from_s, 1)
        return span if 0.0 < span < LONGEST_S else 0.0

    def to_log(self) -> Json:
        """The line of the match log; what a human changed is said."""
        line: Json = {
            "turn": self.number,
            "player": self.player,
            "actions": list(self.actions),
            "after": self.after.to_json(),
            "verdict": self.verdict,
            "seen": {"from": round(self.seen_from_s, 3), "to": round(self.seen_to_s, 3)},
            "source": self.source,
        }
        return line | ({"human": True} if self.human else {})

    def to_record(self) -> Json:
        """All of it but the state before, which follows from the turn before unless a `before` is added."""
        return self.to_log() | {"human": self.human, "evidence": list(self.evidence)}

    @classmethod
    def from_record(cls, data: Mapping[str, Any], before: Any, read_state: Callable[[Any], Any]) -> Played:
        """Inverse of `to_record`, after the turn that left `before`."""
        return cls(
            int(data["turn"]),
            data["player"],
            tuple(data["actions"]),
            read_state(data["before"]) if "before" in data else before,
            read_state(data["after"]),
            dict(data["verdict"]),
            float(data["seen"]["from"]),
            float(data["seen"]["to"]),
            data["source"],
            bool(data.get("human", False)),
            tuple(data.get("evidence", ())),
        )
