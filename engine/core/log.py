"""The match log as text: JSON lines, a header first, then the turns, then the end. This module never opens a file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.errors import IcekeeperError, NotationError
from engine.core.parsing import parsed

Json = Mapping[str, Any]


class LogError(IcekeeperError):
    """A log that cannot be read or does not replay: at which turn (0 = the header), and why."""

    def __init__(self, turn: int, text: str) -> None:
        super().__init__(f"turn {turn}: {text}" if turn else text)
        self.turn, self.text = turn, text


@dataclass(frozen=True, slots=True)
class Player:
    """A seat at the table."""

    name: str
    colour: str

    def to_json(self) -> dict[str, str]:
        """As JSON (docs/FORMATS.md)."""
        return {"name": self.name, "colour": self.colour}


@dataclass(frozen=True, slots=True)
class Header:
    """What was agreed before the first turn; equipment, house rules and start are the game's to read.

    Logs that were written when there was one game may name none: `game` is then "".
    """

    match: str
    game: str
    equipment: Json
    house: Json
    players: tuple[Player, ...]
    start: Json

    @property
    def colours(self) -> str:
        """The players' letters in seating order."""
        return "".join(player.colour for player in self.players)

    def to_json(self) -> dict[str, Any]:
        """As JSON (docs/FORMATS.md)."""
        named = {"game": self.game} if self.game else {}
        return {
            "match": self.match,
            **named,
            "set": self.equipment,
            "house": self.house,
            "players": [player.to_json() for player in self.players],
            "start": self.start,
        }

    @classmethod
    def from_json(cls, data: Any) -> Header:
        """From the first line of a log."""
        data = _object(data, "a header like {'match': ..., 'game': ..., 'players': [...]}")
        players = []
        for seat in _item(data, "players", list):
            seat = _object(seat, "a player like {'name': 'Ada', 'colour': 'r'}")
            players.append(Player(_item(seat, "name", str), _item(seat, "colour", str)))
        equipment, house, start = (_item(data, key, Mapping) for key in ("set", "house", "start"))
        game = _item(data, "game", str) if "game" in data else ""
        return cls(_item(data, "match", str), game, equipment, house, tuple(players), start)


@dataclass(frozen=True, slots=True)
class TurnLine:
    """One turn as it went on record; `after` is the table when it was over, lawful or not.

    `before`: the table as the turn began, only where it was changed since the turn before; `human`: a person has
    corrected the turn since; `helped`: the player asked a coach in this turn.
    """

    turn: int
    player: str
    actions: tuple[str, ...]
    after: Json
    verdict: Json
    seen: Json | None = None
    source: str = "hand"
    before: Json | None = None
    human: bool = False
    helped: bool = False

    def to_json(self) -> dict[str, Any]:
        """As JSON (docs/FORMATS.md); `seen` only where a camera looked."""
        seen = {"seen": self.seen} if self.seen is not None else {}
        before = {"before": self.before} if self.before is not None else {}
        out = {"turn": self.turn, **before, "player": self.player, "actions": list(self.actions), "after": self.after}
        out |= {"verdict": self.verdict} | seen | {"source": self.source}
        return out | ({"human": True} if self.human else {}) | ({"helped": True} if self.helped else {})

    @classmethod
    def from_json(cls, data: Any) -> TurnLine:
        """From the line of one turn."""
        data = _object(data, "a turn like {'turn': 1, 'player': 'r', ...}")
        actions = _item(data, "actions", list)
        if not all(isinstance(word, str) for word in actions):
            raise NotationError(f"expected actions as words, got {actions!r}"[:200])
        verdict = _item(data, "verdict", Mapping)
        if not isinstance(verdict.get("legal", ""), bool | None):
            raise NotationError("expected a verdict with 'legal' true, false or null")
        seen = data.get("seen")
        number, source = _item(data, "turn", int), data.get("source", "hand")
        if not (seen is None or isinstance(seen, Mapping)) or source not in ("camera", "hand"):
            raise NotationError("expected 'seen' like {'from': 12.4, 'to': 31.0} and 'source' camera or hand")
        after, player, human = _item(data, "after", Mapping), _item(data, "player", str), data.get("human", False)
        before = None if data.get("before") is None else _item(data, "before", Mapping)
        helped = data.get("helped", False)
        flags = isinstance(human, bool) and isinstance(helped, bool)
        if not flags or not all(_is_number(v) for v in (seen or {}).values()):
            raise NotationError("expected 'seen' with numbers of seconds, 'human' and 'helped' true or false")
        return cls(number, player, tuple(actions), after, verdict, seen, source, before, human, helped)


