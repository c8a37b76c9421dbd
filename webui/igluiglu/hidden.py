"""What only one player knows: faces of kept tiles, told in secret; who may see them, and how they stay out of sight.

The record holds kept tiles as `?` alone. What a player confided lies beside it (`Confided`), goes to the device that
told it as long as it is that player's, and decides nothing but which words that one offers (I4).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.core.errors import NotationError
from engine.igluiglu import actions as a
from engine.igluiglu.equipment import UNKNOWN, is_red
from engine.igluiglu.turn import TurnInProgress
from webui.record.events import Json
from webui.record.match import Match

PRIVATE = "private"
"""The key of a view under which each player's own part waits; it never leaves the referee."""
KEEP = "keep"


def public_word(word: str) -> tuple[str, str]:
    """The word as everybody may know it, and the face of the kept tile where it names one."""
    verb, _, face = word.partition(" ")
    if verb == KEEP and face and not is_red(face):
        raise NotationError(f"expected a tile with a red border, got {face[:20]!r}")
    return (KEEP, face) if verb == KEEP and face else (word, "")


def public_json(value: Any) -> Any:
    """States, verdicts and words without faces of kept tiles and without what only a simulator knows."""
    if isinstance(value, str):
        return public_word(value)[0]
    if isinstance(value, Mapping):
        return {key: _public_part(key, part) for key, part in value.items() if key != "secret"}
    return type(value)(public_json(each) for each in value) if isinstance(value, list | tuple) else value


def _public_part(key: Any, part: Any) -> Any:
    if key == "hands" and isinstance(part, Mapping):
        return {player: [UNKNOWN] * len(hand) if isinstance(hand, list) else hand for player, hand in part.items()}
    return public_json(part) if key != "text" else part


def known_hand(match: Match, colour: str, device: str) -> tuple[str, ...]:
    """The kept tiles of a player whose faces this device confided and that have not been played since."""
    own = (each for each in match.confided if device and (each.player, each.device) == (colour, device))
    told = {(each.turn, each.place): each.what for each in own}
    hand: list[str] = []
    for turn, place, mover, word in _words(match) if told else ():
        if kind := told.get((turn, place)):
            hand.append(kind)
        elif (played := _shown(word, mover, colour)) in hand:
            hand.remove(played)
    return tuple(sorted(hand))


def _words(match: Match) -> Iterator[tuple[int, int, str, str]]:
    """Every word of the match with its turn, its place there and whose turn it was."""
    for turn in match.turns:
        yield from ((turn.number, place, turn.player, word) for place, word in enumerate(turn.actions))
    yield from ((match.number, place, match.player, word) for place, word in enumerate(match.actions))


def _shown(word: str, mover: str, colour: str) -> str:
    """The kept tile that this player shows by this word, or ""."""
    action = a.parse_action(word)
    if isinstance(action, a.Defend):
        return "harpoon" if action.colour == colour else ""
    if mover != colour:
        return ""
    match action:
        case a.PlayEnergy(points):
            return f"energy{points}"
        case a.PlayMelt():
            return "melt"
        case a.PlayAnimals():
            return "animals"
        case a.Harpoon():
            return "harpoon"
        case a.Walk(_, _, harpoon) | a.Kayak(_, _, harpoon):
            return "harpoon" if harpoon else ""
    return ""


def informed(turn: TurnInProgress, colour: str, known: Sequence[str]) -> TurnInProgress:
    """The turn as this player knows it: his own kept tiles with their faces, as far as they were told."""
    table, at = turn.table, turn.table.players.index(colour)
    size = len(table.hands[at])
    hand = tuple(sorted([*known[:size], *(UNKNOWN,) * (size - len(known))]))
    hands = (*table.hands[:at], hand, *table.hands[at + 1 :])
    return replace(turn, table=replace(table, hands=hands))


def private_view(match: Match, turn: TurnInProgress) -> Json:
    """Each player's own part of a view: for each device that told something, and under "" for any other one."""
    parts: dict[str, dict[str, Json]] = {player: {"": _own(match, turn, player, "")} for player in match.players}
    for told in match.confided:
        if told.device not in parts[told.player]:
            parts[told.player][told.device] = _own(match, turn, told.player, told.device)
    return {PRIVATE: {} if match.over else parts}


def _own(match: Match, turn: TurnInProgress, player: str, device: str) -> Json:
    """The hand as a device knows it, and the words that it allows."""
    own = informed(turn, player, known_hand(match, player, device))
    words = own.legal_words() if turn.who == player else None
    return {"hand": list(own.table.hand(player)), "legal": words}


def seen_by(view: Json, colour: str, phones: str, device: str = "") -> Json:
    """The view with what this device of this player may see; who is asked for a harpoon answers on his own phone."""
    whole = {key: value for key, value in view.items() if key != PRIVATE}
    parts = view.get(PRIVATE, {}).get(colour, {})
    own = parts.get(device, parts.get(""))
    turn, state = whole["turn"], whole["state"]
    if own is not None:
        turn = turn if own["legal"] is None else {**turn, "legal": own["legal"]}
        state = {**state, "hands": {**state["hands"], colour: own["hand"]}}
    if turn["wants"] == "defence":
        asked = turn["who"]
        turn = {**turn, "mine": colour == (asked if asked in phones else "")}
    return {**whole, "turn": turn, "state": state}
