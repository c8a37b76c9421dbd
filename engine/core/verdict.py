"""The referee's answer to one turn. A foul is an answer, never an exception."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar


class Table(Protocol):
    """What every game's state can do."""

    def to_json(self) -> dict[str, Any]:
        """As JSON, in the form that the game's formats give (docs/FORMATS.md, docs/FORMATS-IGLU.md)."""


class Judged(Protocol):
    """What every game's verdict can say; a game may say more in its JSON."""

    @property
    def fault(self) -> Fault | None:
        """The breach, where there is one."""

    @property
    def winners(self) -> str:
        """Who has won by this turn."""

    @property
    def next(self) -> Any:
        """The table after a legal turn that is over, else None."""

    def to_json(self, text: str = "") -> dict[str, Any]:
        """As JSON, in the form that the game's formats give; `text` is the fault in words."""


S_co = TypeVar("S_co", bound=Table, covariant=True)


@dataclass(frozen=True, slots=True)
class Fault:
    """One breach: which rule, at which action of the turn, and for something owed every action that would settle it."""

    rule: str
    at: int
    owed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict(Generic[S_co]):
    """Legal, with winners and the next state; or not, with the fault."""

    fault: Fault | None = None
    winners: str = ""
    next: S_co | None = None

    @property
    def legal(self) -> bool:
        """Was the turn played by the rules?"""
        return self.fault is None

    @property
    def rule(self) -> str | None:
        """The rule that was broken."""
        return self.fault.rule if self.fault else None

    @property
    def at(self) -> int | None:
        """The index of the action that broke it, or the number of actions where the turn as a whole did."""
        return self.fault.at if self.fault else None

    @property
    def owed(self) -> tuple[str, ...]:
        """Every action that would settle what was missed, each by itself."""
        return self.fault.owed if self.fault else ()

    def to_json(self, text: str = "") -> dict[str, Any]:
        """As JSON (docs/FORMATS.md); `text` is the fault in words."""
        if self.fault is None:
            return {"legal": True, "winners": self.winners, "next": self.next.to_json() if self.next else None}
        out: dict[str, Any] = {"legal": False, "rule": self.fault.rule, "at": self.fault.at}
        if text:
            out["text"] = text
        return out | ({"owed": list(self.fault.owed)} if self.fault.owed else {})
