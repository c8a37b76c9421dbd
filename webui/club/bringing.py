"""Matches that were played before there was a club, and imported ones: all that a record keeps is sent at once."""

from __future__ import annotations

from dataclasses import dataclass

from webui.club.address import Address, AwayError, library
from webui.club.sender import Sender
from webui.club.standing import WORDS, reason
from webui.record.store import Store
from webui.table.upkeep.keeper import Keeper


@dataclass(frozen=True, slots=True)
class Brought:
    """What came of it: how many matches the club has now, which it refused and why, and which cannot be read."""

    there: int
    refused: dict[str, str]
    damaged: tuple[str, ...]


def bring(store: Store, address: Address, name: str) -> Brought:
    """Send every match on record that people have played; what the club has already comes no second time."""
    lines = [line for line in Keeper(store).lines() if not line["simulated"]]
    damaged = tuple(line["id"] for line in lines if line.get("damaged"))
    wanted = [line["id"] for line in lines if not line.get("damaged")]
    sender = Sender(store, address, name)
    for match_id in wanted:
        sender.enlist(match_id)
    try:
        refused = sender.send_once()
    except library().Error as error:
        raise AwayError(
            f"the club's server ({address}): {WORDS[reason(error)]}; run this again, it goes on where it was"
        ) from None
    kept_out = {match_id: why for match_id, why in refused.items() if match_id in wanted}
    return Brought(len(wanted) - len(kept_out), kept_out, damaged)
