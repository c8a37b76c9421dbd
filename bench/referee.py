"""Measures the referee: `python -m bench.referee [--matches 60] [--eye pictures|truth] [--films DIR [--dim 0.5]]`.

Over simulated matches (two to four players, fast and slow hands, both layouts, five lights, 12 frames a second, up to
three faults each), and over films of whole matches with a `match.json`. What went wrong is listed match by match.

Delays are measured in seconds of the clock and with all cores where one match is played at a time (`--jobs 1`, on an
otherwise idle machine); with several at once each has one core and its processor seconds count.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np

from bench.engines.timing import bar
from bench.pictures.noises import Flaw, NoisyCamera
from bench.play.matches import (
    CAREFUL,
    STUBBORN,
    TELLING,
    Defects,
    Score,
    Witness,
    chosen,
    glances,
    judged,
    percentile,
    script_for,
    timed,
)
from bench.results import figure
from engine.core.errors import IcekeeperError
from engine.icecult.options import HouseRules
from vision.frame import Bgr
from vision.icecult.sim.play.script import Film, MatchScript
from webui.play.watcher import Patience
from webui.record import events as ev
from webui.record.fold import begin
from webui.record.match import Match
from webui.record.opening import seats
from webui.referee.referee import Referee

DIM = Flaw("dim", 6.0, 1.5, jpeg=70)
"""The camera of a dim room."""
EYES = ("pictures", "truth", "stubborn", "telling", "anywhere")
READERS = {"truth": CAREFUL, "stubborn": STUBBORN, "telling": TELLING}
EYES_HELP = (
    "read pictures; the truth; the truth with stacks misread in the same way again and again; the same with what else "
    "each place may show; or pictures of other "
    "makes by noisy cameras, calibrated from four tips"
)
PATIENCE = Patience(owed_s=2.0)
"""Simulated players never think: a turn that is not finished after this long has ended."""
GOALS = (
    ("turns logged exactly", "turns exact", "turns", "99.5 %"),
    ("matches logged without one wrong turn", "matches right", "matches", "95 %"),
    ("injected faults reported, right kind", "faults named", "faults", "98 %"),
    ("of these in a note that blames nobody", "faults noted", "faults named", "-"),
    ("winner right", "winner right", "matches", "100 %"),
)


TITLE = "The referee on whole matches"


def of_second_board(options: Sequence[str]) -> bool:
    """Whether the referee of the other game is meant."""
    return ("--game", "iglu") in pairwise(options) or "--game=iglu" in options


def kept_as(options: Sequence[str]) -> tuple[str, str]:
    """Title and name of what was measured."""
    if of_second_board(options):
        eye = dict(pairwise(options)).get("--eye", "pictures")
        return f"The referee on whole matches of IGLU IGLU ({eye})", f"referee_iglu-{eye}"
    eye = dict(pairwise(options)).get("--eye", "pictures")
    if eye in READERS:
        return f"The referee on readings with errors ({eye})", "referee-readings" + "-telling" * (eye == "telling")
    return TITLE, "referee"


def main(argv: Sequence[str] | None = None) -> int:
    """Print the tables."""
    if of_second_board(sys.argv[1:] if argv is None else argv):
        from bench.iglu.referee import main as second_board

        return second_board(sys.argv[1:] if argv is None else argv)
    parser = argparse.ArgumentParser(prog="python -m bench.referee", description=__doc__)
    parser.add_argument("--matches", type=int, default=60, help="how many simulated matches (default 60)")
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--eye", choices=EYES, default="pictures", help=EYES_HELP)
    parser.add_argument("--films", type=Path, help="folder of filmed matches, each with a match.json")
    parser.add_argument(
        "--dim", type=float, metavar="SHARE", help="leave the films that share of their light, and noise"
    )
    parser.add_argument("--jobs", type=int, default=1, help="matches at once; more are faster, delays are then higher")
    parser.add_argument("--all-frames", action="store_true", help="draw every frame, also long moves and long rests")
    args = parser.parse_args(argv)
    try:
        if args.matches:
            simulated(range(args.first, args.first + args.matches), args.eye, args.jobs, not args.all_frames)
        if args.films:
            filmed(sorted(p.parent for p in args.films.glob("*/match.json")), args.dim)
    except IcekeeperError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def simulated(seeds: range, eye: str, jobs: int, thin: bool) -> None:
    """The first table."""
    total, begun = Score(), time.monotonic()
    play = partial(play_match, eye=eye, thin=thin, alone=jobs == 1)
    with ProcessPoolExecutor(jobs) as pool:
        for done, score in enumerate(pool.map(play, seeds), start=1):
            total.add(score)
            left = (time.monotonic() - begun) / done * (len(seeds) - done)
            bar(done, len(seeds), f"{done}/{len(seeds)}, {left:4.0f} s left")
    print(f"over {len(seeds)} simulated matches ({eye})")
    _table(total)


def play_match(seed: int, eye: str, thin: bool, alone: bool = False) -> Score:
    """One simulated match, watched and judged."""
    import cv2

    cv2.setNumThreads(-1 if alone else 1)
    if eye in READERS:
        return by_truth(seed, script_for(seed), READERS[eye])
    return _by_pictures(seed, thin, alone, anywhere=eye == "anywhere")


def match_of(script: MatchScript) -> Match:
    """A simulated match before its first turn."""
    created = ev.Created(
        0.0, "bench", tuple(seats(script.players)), HouseRules().to_json(), dict(script.cube_set), dict(script.start),
        script.dims.exit, True, "camera",
    )  # fmt: skip
    return begin(created)


def _referee(script: MatchScript, eye: Any) -> tuple[Referee, list[float]]:
    clock = [0.0]
    return Referee(match_of(script), eye, PATIENCE, clock=lambda: clock[0]), clock


def by_truth(seed: int, script: MatchScript, defects: Defects = CAREFUL) -> Score:
    """How the reasoning alone did, on observations made from the true tables."""
    match, witness = watch_truth(seed, script, defects)
    return judged(script, match, witness, f"match {seed}")


def watch_truth(seed: int, script: MatchScript, defects: Defects = CAREFUL) -> tuple[Match, Witness]:
    """A match as it was understood from observations made of the true tables, and what was told when."""
    referee, clock = _referee(script, None)
    witness = Witness()
    truths = (truth for _, truth in Film(script).scenes())
    for truth, glance in glances(seed, truths, script.cube_set, defects):
        clock[0] = truth.time_s
        news, took_s = timed(partial(referee.glance, glance))
        witness.saw(truth, news, took_s)
    witness.heard(referee.film_over())
    return referee.match, witness


def _by_pictures(seed: int, thin: bool, alone: bool, anywhere: bool) -> Score:
    """Drawn pictures through the whole eye; anywhere: of a make of its own, by a noisy camera."""
    from bench.play.anywhere import calibrated, camera_anywhere, script_anywhere
    from vision.icecult.eye import table_eye
    from vision.icecult.sim.draw.render import Renderer
    from vision.icecult.sim.play.script import draw_frame
    from vision.icecult.sim.play.source import SimSource

    script = script_anywhere(seed) if anywhere else script_for(seed)
    camera = camera_anywhere(script) if anywhere else None
    profile = SimSource(script).profile() if camera is None else calibrated(script, camera)
    referee, clock = _referee(script, table_eye(profile, dict(script.cube_set)))
    witness, renderer = Witness(), Renderer()
    for scene, truth in chosen(Film(script).scenes(), thin):
        clock[0] = truth.time_s
        frame = draw_frame(renderer, scene, truth)
        if camera is not None:
            frame = replace(frame, bgr=camera.take(frame.bgr))
        news, took_s = timed(partial(referee.look, frame), perf_counter if alone else process_time)
        witness.saw(truth, news, took_s)
    witness.heard(referee.film_over())
    return judged(script, referee.match, witness, f"match {seed}")


def demo_match() -> Match:
    """The demo's film as it was understood, frame by frame and not at its own pace."""
    from vision.icecult.eye import table_eye
    from webui.icecult.demo import DEMO_PATIENCE, demo_film

    film = demo_film()
    script, clock = film.script, [0.0]
    created = ev.Created(
        0.0, "demo", tuple(seats(script.players)), HouseRules().to_json(), dict(script.cube_set), dict(script.start),
        script.dims.exit, True, "camera",
    )  # fmt: skip
    eye = table_eye(film.profile(), dict(script.cube_set))
    referee = Referee(begin(created), eye, DEMO_PATIENCE, clock=lambda: clock[0])
    for frame in film.frames():
        clock[0] = frame.taken_at_s
        referee.look(frame)
    referee.film_over()
    return referee.match


