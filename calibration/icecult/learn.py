"""Learning which print is on which face of this set, from what lies on top after each tilt.

learner = SetLearner()
learner.observe("NE", "SU", "red", "E")      slot, pose since home, what is seen on top
learner.set_json()                           the `set` of docs/FORMATS.md, faces not yet seen null
for step in script(): ...                    ten tilts that show all 24 faces, two more that check them
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.core.errors import IcekeeperError
from engine.icecult.board import SLOTS
from engine.icecult.cube import FACES, POSES, ROLLED, Cube, Top, print_of

HOME = "UN"
ARC_AT_HOME = {"NW": "SE", "NE": "SW", "SE": "NW", "SW": "NE"}
PAIRS = {"N": ("NW", "NE"), "S": ("SW", "SE"), "E": ("NE", "SE"), "W": ("NW", "SW")}
HEADINGS = {"N": "ns", "S": "ns", "E": "ew", "W": "ew"}
TILTS = tuple(pair + heading for pair in PAIRS for heading in HEADINGS[pair])
SET_UP = {slot: Top("arc", corner) for slot, corner in ARC_AT_HOME.items()}
_WORDS = {"n": "north", "s": "south", "e": "east", "w": "west"}
_TURNED = {"n": "north-east", "s": "south-west", "e": "south-east", "w": "north-west"}
_AT_CORNERS = {"NW": "north", "NE": "east", "SE": "south", "SW": "west"}
_AGAIN = "; if a tilt went another way than asked for, set the cubes up and begin again"


class LearnError(IcekeeperError):
    """An observation that cannot belong to the guided series."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two sightings of one face that do not agree."""

    slot: str
    face: str
    known: str
    seen: str

    def __str__(self) -> str:
        return f"cube {self.slot}, face {self.face}: known as {self.known}, now seen as {self.seen}"


class SetLearner:
    """Collects sightings of faces; the majority of sightings counts, disagreement is reported."""

    def __init__(self, known: Mapping[str, Any] | None = None, name: str = "learned") -> None:
        self._name = name
        self._spaces = int((known or {}).get("spaces", 5))
        self._votes: dict[tuple[str, str], Counter[str]] = {}
        for slot, faces in ((known or {}).get("cubes") or {}).items():
            for face, text in Cube.from_json(faces).to_json().items():
                if text is not None:
                    self._votes[slot, face] = Counter({_plain(text): 1})

    def observe(self, slot: str, pose: str, symbol: str, facing: str | None, weight: int = 1) -> Conflict | None:
        """Learn what is on top of a cube that has come to `pose` since home; a conflict if it was known otherwise."""
        if slot not in SLOTS or pose not in POSES:
            raise LearnError(f"expected a place like 'NE' and a pose like 'SU', got {slot!r} and {pose!r}")
        face, text = pose[0], _plain(print_of(pose, Top(symbol, facing)))
        votes = self._votes.setdefault((slot, face), Counter())
        before = self._winner(slot, face)
        votes[text] += weight
        if before is not None and before != text:
            return Conflict(slot, face, before, text)
        return None

    def _winner(self, slot: str, face: str) -> str | None:
        """The print seen most often; the earlier one wins a draw."""
        votes = self._votes.get((slot, face))
        return votes.most_common(1)[0][0] if votes else None

    def cube(self, slot: str) -> Cube:
        """What is known of one cube."""
        return Cube(tuple(self._winner(slot, face) for face in FACES))

    def expected(self, slot: str, pose: str) -> Top | None:
        """What should be on top in this pose, if that face is known."""
        return self.cube(slot).top(pose)

    def seen_symbols(self, slot: str) -> set[str]:
        """Symbols already found on a cube."""
        return {_symbol(text) for text in self.cube(slot).prints if text is not None}

    @property
    def missing(self) -> list[tuple[str, str]]:
        """Cube and face of every face not yet seen."""
        return [(slot, face) for slot in SLOTS for face in FACES if self._winner(slot, face) is None]

    @property
    def twice(self) -> list[tuple[str, str]]:
        """Cube and symbol of every symbol that was seen on two faces: seldom so, and often a sign of a wrong tilt."""
        counts = {slot: Counter(_symbol(text) for text in self.cube(slot).prints if text is not None) for slot in SLOTS}
        return [(slot, symbol) for slot in SLOTS for symbol, count in sorted(counts[slot].items()) if count > 1]

    def set_json(self) -> dict[str, Any]:
        """The `set` of docs/FORMATS.md; faces not yet seen are null."""
        cubes = {slot: self.cube(slot).to_json() for slot in SLOTS}
        return {"name": self._name, "spaces": self._spaces, "cubes": cubes}


