"""Rulings on what is believed of a match of IGLU IGLU: see `webui.watch.judge.Judge`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, cast

from engine.core.errors import NotationError
from engine.igluiglu.board import FACE_DOWN, NAMES, SEA, TILES
from engine.igluiglu.opening import MIDDLE, opening
from engine.igluiglu.rules import IgluIglu
from engine.igluiglu.state import State
from engine.igluiglu.words.texts import in_all
from vision.eye import Seen
from vision.igluiglu.belief.explained import Explained
from vision.igluiglu.belief.following import IgluBelief, Told
from vision.igluiglu.belief.glimpse import Cell, Glimpse
from vision.igluiglu.belief.view import BoardView, believed, fits
from webui.igluiglu.sentences import question_words, sentence
from webui.igluiglu.setting_up import wrong_words
from webui.play.watcher import Patience
from webui.record import events as ev
from webui.record.events import Event, Json
from webui.record.match import Match
from webui.settings import Words
from webui.watch.closing import folded
from webui.watch.ruling import Question, Ruling
from webui.watch.watching import Watch, as_it_stands

FISH: Final = ("fish1", "fish2", "fish3")
SURELY: Final = 0.96
"""A table is not set up where spaces differ that are read as surely as this."""
PLAINLY: Final = 0.9
UNSEEN_MOST: Final = 8
"""A view that leaves more spaces open than this does not show that the table is set up."""


def laid(seen: Cell, there: Cell, free: bool) -> bool:
    """Whether a space is as it should be; with `free` whatever fish it is."""
    return fits(seen, there) or (free and fits(Cell(seen.ground, "fish?" if seen.words in FISH else seen.words), there))


def odd(view: BoardView, match: Match) -> dict[str, tuple[Cell, Cell]]:
    """The spaces that plainly differ from the table before the first turn: as they are seen and as they should be."""
    pairs = zip(NAMES, view.cells, believed(match.before), strict=True)
    free = not match.before.board.count(SEA) > len(MIDDLE)  # which fish lie in the centre nobody knows before
    plain = ((name, seen, there) for name, seen, there in pairs if seen.seen and seen.sure >= SURELY)
    return {name: (seen, there) for name, seen, there in plain if not laid(seen, there, free)}


class IgluJudge:
    """Rules on what is believed of one match."""

    notes: tuple[str, ...] = ()
    blind_places = NAMES

    def __init__(self, belief: IgluBelief) -> None:
        self._belief = belief
        self._asked, self._reason = "", ""
        """Who played the turn that was ruled on last, and why it stays open."""

    def rules(self, match: Match) -> IgluIglu:
        """The rules that a match is played by."""
        return rules_of(match)

    def pictures(self, seen: Iterable[Seen]) -> list[Glimpse]:
        """What an eye for IGLU IGLU has read."""
        found = list(seen)
        if not all(isinstance(each, Glimpse) for each in found):
            raise NotationError("expected what an eye for IGLU IGLU has read")
        return cast(list[Glimpse], found)

    def is_plain(self, picture: Glimpse, usual: frozenset[str]) -> bool:
        """Whether one picture is enough for now."""
        return picture.hidden <= usual and all(cell.sure > PLAINLY for cell in picture.cells if cell.seen)

    def to_put_back(self, view: BoardView, match: Match) -> tuple[tuple[str, ...], bool]:
        """Where the table plainly differs from that before the first turn, and whether enough of it is seen."""
        return tuple(odd(view, match)), len(view.unseen) <= UNSEEN_MOST

    def set_up_words(self, view: BoardView, match: Match) -> Words | None:
        """What is wrong: a tile that is missing, fish too many, Inuit that are not placed."""
        return wrong_words(odd(view, match), match.before.players)

    def ruling(self, told: Told, over: bool = True) -> Ruling:
        """The verdict on a turn: by its words where there are some, else by what is wrong with the table."""
        said = self._belief.explanation(told.number)
        self._asked, self._reason = told.turn.begun.mover, "" if said is None else said.reason
        if said is not None and said.legal is False:
            return broken(said)
        rules, before = self._rules(told), told.turn.begun.table
        if not told.words:
            return Ruling({"legal": None, "winners": "", "text": sentence("open.several")["en"]})
        return Ruling(rules.judge(before, told.words).to_json(), actions=told.words)

    def _rules(self, told: Told) -> IgluIglu:
        turn = told.turn.begun
        return IgluIglu(turn.tiles, turn.house, turn.table.players)

    def by_its_end_alone(self, told: Told, judged: Ruling) -> bool:
        """A table is ruled on when its turn is over, by what then lies there."""
        return False

    def question(self, turns: Sequence[tuple[str, ...]], unseen: Sequence[str]) -> Question:
        """Asks which of these turns was played."""
        text, answers = question_words(self._asked or "r", turns)
        return Question(in_all(self._reason) if self._reason == "open.unshown" else text, answers)

    def words(self, key: str) -> Words:
        """A sentence in all languages."""
        return sentence(key)

    def learned(self, told: Any, match: Match) -> Json | None:
        """Tiles are counted by people, never by the camera."""
        return None

    def unchecked(self, match: Match) -> Json:
        """Every word is judged."""
        return {}

    def note(self) -> tuple[str, Words] | None:
        """Nothing is odd that is not a matter of the turn."""
        return None


def broken(said: Explained) -> Ruling:
    """What is wrong with a table that no turn leads to."""
    texts = [(str(v.rule), in_all(v.key, **v.params)) for v in said.violations]
    rule, text = texts[0]
    every = [{"rule": name, "text": words["en"]} for name, words in texts]
    verdict: Json = {"legal": False, "rule": rule, "at": 0, "text": text["en"], "violations": every}
    return Ruling(verdict, rule, text)


def rules_of(match: Match) -> IgluIglu:
    """The rules that a match is played by."""
    return cast(IgluIglu, match.rules)


class IgluWatch(Watch):
    """Also reads which fish were drawn for the centre: nobody knows them before (R6)."""

    def first_seen(self, match: Match, at: float) -> list[Event]:
        """The state with these fish, where the record has others."""
        view = self.belief.view(self._rest.pictures, self._held_s)
        state = dealt(view, match.before)
        if state == match.before:
            return []
        events: list[Event] = [ev.StateCorrected(at, state.to_json())]
        self.rebase(folded(match, events))
        return events


def dealt(view: BoardView, state: State) -> State:
    """The table before the first Inuit is placed, with the fish of the centre as they are read."""
    cells = dict(zip(NAMES, view.cells, strict=True))
    if state.board.count(FACE_DOWN) < TILES or any(state.inuit):
        return state
    values = []
    for cell in MIDDLE:
        read, known = cells[NAMES[cell]], state.animals[cell][0]
        surely = read.words in FISH and read.sure >= SURELY
        values.append(int((str(read.words) if surely else known)[-1]))
    return opening(state.players, values)


def watch(match: Match, patience: Patience | None) -> Watch:
    """Who watches a match."""
    patience = patience or Patience()
    belief = IgluBelief(rules_of(match), as_it_stands(match, 0.0), patience.hold_s)
    return IgluWatch(match, belief, IgluJudge(belief), patience)
