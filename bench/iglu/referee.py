"""Measures the referee of IGLU IGLU on scripted matches: `python -m bench referee --game iglu [--eye truth]`.

`pictures`: films of the virtual table in any make and room, through the whole eye. `truth`: what the films show, told
by the truth. `misread`: the same with spaces that are misread, again and again in the same way.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from zlib import crc32

import numpy as np

from bench.engines.timing import bar
from bench.results import figure
from calibration.igluiglu.profile import BoardProfile
from engine.igluiglu.board import NAMES
from engine.igluiglu.equipment import STANDARD_SET
from engine.igluiglu.options import HouseRules
from engine.igluiglu.state import State
from vision.eye import Glance
from vision.igluiglu.belief.glimpse import Cell, Glimpse
from vision.igluiglu.belief.view import believed
from vision.igluiglu.sim.play.film import IgluFilm
from vision.igluiglu.sim.play.script import MatchScript, TurnScript, script
from webui.play.watcher import Patience
from webui.record import events as ev
from webui.record.fold import begin
from webui.record.match import Match
from webui.record.opening import seats
from webui.record.played import Played
from webui.referee.referee import Referee

EYES = ("pictures", "truth", "misread")
PLAYERS = ("rb", "ryb", "rygb", "bryg")
PATIENCE = Patience(rest_ends_s=1.6)
FPS, REST_S = 6.0, 2.6
MISREAD = 0.003
"""Of the spaces, each time that something else lies there."""


def match_of(played: MatchScript) -> Match:
    """A scripted match before its first turn."""
    known, tiles = played.known.to_json(), STANDARD_SET.to_json()
    created = ev.Created(
        0.0,
        "bench",
        tuple(seats(played.players)),
        HouseRules().to_json(),
        tiles,
        known,
        "",
        True,
        "camera",
        game="iglu",
    )
    return begin(created)


def glimpse_of(state: State, seed: int, wrong: float) -> Glimpse:
    """The truth of a table, with misread spaces where wanted."""
    cells = [misread(name, cell, seed, wrong) for name, cell in zip(NAMES, believed(state), strict=True)]
    return Glimpse(tuple(cells), {player: len(state.hand(player)) for player in state.players})


def misread(name: str, cell: Cell, seed: int, wrong: float) -> Cell:
    """A space as it is read: the same thing lying there is misread in the same way whenever it is seen."""
    rng = np.random.default_rng(crc32(f"{seed}{name}{cell.ground}{cell.words}".encode()))
    if rng.random() >= wrong:
        return Cell(cell.ground, cell.words, 1 - 10 ** float(rng.uniform(-4, -1.6)))
    words = (cell.words or "").split()
    changed = words[:-1] if words and rng.random() < 0.7 else [*words, "fish2" if cell.ground == "~" else "r"]
    return Cell(cell.ground, " ".join(changed), 1 - 10 ** float(rng.uniform(-1.6, 0)))


def glances(played: MatchScript, seed: int, wrong: float) -> Iterator[Glance]:
    """Every rest of a match."""
    at_s = 0.0
    for rest, state in enumerate((played.start, *(turn.after for turn in played.turns))):
        at_s, seen = at_s + 2.0, glimpse_of(state, seed, wrong)
        since_s = at_s
        for _ in range(round(REST_S * FPS)):
            yield Glance(at_s, "rest", rest, since_s, seen)
            at_s += 1 / FPS


def by_truth(seed: int, turns: int, faults: int, wrong: float) -> Counter[str]:
    """How the following alone does."""
    played = script(seed, turns, PLAYERS[seed % len(PLAYERS)], (seed * 7) % 20, faults)
    clock = [0.0]
    referee = Referee(match_of(played), None, PATIENCE, clock=lambda: clock[0])
    for glance in glances(played, seed, wrong):
        clock[0] = glance.at_s
        referee.glance(glance)
    referee.film_over()
    return judged(played, referee.match, f"match {seed}")


def calibrated(made: IgluFilm) -> BoardProfile:
    """The board as the film's first picture shows it, from its four corners."""
    from calibration.igluiglu.build import found_at, make_profile
    from calibration.igluiglu.find import Finder

    scene, picture = made.scene, made.first()
    corners = scene.camera.project(scene.geometry.on_board(scene.geometry.grid_corners()))
    return make_profile(picture, found_at(Finder(), picture, np.asarray(corners), None), "corners")


