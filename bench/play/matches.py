"""Simulated matches for the referee's bench: scripts with visible faults, and how a referee did on one of them."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np

from engine.icecult.board import COLOURS, PATHS, PAWNS, SLOTS
from engine.icecult.cube import CubeSet
from engine.icecult.explain.explain import explain
from engine.icecult.partial import PartialState
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from vision.eye import Glance
from vision.icecult.observation import CubeReading, Likely, Observation
from vision.icecult.sim.play.fouls import FOULS
from vision.icecult.sim.play.match import late_state, random_match, tops_of
from vision.icecult.sim.play.script import MatchScript
from vision.icecult.sim.play.shots import FrameTruth
from vision.icecult.sim.staging import Stage
from vision.icecult.sim.states import random_set
from webui.record import events as ev
from webui.record.match import Match
from webui.referee.referee import News

PLAYERS = ("ry", "ryg", "rygb")
KINDS = tuple(FOULS)
TURNS_MOST = 12
FAULTS_MOST = 3

Json = Mapping[str, Any]


def script_for(seed: int, stage: Stage | None = None) -> MatchScript:
    """Match number `seed`: players, length, faults, layout and light all follow from it, unless a stage is given."""
    rng = np.random.default_rng([seed, 7])
    players = PLAYERS[seed % 3]
    faults = [KINDS[(seed * 5 + i * 7) % len(KINDS)] for i in range(int(rng.integers(0, FAULTS_MOST + 1)))]
    cube_set = CubeSet.from_json(random_set(np.random.default_rng([seed, 51])))
    start = late_state(seed, players) if seed % 4 == 3 else None
    turns = int(rng.integers(7, TURNS_MOST + 1))
    return random_match(seed, players, turns, faults, start, stage, check=_visible(cube_set, players))


def _visible(cube_set: CubeSet, players: str) -> Callable[[Json, Json, str], bool]:
    """Whether a fault can be told from what is seen on top before and after; exchanged cubes need only look wrong.

    Two views alone seldom tell that cubes changed places and did not roll; the referee has more than two.
    """
    rules = IceCult(cube_set, players=players)

    def check(before: Json, after: Json, kind: str) -> bool:
        seen = dict(after) | {"cubes": tops_of(after, cube_set)}
        found = explain(rules.begin(State.from_json(before)), PartialState.from_json(seen))
        return found.legal is False and kind in (str(found.rule), "cubes-exchanged")

    return check


@dataclass(frozen=True, slots=True)
class Defects:
    """How observations made from the truth are spoiled, per place and picture."""

    misread: float = 0.002
    hidden: float = 0.03
    confidence: float = 0.985
    lasting: float = 0.0
    """How likely each pawn below the topmost is overlooked whenever just this stack stands there."""
    telling: bool = False
    """Whether it says of each place what else it may show."""


CAREFUL, STUBBORN = Defects(), Defects(lasting=0.02)
"""A reader that is seldom wrong, and one that is wrong in the same way again and again, as real ones are."""
TELLING = replace(STUBBORN, telling=True)
"""The latter, where it says how likely each value is."""
LASTING_MOST, BETTER = 0.95, 0.13
"""Of the readings that are surer than what is misread again and again, only so many are wrong as of those expected."""
AMONG_GUESSES: Final = 0.9
"""So often the truth is among the likeliest values where something else is read; real readers': 10 of 11 stacks."""


def observation(table: Json, prints: Json, defects: Defects, rng: random.Random, seed: int = 0) -> dict[str, Any]:
    """What a reader might say about a true table; `seed` is that of what lasts."""
    tops = tops_of(table, CubeSet.from_json(dict(prints)))
    hidden = [slot for slot in SLOTS if rng.random() < defects.hidden]
    cubes = {
        slot: None if slot in hidden or top is None else _spoiled_top(top, defects, rng) for slot, top in tops.items()
    }
    paths: dict[str, list[str | None]] = {}
    sure: dict[str, float] = {}
    for path in PATHS:
        paths[path] = []
        for n, stack in enumerate(table["paths"][path], start=1):
            text: str | None = _spoiled_stack(stack, rng) if rng.random() < defects.misread else stack
            if rng.random() < defects.hidden:
                hidden.append(f"{path}{n}")
                text = f"?{stack[-1]}" if len(stack) > 1 else None
            confidence = _sure(defects, rng)
            lower = overlooked(stack, defects, random.Random(f"{seed} {path}{n} {stack}"))
            if lower is not None and text == stack:
                text, confidence = lower[0], lower[1] + rng.uniform(-0.1, 0.05)
            paths[path].append(text)
            sure[f"{path}{n}"] = confidence
    sure |= {place: _sure(defects, rng) for place in ("start", *(f"goal{path}" for path in PATHS))}
    loose = {"start": table["start"], "goal": dict(table["goal"]), "extra": _too_many(table)}
    return {"cubes": cubes, "paths": paths, "hidden": hidden, "confidences": sure, "confidence": 0.9} | loose