def _table(total: Score) -> None:
    counts = total.counts
    rows = [
        (name, f"{100 * counts[part] / max(1, counts[whole]):.1f} %  ({counts[part]}/{counts[whole]})", goal)
        for name, part, whole, goal in GOALS
    ]
    asked = 100 * counts["questions"] / max(1, counts["turns"])
    late = percentile(total.delays_ms, 0.95)
    rows[4:4] = [
        ("accusations of honest players", str(counts["accusations"]), "0"),
        ("events committed while a hand is in view", str(counts["events with a hand in view"]), "0"),
        ("turns that need a question", f"{asked:.1f} %", "under 2 %"),
    ]
    rows.append(("delay from hand gone to verdict, 95th percentile", f"{late:.0f} ms", "under 500 ms"))
    for name, value, goal in rows:
        print(f"  {name:50s} {value:22s} goal {goal}")
        figure(name, value, goal)
    for note in total.notes:
        print(f"    {note}")


def filmed(folders: Sequence[Path], dim: float | None) -> None:
    """The second table: photographed matches, as they are or as a cheap camera would take them in a `dim` room."""
    for folder in folders:
        counts, notes = watch_film(folder, dim)
        print(
            f"{folder.name}: turns right {counts['right']}/{counts['turns']}, faults named"
            f" {counts['named']}/{counts['faults']}, wrongly accused {counts['accused']}"
        )
        told = f"turns {counts['right']}/{counts['turns']}, faults {counts['named']}/{counts['faults']}"
        figure(f"film {folder.name}", f"{told}, accused {counts['accused']}", "all, all, 0")
        for note in notes:
            print(f"    {note}")