def by_pictures(seed: int, turns: int, faults: int) -> Counter[str]:
    """Drawn pictures through the whole eye, calibrated from the corners of the first one."""
    from webui.igluiglu.sight import SIGHT
    from workshop.igluiglu.world.filming import film

    made = film(seed, "easy" if seed % 2 else "medium", turns, faults)
    clock = [0.0]
    eye = SIGHT.eye(calibrated(made))
    referee = Referee(match_of(made.script), eye, PATIENCE, clock=lambda: clock[0])
    for frame in made.frames():
        clock[0] = frame.taken_at_s
        referee.look(frame)
    referee.film_over()
    return judged(made.script, referee.match, f"film {seed}")


def judged(played: MatchScript, match: Match, name: str) -> Counter[str]:
    """Turn by turn: was it told as it was, were faults found, was anybody accused?"""
    out: Counter[str] = Counter(matches=1, turns=len(played.turns), faults=sum(bool(t.foul) for t in played.turns))
    for number, turn in enumerate(played.turns):
        told = match.turns[number] if number < len(match.turns) else None
        right = told is not None and fair(turn, told)
        out["turns right"] += right
        if told is None:
            out["turns not told"] += 1
        elif turn.foul:
            out["faults found"] += told.legal is False
        else:
            out["accused"] += told.legal is False
            out["asked"] += "question" in told.verdict
        if not right:
            what = (
                "-" if told is None else f"{list(told.actions)} {told.verdict.get('rule') or told.verdict.get('text')}"
            )
            print(f"{name}, turn {number + 1} {turn.foul or list(turn.words)}: {what}")
    out["tables right"] += sum(same(t.after, p.after) for t, p in zip(match.turns, played.turns, strict=False))
    return out


def fair(turn: TurnScript, told: Played) -> bool:
    """A fault found, or an honest turn told as lawful or asked for, with the table as it lies after it."""
    if turn.foul:
        return told.legal is False
    asked = told.legal is None and "question" in told.verdict
    return (told.legal is True and same(told.after, turn.after)) or asked


def same(one: State, other: State) -> bool:
    """Whether the same lies on the board, values that nobody can see left aside."""
    return (one.board, one.inuit, one.igloo) == (other.board, other.inuit, other.igloo) and all(
        len(a) == len(b) for a, b in zip(one.animals, other.animals, strict=True)
    )


def main(options: Sequence[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench referee --game iglu", description=__doc__)
    parser.add_argument("--game", choices=("iglu",))
    parser.add_argument("--matches", type=int, default=10, help="how many matches (default 10)")
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--turns", type=int, default=40, help="turns of a match (default 40)")
    parser.add_argument("--faults", type=int, default=8, help="of these with a fault (default 8)")
    parser.add_argument("--eye", choices=EYES, default="pictures")
    parser.add_argument("--jobs", type=int, default=1, help="matches at once")
    args = parser.parse_args(options)
    seeds = range(args.first, args.first + args.matches)
    if args.eye == "pictures":
        play = partial(by_pictures, turns=args.turns, faults=args.faults)
    else:
        wrong = MISREAD if args.eye == "misread" else 0.0
        play = partial(by_truth, turns=args.turns, faults=args.faults, wrong=wrong)
    total: Counter[str] = Counter()
    begun = time.monotonic()
    with ProcessPoolExecutor(args.jobs) as pool:
        for done, counts in enumerate(pool.map(play, seeds), start=1):
            total += counts
            bar(done, len(seeds), f"{done}/{len(seeds)}, {time.monotonic() - begun:4.0f} s")
    table(total, args.eye)
    return 0


def table(total: Counter[str], eye: str) -> None:
    """The figures with their goals."""
    honest = total["turns"] - total["faults"]
    print(f"over {total['matches']} matches of IGLU IGLU, {total['turns']} turns ({eye})")
    rows = (
        ("turns right, at most one question each", total["turns right"], total["turns"], "98 %"),
        ("faults found", total["faults found"], total["faults"], "95 %"),
        ("honest players accused", total["accused"], honest, "0"),
        ("honest turns asked for", total["asked"], honest, "-"),
        ("tables right after the turn", total["tables right"], total["turns"], "-"),
    )
    for name, count, whole, goal in rows:
        share = f"{100 * count / whole:5.1f} %" if whole else "   -   "
        print(f"{name:42s} {count:5d} of {whole:5d} {share}   goal {goal}")
        figure(f"{name} ({eye})", f"{count} of {whole}", goal)
