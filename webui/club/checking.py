"""Whether the club's server answers this machine, as `icekeeper doctor` says it."""

from __future__ import annotations

import contextlib

from webui.club.address import Address, ClubError, library
from webui.club.schema import version_of
from webui.club.standing import JOINED, WAITING, reason
from webui.doctor.finding import Finding, State
from webui.doctor.machine import club


def checked(text: str) -> Finding:
    """What comes of asking the server at this address."""
    try:
        address = Address.parse(text)
    except ClubError as error:
        return Finding("club", State.WRONG, "refused", {"problem": str(error)})
    try:
        with contextlib.closing(address.connect("icekeeper doctor")) as connection:
            version_of(connection)
    except ClubError as error:
        return Finding("club", State.WRONG, "refused", {"problem": str(error)})
    except library().Error as error:
        return club(WAITING, reason(error), str(address))
    return club(JOINED, "", str(address))
