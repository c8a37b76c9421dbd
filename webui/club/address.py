"""Where a club's record is: an address whose password is used and never shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from engine.core.errors import IcekeeperError
from webui.door.places import is_this_machine

if TYPE_CHECKING:
    from psycopg import Connection

SCHEMES: Final = ("postgresql://", "postgres://")
EXPECTED: Final = "expected an address like postgresql://icekeeper@club-server/icekeeper"
PORT: Final = 5432
SCREEN_ROLE: Final = "icekeeper_screen"
"""The role that may read a record and nothing else."""
CONNECT_S: Final = 5
QUIET_MS: Final = 10_000
"""After so long without an answer from the other side the line counts as cut."""
ALIVE: Final = {
    "connect_timeout": CONNECT_S,
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": QUIET_MS,
}
SERVER_ALIVE: Final = (
    "SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3;"
    f" SET tcp_user_timeout = {QUIET_MS}; SET statement_timeout = '20s'; SET client_min_messages = warning"
)
"""So that the server notices just as soon when a table was cut off, and frees what that table held."""


class ClubError(IcekeeperError):
    """The club's record cannot be used as asked."""


class AwayError(ClubError):
    """The club's server does not answer."""


class LookError(ClubError):
    """This role may read the club's record and not write it."""


@dataclass(frozen=True, slots=True)
class Address:
    """A club's record; printed without its password."""

    text: str = field(repr=False)
    shown: str = ""

    @classmethod
    def parse(cls, text: str) -> Address:
        """The address in a text; refused without repeating it, since a password may be in there."""
        if not text.startswith(SCHEMES):
            raise ClubError(EXPECTED)
        psycopg = library()
        try:
            found = psycopg.conninfo.conninfo_to_dict(text)
        except psycopg.Error:
            raise ClubError(EXPECTED) from None
        host, name = found.get("host") or "this machine", found.get("dbname") or found.get("user") or "icekeeper"
        return cls(text, f"{name} on {host}")

    def connect(self, application: str, **more: Any) -> Connection[Any]:
        """A connection on which every statement counts at once; raises psycopg's errors."""
        known = {"application_name": application[:60], **ALIVE, **more}
        connection: Connection[Any] = library().connect(self.text, autocommit=True, **known)
        try:
            connection.execute(SERVER_ALIVE)
        except BaseException:
            connection.close()
            raise
        return connection

    def offered(self) -> tuple[tuple[str, str], ...]:
        """What tables in the network may be told, which is all but the password; the host only where it is another."""
        found = library().conninfo.conninfo_to_dict(self.text)
        host, user = str(found.get("host") or ""), str(found.get("user") or "")
        if not user or user == SCREEN_ROLE:
            return ()
        told = {"port": str(found.get("port") or PORT), "user": user, "database": str(found.get("dbname") or user)}
        here = not host or host.startswith("/") or host == "localhost" or is_this_machine(host)
        return tuple((told if here else {**told, "host": host}).items())

    def __str__(self) -> str:
        return self.shown


def library() -> Any:
    """psycopg, or a sentence how to get it."""
    try:
        import psycopg
        import psycopg.conninfo
    except ImportError:
        raise ClubError("the club's record needs one more part: pip install 'icekeeper[club]'") from None
    return psycopg