def glances(
    seed: int, truths: Iterable[FrameTruth], prints: Json, defects: Defects
) -> Iterator[tuple[FrameTruth, Glance]]:
    """The frames of a film, each with the glance of an eye that reads the truth with these defects."""
    rng = random.Random(seed)
    rest, since_s, resting = -1, 0.0, False
    for truth in truths:
        if truth.resting and not truth.disturbance:
            if not resting:
                rest, since_s, resting = rest + 1, truth.time_s, True
            seen = Observation.from_json(observation(truth.state, prints, defects, rng, seed))
            if defects.telling:
                seen = replace(seen, readings=told_of(seen, truth.state, prints, seed))
            yield truth, Glance(truth.time_s, "rest", rest, since_s, seen)
        else:
            resting = False
            yield truth, Glance(truth.time_s, "hand" if truth.hand else "moving")


def told_of(seen: Observation, table: Json, prints: Json, seed: int) -> dict[str, Likely]:
    """What a reader would tell of each place that it has read: the value, what else it may be, each how likely."""
    tops = tops_of(table, CubeSet.from_json(dict(prints)))
    out = {}
    for slot, read in seen.cubes.items():
        if read is not None and slot not in seen.hidden and (top := tops[slot]) is not None:
            out[slot] = _guesses(str(read), read.confidence, str(CubeReading.from_json(top)), seed)
    for path in PATHS:
        for n, text in enumerate(seen.paths[path], start=1):
            place = f"{path}{n}"
            if text is not None and place not in seen.hidden:
                out[place] = _guesses(text, seen.confidences[place], table["paths"][path][n - 1], seed)
    return out


def _guesses(read: str, sure: float, truth: str, seed: int) -> Likely:
    """What was read, and the truth where that is another guess: most of what is left, if the reader thinks of it."""
    sure = sure if sure < LASTING_MOST else 1.0 - BETTER * (1.0 - sure)
    rest = 1.0 - sure
    if read == truth or random.Random(f"{seed} {read} {truth}").random() >= AMONG_GUESSES:
        return ((read, math.log(sure)),)
    return tuple(sorted(((read, math.log(sure)), (truth, math.log(0.8 * rest))), key=lambda pair: -pair[1]))


def _too_many(table: Json) -> str:
    """The colours of which more than five pawns stand about."""
    stacks = [*table["goal"].values(), *(stack for path in table["paths"].values() for stack in path)]
    pawns = "".join([table["start"], *stacks])
    return "".join(colour for colour in COLOURS if pawns.count(colour) > PAWNS)


def _sure(defects: Defects, rng: random.Random) -> float:
    return min(0.9999, max(0.3, 1 - (1 - defects.confidence) * rng.uniform(0.2, 2.0)))


def _spoiled_top(top: dict[str, Any], defects: Defects, rng: random.Random) -> dict[str, Any]:
    facing = top["facing"]
    if facing is not None and rng.random() < defects.misread:
        facing = rng.choice(PATHS if len(facing) == 1 else SLOTS)
    return top | {"facing": facing, "confidence": _sure(defects, rng)}


def overlooked(stack: str, defects: Defects, rng: random.Random) -> tuple[str, float] | None:
    """The stack without one of its lower pawns and how sure the reader is of that; None where it is read rightly."""
    below = len(stack) - 1
    if below < 1 or rng.random() >= defects.lasting * below:
        return None
    k = rng.randrange(below)
    return stack[:k] + stack[k + 1 :], rng.uniform(0.5, 0.9)


def _spoiled_stack(stack: str, rng: random.Random) -> str:
    if not stack:
        return rng.choice(COLOURS) if rng.random() < 0.3 else ""
    k = rng.randrange(len(stack))
    return stack[:k] + (rng.choice(COLOURS) if rng.random() < 0.6 else "") + stack[k + 1 :]


@dataclass
class Score:
    """How the referee did on one match."""

    counts: Counter[str] = field(default_factory=Counter)
    delays_ms: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, other: Score) -> None:
        """Take in another match."""
        self.counts += other.counts
        self.delays_ms += other.delays_ms
        self.notes += other.notes