def _symbol(text: str) -> str:
    """The symbol of a print like "red>U" or "arc:SE"."""
    return text.partition(">")[0].partition(":")[0]


def _plain(text: str) -> str:
    """One spelling for an arc's corner, which can be named in two ways."""
    kind, colon, corner = text.partition(":")
    return kind + colon + "".join(sorted(corner, key="NSUDEW".index)) if colon else text


def rolled(poses: Mapping[str, str], tilt: str) -> dict[str, str]:
    """The four poses after a tilt like "Nn"."""
    if tilt not in TILTS:
        raise LearnError(f"expected a tilt like 'Nn' (one of {' '.join(TILTS)}), got {tilt!r}")
    return {s: ROLLED[p][tilt[1]] if s in PAIRS[tilt[0]] else p for s, p in poses.items()}


@cache
def script() -> tuple[str, ...]:
    """The fewest tilts from home that show all 24 faces, and two more that show known faces again as a check."""
    home = dict.fromkeys(SLOTS, HOME)
    seen = {slot: frozenset({HOME[0]}) for slot in SLOTS}
    tilts = _search(home, seen, ())
    assert tilts is not None
    return (*tilts, "Nn", "Sn")


def _search(poses: dict[str, str], seen: dict[str, frozenset[str]], done: tuple[str, ...]) -> tuple[str, ...] | None:
    """Depth-first: each tilt must show a new face of both its cubes, so ten tilts are enough (and needed)."""
    if all(len(faces) == len(FACES) for faces in seen.values()):
        return done
    for tilt in TILTS:
        after = rolled(poses, tilt)
        pair = PAIRS[tilt[0]]
        if all(after[slot][0] not in seen[slot] for slot in pair):
            more = {slot: seen[slot] | {after[slot][0]} if slot in pair else seen[slot] for slot in SLOTS}
            if (found := _search(after, more, (*done, tilt))) is not None:
                return found
    return None


def tilt_words(tilt: str, corners: bool = False) -> str:
    """A tilt as a person would say it; where paths leave through the corners the block stands turned by 45 degrees."""
    first, second = PAIRS[tilt[0]]
    if corners:
        both = f"{_AT_CORNERS[first]} and {_AT_CORNERS[second]}"
        return f"tilt the cubes in the {both} together to the {_TURNED[tilt[1]]} ({tilt})"
    return f"tilt {first} and {second} together to the {_WORDS[tilt[1]]} ({tilt})"


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a look: a key for the page's words with its parameters, and a sentence for the terminal."""

    key: str
    text: str
    params: Mapping[str, str]

    def __str__(self) -> str:
        return self.text

    def to_json(self) -> dict[str, str]:
        return {"key": self.key, **self.params}


PROBLEMS = ("unread", "arc", "moved", "other", "again")
"""Every key that a Problem can have."""


