"""What the watcher asks of a game: a `Belief` of what was played, and a `Judge` who puts it into rulings and words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Protocol

from vision.belief.breach import Breaches
from vision.belief.conclusions import Begun, Certainty, Ways
from vision.eye import Seen
from webui.record.events import Json
from webui.record.match import Match
from webui.settings import Words
from webui.watch.ruling import Question, Ruling


class Told(Protocol):
    """A turn as the belief tells it, over or in progress."""

    @property
    def number(self) -> int:
        """Its number in the match."""

    @property
    def turn(self) -> Any:
        """The turn as its game has it."""

    @property
    def breaches(self) -> Breaches:
        """The rules broken in it."""

    @property
    def from_s(self) -> float:
        """When it began."""

    @property
    def to_s(self) -> float:
        """When it was over."""

    @property
    def words(self) -> tuple[str, ...]:
        """Its actions as words."""

    @property
    def may_end(self) -> bool:
        """Whether nothing is owed in it."""

    @property
    def after(self) -> Any:
        """The table as it leaves it."""


class Belief(Protocol):
    """What is believed of one match, and what follows from it; see `vision.belief`."""

    rest: int
    at_s: float

    @property
    def rare_held_s(self) -> float:
        """For so long a view must have stood before what is seldom true is told."""

    @property
    def blind(self) -> bool:
        """Whether so little can be read that any telling is a guess."""

    @property
    def in_sight(self) -> bool:
        """Whether the last view shows anything."""

    @property
    def held_s(self) -> float:
        """How long the last view had stood."""

    @property
    def looked(self) -> bool:
        """Whether any view was taken in, or looked at."""

    def restart(self, rules: Any, begun: Begun) -> None:
        """Forget all histories and believe that the match stands so."""

    def view(self, pictures: Any, held_s: float) -> Any:
        """What the pictures of a rest show, without believing anything of it."""

    def look_at(self, view: Any) -> None:
        """Look at a view of a table on which nothing is judged yet."""

    def see(self, pictures: Any, held_s: float) -> Json:
        """Take in the pictures of the present rest; the view as it is stored."""

    def see_again(self, view: Json, rest: int, at_s: float) -> None:
        """Take in a view that was stored."""

    def said_done(self, at_s: float) -> None:
        """Take in that the player says the turn is over."""

    def settle(self, number: int) -> None:
        """Hold on to a turn as it was written down."""

    def hold(self) -> None:
        """Remember the present view if it has stood."""

    def reads_otherwise(self, pictures: Any) -> bool:
        """Whether pictures show anything else than the last view taken in."""

    def rare_seen(self) -> bool:
        """Whether there is something that is seldom true and must be seen for long."""

    def as_seen(self) -> tuple[Any | None, tuple[str, ...]] | None:
        """The state that is seen, None where it cannot be one, and where it does not fit; None if unseen."""

    def in_progress(self) -> Told:
        """The turn in progress."""

    def unseen(self) -> tuple[str, ...] | None:
        """The places of which the last view says nothing; None before the first view."""

    def over(self, number: int) -> Told | None:
        """The turn with this number, if it is over."""

    def won(self, number: int) -> Told | None:
        """The turn in progress, where it has surely won the match already."""

    def certainty(self, number: int) -> Certainty:
        """How sure it is what a turn was."""

    def ways(self, number: int) -> Ways | None:
        """The different ways in which a turn may have been played; None where there is only one."""

    def standing(self) -> bool:
        """Whether what is seen now has been seen long enough, or was built upon since."""

    def breach(self, number: int, noted: Collection[str] = ()) -> Told | None:
        """The turn in progress, if it has surely broken a rule and that has stood; `noted` is known already."""

    def stood_broken(self, number: int) -> Iterator[Told]:
        """Moments of a turn, lawful in the end, at which it surely was not and stood so for long enough."""

    def stood_otherwise(self, told: Any) -> Iterator[Told]:
        """Tables that stood for long enough in a turn and looked otherwise than in the end."""

    def outdated(self, number: int, after: Any, actions: tuple[str, ...]) -> bool:
        """Whether a turn on record is now clearly told differently."""

    def differs(self) -> tuple[str, ...] | None:
        """The places that fit no explanation; None while that has not stood long enough to be told."""

    def finished(self) -> bool:
        """Whether the turn in progress may end lawfully, and nothing is left that its player might yet do."""

    def owing(self) -> bool:
        """Whether the turn in progress was begun and surely may not end yet."""


class Judge(Protocol):
    """One game's rulings on what is believed, and its words."""

    @property
    def notes(self) -> Collection[str]:
        """The names of notes on what is merely odd: nobody is to blame. Other notes name what was put right."""

    @property
    def blind_places(self) -> tuple[str, ...]:
        """What would tell, where a belief is blind."""

    def rules(self, match: Match) -> Any:
        """The rules that a match is played by."""

    def pictures(self, seen: Iterable[Seen]) -> list[Any]:
        """What an eye for this game has read; anything else comes from the eye of another game."""

    def is_plain(self, picture: Any, usual: frozenset[str]) -> bool:
        """Whether one picture is enough for now; what is hidden as usual does not count."""

    def to_put_back(self, view: Any, match: Match) -> tuple[tuple[str, ...], bool]:
        """Where a view differs from the table before the first turn, and whether it shows enough to tell."""

    def set_up_words(self, view: Any, match: Match) -> Words | None:
        """What is wrong there, where this game says more of it than the places."""

    def ruling(self, told: Any, over: bool = True) -> Ruling:
        """The verdict on a turn as it is told."""

    def by_its_end_alone(self, told: Any, judged: Ruling) -> bool:
        """Whether a ruling blames what nobody touched, because only the end of the turn shows it."""

    def question(self, turns: Sequence[tuple[str, ...]], unseen: Sequence[str]) -> Question:
        """Asks which of these turns was played, likeliest first; `unseen` are the places that would tell."""

    def words(self, key: str) -> Words:
        """A sentence in all languages."""

    def learned(self, told: Any, match: Match) -> Json | None:
        """The equipment, where the turn has told more of it than the match knows."""

    def unchecked(self, match: Match) -> Json:
        """What a verdict adds where not everything could be checked."""

    def note(self) -> tuple[str, Words] | None:
        """What is odd on the table though nobody is to blame, by its name and in words."""
