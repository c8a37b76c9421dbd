"""Matches that were played before there was a club, and imported ones: all that a record keeps is sent at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webui.club.address import Address, AwayError, library
from webui.club.names import key_of
from webui.club.sender import Sender
from webui.club.shown.record import Record
from webui.club.standing import WORDS, reason
from webui.record.fold import fold
from webui.record.match import Match
from webui.record.store import Store
from webui.table.upkeep.keeper import Keeper


@dataclass(frozen=True, slots=True)
class Brought:
    """What came of it: how many matches the club has now, which it refused and why, and which cannot be read."""

    there: int
    refused: dict[str, str]
    damaged: tuple[str, ...]
    known: dict[str, str]
    """Matches that the club has already under another name: of an imported log, or of the match it was made of."""


def bring(store: Store, address: Address, name: str) -> Brought:
    """Send every match on record that people have played; what the club has already comes no second time."""
    lines = [line for line in Keeper(store).lines() if not line["simulated"]]
    damaged = tuple(line["id"] for line in lines if line.get("damaged"))
    readable = [line["id"] for line in lines if not line.get("damaged")]
    record = Record(address)
    try:
        record.prepare()
        known = _known(record, {match_id: fold(store.events(match_id)) for match_id in readable})
        wanted = [match_id for match_id in readable if match_id not in known]
        sender = Sender(store, address, name)
        for match_id in wanted:
            sender.enlist(match_id)
        refused = sender.send_once()
    except library().Error as error:
        raise AwayError(
            f"the club's server ({address}): {WORDS[reason(error)]}; run this again, it goes on where it was"
        ) from None
    finally:
        record.close()
    kept_out = {match_id: why for match_id, why in refused.items() if match_id in wanted}
    return Brought(len(wanted) - len(kept_out), kept_out, damaged, known)


def _known(record: Record, matches: Mapping[str, Match]) -> dict[str, str]:
    """Those that the club has already under another name, or that are here twice: with that name."""
    out, here = dict[str, str](), dict[tuple[Any, ...], str]()
    for match_id, match in matches.items():
        if not match.turns or record.has(match_id):
            continue
        if twin := _twin(record, match) or here.get(_played(match), ""):
            out[match_id] = twin
        here.setdefault(_played(match), match_id)
    return out


def _twin(record: Record, match: Match) -> str:
    """A match of the club that is this one."""
    for other in record.begun_at(match.created.at):
        found = record.read(other).match
        if found is not None and _played(found) == _played(match):
            return other
    return ""


def _played(match: Match) -> tuple[Any, ...]:
    """What makes a match this match: who began it in which second, and every turn; a log tells no more."""
    who = tuple((player["colour"], key_of(str(player["name"]))) for player in match.created.players)
    turns = tuple((turn.player, turn.actions, str(turn.after)) for turn in match.turns)
    return match.game, int(match.created.at), who, turns, match.winners
