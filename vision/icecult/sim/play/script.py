"""A match as a film: hands come, do what the script says, and go; every frame knows the truth.

film = Film(script)
for frame, truth in film.frames(): ...        # pictures
for scene, truth in film.scenes(): ...        # the same without drawing, in no time
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.icecult.options import next_player
from vision.frame import Frame
from vision.icecult.sim.draw.render import Renderer
from vision.icecult.sim.geometry import Dimensions
from vision.icecult.sim.play.director import Director
from vision.icecult.sim.play.motions import Act, Table, played
from vision.icecult.sim.play.shots import FrameTruth
from vision.icecult.sim.scene import Scene
from vision.icecult.sim.staging import Stage

HAPPENINGS = ("idle", "touch-pawn", "touch-cube", "light", "shadow", "bump", "push")


@dataclass(frozen=True, slots=True)
class TurnScript:
    """What one player does.

    `fault` is the kind of breach that the acts contain ("" = none). With `fix`, the player puts it right: before the
    turn is over (`fix_when` "soon", nobody should be accused) or after it has stood for a while ("late").
    """

    player: str
    acts: tuple[Act, ...]
    fault: str = ""
    fix: tuple[Act, ...] = ()
    fix_when: str = "soon"
    tempo: str = "mixed"  # fast: all between two resting views; slow: the hand comes and goes for every act
    before: tuple[str, ...] = ()  # of HAPPENINGS

    @property
    def accused(self) -> str:
        """The breach that a referee must report: "" where there is none or it is put right in time."""
        return "" if self.fix and self.fix_when == "soon" else self.fault

    @property
    def words(self) -> tuple[str, ...]:
        """The acts that are actions of the rules, those that put something right included."""
        return tuple(act for act in self.acts + self.fix if isinstance(act, str))


@dataclass(frozen=True, slots=True)
class MatchScript:
    """A whole match: equipment, players, turns and the room in which it is filmed."""

    cube_set: Mapping[str, Any]
    players: str
    start: Mapping[str, Any]
    turns: tuple[TurnScript, ...]
    stage: Stage = field(default_factory=Stage)
    fps: float = 12.0
    seed: int = 0
    winners: str = ""
    rest_s: tuple[float, float] = (0.7, 1.2)
    late_s: float = 3.0

    @property
    def dims(self) -> Dimensions:
        """The set's dimensions."""
        return self.stage.dims

    def tables(self) -> list[tuple[Table, Table]]:
        """For each turn the table before it and when it is over."""
        out, table = [], dict(self.start)
        for turn in self.turns:
            before = table | {"to_move": turn.player}
            table = played(before, turn.acts + turn.fix)
            out.append((before, table))
        return out

    def log(self) -> list[dict[str, Any]]:
        """What a perfect referee would write down, one entry a turn; `fault` is null where nobody is to be accused."""
        out: list[dict[str, Any]] = []
        for number, (turn, (_, after)) in enumerate(zip(self.turns, self.tables(), strict=True), 1):
            entry = {"turn": number, "player": turn.player, "actions": list(turn.words), "fault": turn.accused or None}
            out.append(entry | {"after": after | {"to_move": next_player(self.players, turn.player)}})
        return out


class Film:
    """The script as pictures."""

    def __init__(self, script: MatchScript) -> None:
        self.script = script
        self.fps = script.fps

    def scenes(self) -> Iterator[tuple[Scene, FrameTruth]]:
        """Every frame as a scene with its truth."""
        script = self.script
        director = Director(
            script.start, script.cube_set, script.players, script.stage, script.fps, script.seed, script.rest_s
        )
        yield from director.rest(1.5)
        for number, turn in enumerate(script.turns, 1):
            yield from _turn(director, number, turn, script.late_s)
        director.note("match-over", script.winners)
        yield from director.rest(2.0)

    def frames(self, renderer: Renderer | None = None) -> Iterator[tuple[Frame, FrameTruth]]:
        """Every frame as a picture with its truth."""
        renderer = renderer or Renderer()
        for scene, truth in self.scenes():
            yield draw_frame(renderer, scene, truth), truth

    def first_scene(self) -> Scene:
        """The table before the first turn, as the camera sees it at first: for calibrating."""
        return next(self.scenes())[0]


def draw_frame(renderer: Renderer, scene: Scene, truth: FrameTruth) -> Frame:
    """One frame of a film."""
    return Frame(renderer.render(scene, truth.index).bgr, truth.index, truth.time_s)


def _turn(director: Director, number: int, turn: TurnScript, late_s: float) -> Iterator[tuple[Scene, FrameTruth]]:
    """The scenes of one turn: what happens before it, its acts, and what puts a breach right."""
    for happening in turn.before:
        yield from director.happening(happening, turn.player)
    director.begin(number, turn.player)
    yield from director.play(turn.acts, turn.tempo)
    if turn.fault:
        director.note("fault", turn.fault)
    if turn.fix:
        yield from director.rest(late_s if turn.fix_when == "late" else 0.6)
        yield from director.play(turn.fix, "fast")
        director.note("put-right", turn.fault)
    director.note("turn-over", turn.player)
    yield from director.rest()