class GuidedSeries:
    """The guided way: shows the next tilt, checks each picture, learns from it.

    What cannot be (a cube that should not have moved, a known face that should be on top) stops the series until it is
    put right; the set-up position begins it again. What is only doubtful (a symbol twice on a cube, a cube that cannot
    be read, whose face then stays open) passes when a person insists on it, or shows it a second time.
    """

    def __init__(self, learner: SetLearner | None = None, corners: bool = False) -> None:
        self.learner = learner or SetLearner()
        self._known = self.learner.set_json()
        self.corners = corners  # where paths leave through them, the block stands turned by 45 degrees
        self.doubtful = False  # whether what was wrong with the last look may be insisted on
        self._begin()

    def _begin(self) -> None:
        self._poses = dict.fromkeys(SLOTS, HOME)
        self._done = -1  # -1: the set-up position has not been seen yet
        self._tops: dict[str, Top] = {}
        self._doubted: dict[str, Top] = {}

    @property
    def finished(self) -> bool:
        """Whether every tilt has been made and checked."""
        return self._done == len(script())

    @property
    def begun(self) -> bool:
        """Whether the set-up position has been seen."""
        return self._done >= 0

    @property
    def step(self) -> int:
        """How many tilts have been made and checked."""
        return max(self._done, 0)

    @property
    def instruction(self) -> str:
        """What to do now."""
        if self._done < 0:
            return "set the cubes up: all arcs on top, forming a circle"
        return "done" if self.finished else tilt_words(script()[self._done], self.corners)

    def unchanged(self, tops: Mapping[str, Top | None]) -> bool:
        """Whether the cubes of the next tilt look as they did before it."""
        if not 0 <= self._done < len(script()):
            return False
        before = [(tops.get(slot), self._tops.get(slot)) for slot in PAIRS[script()[self._done][0]]]
        return any(now is not None for now, _ in before) and all(now in (None, then) for now, then in before)

    def look(self, tops: Mapping[str, Top | None], insists: bool = False) -> list[Problem]:
        """Check what is on top now; learn and go on if it fits (empty list), else say what is wrong."""
        seen = {slot: top for slot, top in tops.items() if top is not None}
        if self.finished or self._looked_again(seen):
            return []
        if self._done > 0 and seen == SET_UP and not self._expects(seen):
            self.learner = SetLearner(self._known, self._known["name"])
            self._begin()
        poses = self._poses if self._done < 0 else rolled(self._poses, script()[self._done])
        problems = self._problems(seen, poses)
        self.doubtful = not problems
        if not problems and not insists:
            problems = self._doubts(seen)
        if not problems:
            self._learn(seen, poses)
        return problems

    def _learn(self, seen: Mapping[str, Top], poses: dict[str, str]) -> None:
        for slot, top in seen.items():
            self.learner.observe(slot, poses[slot], top.symbol, top.facing)
        pair = SLOTS if self._done < 0 else PAIRS[script()[self._done][0]]
        stood = {slot: top for slot, top in self._tops.items() if slot not in pair}
        self._poses, self._tops, self._done, self._doubted = poses, {**stood, **seen}, self._done + 1, {}

    def _looked_again(self, seen: Mapping[str, Top]) -> bool:
        """Whether this is the last step once more with a cube to be read that could not be before; learned if so."""
        fresh = [slot for slot in seen if slot not in self._tops]
        if self._done < 0 or not fresh or not self.unchanged({slot: seen.get(slot) for slot in self._tops}):
            return False
        if any(seen[slot] != top for slot, top in self._tops.items() if slot in seen):
            return False
        for slot in fresh:
            self.learner.observe(slot, self._poses[slot], seen[slot].symbol, seen[slot].facing)
            self._tops[slot] = seen[slot]
        return True

    def _expects(self, seen: Mapping[str, Top]) -> bool:
        """Whether this is what the next tilt leads to."""
        poses = rolled(self._poses, script()[self._done])
        return all(self.learner.expected(slot, poses[slot]) == top for slot, top in seen.items())

    def _problems(self, seen: Mapping[str, Top], poses: Mapping[str, str]) -> list[Problem]:
        """What cannot be."""
        if self._done < 0:
            unread = [slot for slot in SLOTS if slot not in seen]
            wrong = [slot for slot in SLOTS if slot in seen and seen[slot] != SET_UP[slot]]
            return _unread(unread) + [_no_arc(slot) for slot in wrong]
        pair = PAIRS[script()[self._done][0]]
        out = []
        for slot, top in seen.items():
            expected = self.learner.expected(slot, poses[slot])
            if slot not in pair and top != self._tops.get(slot, top):
                out.append(Problem("moved", f"cube {slot} should not have moved; put it back", {"slot": slot}))
            elif expected is not None and top != expected:
                words = f"cube {slot} should show {_top_words(expected)} now, it shows {_top_words(top)}{_AGAIN}"
                out.append(Problem("other", words, {"slot": slot}))
        return out

    def _doubts(self, seen: dict[str, Top]) -> list[Problem]:
        """What may be, but seldom is: a cube that cannot be read, a symbol that its cube has shown before."""
        if self._done < 0:
            return []
        pair = PAIRS[script()[self._done][0]]
        if unread := [slot for slot in pair if slot not in seen]:
            return _unread(unread)
        poses = rolled(self._poses, script()[self._done])
        fresh = [slot for slot in pair if self.learner.expected(slot, poses[slot]) is None]
        again = [slot for slot in fresh if seen[slot].symbol in self.learner.seen_symbols(slot)]
        shown_twice, self._doubted = seen == self._doubted and not self.unchanged(seen), seen
        if shown_twice:
            return []
        return [self._again(slot, seen[slot].symbol) for slot in again]

    def _again(self, slot: str, symbol: str) -> Problem:
        """A symbol that its cube has shown before."""
        text = f"cube {slot} shows {symbol} again; {self.instruction}"
        return Problem("again", text, {"slot": slot, "symbol": symbol})


def _unread(slots: list[str]) -> list[Problem]:
    """Cubes that cannot be read, said of all of them at once."""
    text = f"cube {' and '.join(slots)} cannot be read; uncover it and look again"
    return [Problem("unread", text, {"slot": " ".join(slots)})] if slots else []


def _no_arc(slot: str) -> Problem:
    """A cube that does not show its arc in the set-up."""
    corner = ARC_AT_HOME[slot]
    return Problem("arc", f"cube {slot} must show its arc around the corner {corner}", {"slot": slot, "corner": corner})


def _top_words(top: Top) -> str:
    return top.symbol if top.facing is None else f"{top.symbol} {top.facing}"