@dataclass(frozen=True, slots=True)
class EndLine:
    """How a match ended: by what the game says, or `stopped` without winners; a game may tell more."""

    winners: str
    how: str
    details: Json = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """As JSON (docs/FORMATS.md)."""
        return {"end": {"winners": self.winners, "how": self.how, **self.details}}

    @classmethod
    def from_json(cls, data: Any) -> EndLine:
        """From the last line of a log."""
        end = _item(_object(data, "an end"), "end", Mapping)
        details = {key: value for key, value in end.items() if key not in ("winners", "how")}
        return cls(_item(end, "winners", str), _item(end, "how", str), details)


@dataclass(frozen=True, slots=True)
class MatchLog:
    """A whole log: prints as text and reads back."""

    header: Header
    turns: tuple[TurnLine, ...] = field(default=())
    end: EndLine | None = None

    def lines(self) -> Iterator[str]:
        """The lines of the text, without their line ends."""
        parts: list[Header | TurnLine | EndLine] = [self.header, *self.turns]
        for part in parts + ([self.end] if self.end else []):
            yield json.dumps(part.to_json(), ensure_ascii=False)

    def __str__(self) -> str:
        return "".join(line + "\n" for line in self.lines())

    @classmethod
    def parse(cls, text: str | Iterable[str]) -> MatchLog:
        """The log that prints as `text`; raises LogError with the number of the turn that cannot be read."""
        lines = [line for line in (text.split("\n") if isinstance(text, str) else text) if line.strip()]
        if not lines:
            raise LogError(0, "expected a match log, got an empty file")
        header = _read(Header, lines[0], 0)
        turns: list[TurnLine] = []
        end: EndLine | None = None
        for line in lines[1:]:
            number = len(turns) + 1
            if end:
                raise LogError(number, "expected nothing after the end of the match, got another line")
            part = _read(_Any, line, number)
            if isinstance(part, EndLine):
                end = part
            else:
                turns.append(part)
        return cls(header, tuple(turns), end)


class _Any:
    """A turn or the end, whichever the line is."""

    @classmethod
    def from_json(cls, data: Any) -> TurnLine | EndLine:
        is_end = isinstance(data, Mapping) and "end" in data
        return EndLine.from_json(data) if is_end else TurnLine.from_json(data)


def _read(kind: Any, line: str, turn: int) -> Any:
    """One line of a log as a value; every way to fail names the turn."""
    try:
        data = parsed(line)
    except NotationError as error:
        raise LogError(turn, f"expected a JSON object on one line: {error}") from None
    try:
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()  # refuses infinite numbers and lone surrogates
        return kind.from_json(data)
    except NotationError as error:
        raise LogError(turn, str(error)) from None
    except ValueError as error:
        raise LogError(turn, f"expected a JSON object on one line: {error}") from None


def _object(data: Any, like: str) -> Json:
    if not isinstance(data, Mapping):
        raise NotationError(f"expected {like}, got {data!r}"[:200])
    return data


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e15


def _item(data: Json, key: str, kind: type) -> Any:
    value = data.get(key)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise NotationError(f"expected {key!r} as {kind.__name__.lower()}, got {value!r}"[:200])
    return value
