"""What the running product asks of a game: the door through which it comes to the table, the record and the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from engine.core.errors import IcekeeperError, NotationError
from engine.core.game import find_game
from engine.core.verdict import Fault
from engine.games import GAMES
from webui.record.events import Json

if TYPE_CHECKING:
    from webui.play.sight import Sight
    from webui.record.events import Told
    from webui.record.match import Match
    from webui.record.played import Played
    from webui.table.desk import Desk

Words = dict[str, str]
"""One sentence in all languages."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a turn came to: the table it left, the verdict as it goes on record, and the fault in all languages."""

    after: Any
    verdict: Json
    fault: Fault | None = None
    text: Words | None = None


@dataclass(frozen=True, slots=True)
class Won:
    """By what a match was won: as the log says it, by which rule, in words, and what the log adds."""

    how: str
    rule: str
    text: Words


class Play(Protocol):
    """One game at the table. `rules` are the rules of its match, states and turns its own values."""

    done_word: str
    """The word that ends a turn, where the game has one; else Done judges the turn as it stands."""

    @property
    def sight(self) -> Sight | None:
        """How a camera sees it; None for a game that no camera can referee."""

    def open_demo(self, desk: Desk, text: str) -> str:
        """Put a match that plays itself on the table; its id. `demo:7` is another one than `demo`."""

    def to_be_put_back(self, match: Match, told: Told) -> bool:
        """Whether nothing is left to play by which this fault is put right: what was done has to be put back."""

    def pieces(self, match: Match, state: Any) -> Json | None:
        """What each piece of the equipment could show instead, for putting a state right; None where nothing turns."""

    def opening(self, players: str, house: Any, equipment: Any, start: Any) -> tuple[Json, Json, Json]:
        """House rules, set and first state of a new match as JSON, from what was given; None means the usual."""

    def house(self, data: Any) -> Any:
        """House rules from their JSON; raises NotationError for unknown ones."""

    def check_word(self, rules: Any, word: str) -> None:
        """Raise NotationError for a word that names nothing on such a table."""

    def check_state(self, rules: Any, state: Any) -> None:
        """Raise NotationError for a state that does not go with the equipment."""

    def public(self, word: str) -> tuple[str, str]:
        """The word as everybody may know it, and what of it only the player knows."""

    def public_json(self, value: Any) -> Any:
        """Words, states and verdicts of a log without what only one player may know."""

    def in_progress(self, rules: Any, before: Any, words: Sequence[str]) -> Any:
        """The turn after these words, whatever they break."""

    def table_of(self, turn: Any) -> Any:
        """The state in the middle of a turn."""

    def step(self, turn: Any, word: str) -> Any:
        """The turn after one more word, or the Fault."""

    def refusal(self, turn: Any, word: str, fault: Fault) -> Words:
        """Why a word cannot be played now."""

    def is_over(self, turn: Any) -> bool:
        """Whether the turn has ended by itself."""

    def judge(self, rules: Any, before: Any, words: Sequence[str]) -> Judgement:
        """What a whole turn came to."""

    def unchecked(self, rules: Any) -> list[str]:
        """What of a turn cannot be judged, because not all of the equipment is known."""

    def unchecked_words(self) -> Words:
        """What is said of a turn of which something could not be judged."""

    def must_be_possible(self, rules: Any, before: Any, words: Sequence[str]) -> None:
        """Raise NotationError for words that nobody can have played."""

    def owed(self, rules: Any, before: Any, words: Sequence[str]) -> Json | None:
        """What a turn by the rules still needs to be whole, for the page to word; None where its verdict says it."""

    def won(self, rules: Any, turn: Played) -> Won:
        """How the winners of this turn's verdict have won."""

    def stale(self, match: Match) -> Words | None:
        """What to tell when nothing goes on any more."""

    def turn_view(self, match: Match, turn: Any) -> Json:
        """What the page shows of the turn in progress, besides number, player and time."""

    def more_view(self, match: Match, state: Any) -> Json:
        """What else the page shows of the match."""

    def seen_by(self, view: Json, colour: str, phones: str = "", device: str = "") -> Json:
        """The view as the player of this colour may see it ("" is everybody); `phones` have a device of their own."""

    def scene(self, rules: Any, state: Any) -> Json:
        """A state as the page draws it."""

    def performed(self, rules: Any, before: Any, words: Sequence[str]) -> list[tuple[str, Any]]:
        """Each word that could be done, with the state after it."""

    def ambiguous(self, rules: Any, before: Any, words: Sequence[str], then: Sequence[str] = ()) -> list[str]:
        """Of words played one after the other, and of those that may come next, the ones that mean one of several."""

    def fault_text(self, rules: Any, before: Any, words: Sequence[str], verdict: Json) -> Words | None:
        """The fault of a recorded verdict in words, where the words of the turn tell it."""

    def diagram(self, rules: Any, state: Any, language: str) -> str:
        """A state as text, for the score sheet."""

    def packed(self, state: Any) -> Any:
        """A state as short JSON that `unpacked` reads quickly."""

    def unpacked(self, rules: Any, data: Any) -> Any:
        """Inverse of `packed`; a checksum says that it is what was written."""

    def counted(self, match: Match, turn: Played) -> Json:
        """What of a turn is counted for its player, besides time and faults."""

    def statistics(self, match: Match) -> Json:
        """What the plots show."""


@cache
def play_of(game: str) -> Play:
    """The game of this name at the table."""
    try:
        folder = find_game(GAMES, game).folder
    except KeyError:
        raise NotationError(f"expected a game of {', '.join(GAMES)}, got {game!r}"[:120]) from None
    play: Play = import_module(f"webui.{folder}.play").PLAY
    return play


def sight_of(game: str) -> Sight:
    """How a camera sees the game of this name; an error where no camera can."""
    sight = play_of(game).sight
    if sight is None:
        raise IcekeeperError(f"no camera can watch {find_game(GAMES, game).title} yet; play it by hand")
    return sight


def page_of(game: str) -> str:
    """The folder of scripts that draws this game."""
    return find_game(GAMES, game).folder
