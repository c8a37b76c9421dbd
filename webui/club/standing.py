"""How a table stands with the club's record, as its page tells it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

JOINED, WAITING, REFUSED = "joined", "waiting", "refused"
REASONS: Final = ("", "down", "password", "database", "taken", "forked", "version", "other")
"""Why it waits or was refused, as the end of a key of the page's words."""
WORDS: Final = {
    "": "all is well",
    "down": "no answer",
    "password": "it refuses the name or the password",
    "database": "there is no such database, or this role may not use it",
    "taken": "another table or computer writes it",
    "forked": "it went on differently there",
    "version": "another version of icekeeper made its record",
    "other": "it refused what was sent",
}
"""The same in words, for the terminal and the log."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Joined, waiting or refused; how many events wait, and why."""

    state: str = WAITING
    behind: int = 0
    why: str = ""

    def to_json(self) -> dict[str, Any]:
        """As the page gets it."""
        return {"state": self.state, "behind": self.behind, "why": self.why}


def reason(error: BaseException) -> str:
    """Why the club's record cannot be had, in one word; what the server said may hold too much to be shown."""
    from webui.club.address import ClubError
    from webui.club.writing import ForkedError, TakenError

    if isinstance(error, TakenError | ForkedError):
        return "taken" if isinstance(error, TakenError) else "forked"
    if isinstance(error, ClubError):
        return "version"
    state = str(getattr(error, "sqlstate", None) or "")
    text = str(error)
    if state.startswith("28") or "authentication failed" in text or "no password supplied" in text:
        return "password"
    if state.startswith(("3D", "42501")) or "does not exist" in text or "permission denied" in text:
        return "database"
    return "down" if not state or state.startswith(("08", "57")) else "other"


def tried(address: str) -> str:
    """Why the club with this record does not let a table in; empty where it does."""
    from webui.club.address import Address, library

    try:
        Address.parse(address).connect("icekeeper joining").close()
    except library().Error as error:
        return reason(error)
    return ""