def dimmed(dim: float | None, shape: tuple[int, ...]) -> Callable[[Bgr], Bgr]:
    """What a cheap camera makes of one picture after the other where only so much of the light is left."""
    if dim is None:
        return lambda bgr: bgr
    camera = NoisyCamera(DIM, shape, 8.0, 1)
    return lambda bgr: camera.take(np.asarray(bgr * dim, np.uint8))


def film_profile(bgr: Bgr, folder: Path, geometry: dict[str, Any]) -> Any:
    """The profile from the first picture; the path tips come from the truth beside it, as a user would click them."""
    from calibration.icecult.build import make_profile
    from calibration.icecult.find import Finder
    from calibration.icecult.geometry import ARMS, make_geometry

    truth = json.loads((folder / "0000.json").read_text(encoding="utf-8"))
    tips = np.array([truth["pixels"]["arms"][arm]["tip"] for arm in ARMS], np.float64)
    found = Finder().from_tips(bgr, tips, make_geometry({"exit": geometry["exit"]}))
    return make_profile(bgr, found, "tips")


def film_match(folder: Path, truth: dict[str, Any], dim: float | None = None) -> tuple[Match, Witness]:
    """A filmed match as it was understood, and what was told on the way."""
    from vision.icecult.eye import table_eye
    from vision.sources.opening import open_source, read_picture

    first = read_picture(folder / "0000.jpg")
    take = dimmed(dim, first.shape)
    profile = film_profile(take(first), folder, truth["geometry"])
    created = ev.Created(
        0.0, folder.name, tuple(seats(truth["players"])), HouseRules().to_json(), truth["set"],
        truth["frames"][0]["state"], truth["geometry"]["exit"], False, "camera",
    )  # fmt: skip
    referee = Referee(begin(created), table_eye(profile, truth["set"]), clock=lambda: 0.0)
    film = folder / "film.mp4"
    source = open_source(str(film if film.exists() else folder), fps=float(truth.get("fps", 4)))
    witness = Witness()
    for frame in source.frames():
        witness.heard(referee.look(replace(frame, bgr=take(frame.bgr))))
    witness.heard(referee.film_over())
    return referee.match, witness


def watch_film(folder: Path, dim: float | None) -> tuple[Counter[str], list[str]]:
    """One film against its truth; what was told and withdrawn counts as told."""
    truth = json.loads((folder / "match.json").read_text(encoding="utf-8"))
    match, witness = film_match(folder, truth, dim)
    counts, notes = Counter[str](), list[str]()
    for turn in truth["turns"]:
        got = match.turns[turn["turn"] - 1] if turn["turn"] <= len(match.turns) else None
        same = got is not None and all(got.after.to_json()[k] == turn["after"][k] for k in ("paths", "start", "goal"))
        told = {rule for number, rule in witness.told if number == turn["turn"]}
        noted = {rule for number, rule in witness.noted if number == turn["turn"]}
        fault = turn["fault"]
        right = same and (fault in told | noted if fault else not told)
        counts += Counter({"turns": 1, "right": int(right), "faults": int(bool(fault))})
        counts += Counter({"named": int(fault in told | noted), "accused": int(bool(told) and not fault)})
        if not right:
            mine = "nothing" if got is None else " ".join(got.actions)
            said = ", ".join(sorted(told)) or "nothing"
            notes.append(
                f"turn {turn['turn']}: played {' '.join(turn['actions'])} ({fault}); logged {mine}; told {said}"
            )
    return counts, notes


if __name__ == "__main__":
    sys.exit(main())
