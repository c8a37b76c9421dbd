"""The rights of each role, route by route: what is not named here for others belongs to the host alone."""

from __future__ import annotations

from typing import Final

from webui.table.seats import Role

HOST_AT_TABLE: Final = frozenset({"table.stop", "table.leave"})
"""What ends a match or takes it off the table; all else at the table a seat may do."""
SEAT: Final = frozenset(
    {"setup.phone_picture", "matches.rejudge", "matches.try_turn", "analysis.start", "analysis.cancel"}
    | {"analysis.training", "analysis.advice", "analysis.weigh"}
)
"""What a seat may do elsewhere: be the camera, ask what would have been, and ask the coach."""
QUICK_MATCHES: Final = frozenset({"matches.delete", "matches.resume"})


def allowed(role: Role, endpoint: str | None, writing: bool) -> bool:
    """Whether this role may use this route; a route that does not exist is nobody's secret."""
    if role is Role.HOST:
        return True
    name = endpoint or ""
    if not writing:
        return role.sees
    at_table = name.startswith("table.") and name not in HOST_AT_TABLE
    return role is Role.SEAT and (at_table or name in SEAT)


def takes_long(endpoint: str | None) -> bool:
    """Whether a route reads whole matches, which must not hold up the table."""
    name = endpoint or ""
    return name.startswith(("matches.", "shared.replay", "analysis.")) and name not in QUICK_MATCHES