class Witness:
    """Watches the referee while it watches: what was told when, and whether a hand was in view."""

    def __init__(self) -> None:
        self.told: list[tuple[int, str]] = []
        self.noted: set[tuple[int, str]] = set()
        self.score = Score()
        self._rest_from_s: float | None = None
        self._actions: tuple[str, ...] = ()

    def saw(self, truth: FrameTruth, news: News, took_s: float) -> None:
        """One frame and what came of it."""
        if not truth.resting:
            self._rest_from_s = None
        elif self._rest_from_s is None:
            self._rest_from_s = truth.time_s
        said = [e for e in news.events if isinstance(e, ev.TurnEnded | ev.Told | ev.Progress | ev.Finished)]
        self.score.counts["events with a hand in view"] += len(said) if truth.hand else 0
        self.heard(news)
        if any(self._prompt(e) for e in said) and self._rest_from_s is not None:
            self.score.delays_ms.append((truth.time_s - self._rest_from_s + took_s) * 1000)

    def _prompt(self, event: ev.Event) -> bool:
        """Whether an event is a verdict or a step of a turn that needed no holding back."""
        if isinstance(event, ev.TurnEnded):
            self._actions = ()
            return event.verdict.get("legal") is True
        if not isinstance(event, ev.Progress) or event.actions == self._actions:
            return False
        self._actions = event.actions
        return True

    def heard(self, news: News) -> None:
        """What was told about turns, as a fault or as a mere note."""
        self.noted |= {(e.turn, e.rule) for e in news.events if isinstance(e, ev.Told) and e.about == "note" and e.rule}
        self.told += [(e.turn, e.rule) for e in news.events if isinstance(e, ev.Told) and e.about == "fault"]


def judged(script: MatchScript, match: Match, witness: Witness, name: str) -> Score:
    """Compare the log with what was played."""
    score, right = witness.score, True
    for entry, turn in zip(script.log(), script.turns, strict=True):
        number = entry["turn"]
        got = match.turns[number - 1] if number <= len(match.turns) else None
        exact = got is not None and got.player == entry["player"] and _same(got.after.to_json(), entry["after"])
        exact = exact and (bool(turn.fault) or (got is not None and got.legal is not False))
        right = right and exact
        score.counts += Counter({"turns": 1, "turns exact": int(exact)})
        score.counts["questions"] += got is not None and got.legal is None
        rules = [rule for n, rule in witness.told if n == number]
        named = entry["fault"] in rules or (number, entry["fault"]) in witness.noted
        if entry["fault"]:
            score.counts += Counter({"faults": 1, "faults named": int(named)})
            score.counts["faults noted"] += named and entry["fault"] not in rules
        score.counts["needless notes"] += any(n == number and rule != turn.fault for n, rule in witness.noted)
        score.counts["accusations"] += bool(rules) and not entry["fault"]
        score.counts["other rules told"] += any(rule != turn.fault for rule in rules)
        if not exact or (entry["fault"] and not named) or any(rule != entry["fault"] for rule in rules):
            score.notes.append(_note(name, turn, entry, got, rules))
    right = right and len(match.turns) == len(script.turns)
    score.counts += Counter(
        {"matches": 1, "matches right": int(right), "winner right": match.winners == script.winners}
    )
    return score


def _same(mine: Json, true: Json) -> bool:
    return all(mine[key] == true[key] for key in ("paths", "start", "goal"))


def _note(name: str, turn: Any, entry: Json, got: Any, rules: list[str]) -> str:
    mine = "nothing" if got is None else f"{' '.join(got.actions)} ({got.verdict.get('rule') or got.legal})"
    acts = " ".join(act if isinstance(act, str) else repr(act) for act in turn.acts)
    fault = f" fault {turn.fault} fix {turn.fix_when if turn.fix else '-'}" if turn.fault else ""
    return (
        f"{name} turn {entry['turn']} {turn.tempo}{fault}: played {acts}; logged {mine}; told {', '.join(rules) or '-'}"
    )


def percentile(values: list[float], share: float) -> float:
    """The value below which that share lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def timed(call: Callable[[], News], clock: Callable[[], float] = time.process_time) -> tuple[News, float]:
    """The news and how long it took; in processor seconds, where other programs must not count."""
    begun = clock()
    news = call()
    return news, clock() - begun


def chosen(frames: Iterator[tuple[Any, FrameTruth]], thin: bool) -> Iterator[tuple[Any, FrameTruth]]:
    """All frames, or fewer while a hand moves and while nothing happens: drawing them is what takes the time."""
    run, last = 0, None
    for item, truth in frames:
        run = run + 1 if truth.resting == last else 0
        last = truth.resting
        if not thin or run < 5 or run % 3 == 0:
            yield item, truth
