"""The director of a film: moves hands and pieces frame by frame and keeps the truth."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from vision.icecult.sim.geometry import SEEDED_SLOTS
from vision.icecult.sim.play.layout import Layout
from vision.icecult.sim.play.motions import (
    Act,
    Add,
    Carry,
    Exchange,
    Motion,
    Remove,
    Reorder,
    Roll,
    Spin,
    Table,
    motion_of,
    moved,
)
from vision.icecult.sim.play.shots import SLIVER_PX, Event, FrameTruth, Shot, half_done, in_view, slots_of
from vision.icecult.sim.sample import SKINS
from vision.icecult.sim.scene import Blot, CubePlace, Hand, Rgb, Scene, Vec3, cube_places
from vision.icecult.sim.staging import LIGHTS, Stage, auto_exposure
from vision.sim.camera import VirtualCamera
from vision.sim.space import Array

SLEEVES: tuple[Rgb, ...] = ((0.25, 0.32, 0.5), (0.55, 0.2, 0.2), (0.75, 0.73, 0.7), (0.15, 0.15, 0.17))
SHUTTER = 0.35


class Director:
    """Stages acts as scenes."""

    def __init__(
        self, start: Mapping[str, Any], cube_set: Mapping[str, Any], players: str, stage: Stage,
        fps: float, seed: int, rest_s: tuple[float, float],
    ) -> None:  # fmt: skip
        self.table: Table = dict(start)
        self._set, self._players, self._fps, self._rest_s = cube_set, players, fps, rest_s
        self._rng = np.random.default_rng([seed, 41])
        self._layout = Layout(start, stage.dims, self._rng, 3.5)
        self._scene = Scene((), (), stage.camera, stage.dims, stage.look, stage.lighting, stage.defects, seed=seed)
        self._light = stage.light
        self._loose: dict[str, CubePlace] = {}  # cubes out of their exact place
        self._held: dict[int, Vec3] = {}
        self._hand: Hand | None = None
        self._last_px: Array | None = None
        self._index, self._turn, self._player = 0, 0, str(start.get("to_move", players[0]))
        self._events: list[Event] = []
        self._homes: dict[tuple[str, VirtualCamera], Vec3] = {}
        self._angle = {
            p: -90.0 + 360.0 * i / len(players) + float(self._rng.uniform(-12, 12)) for i, p in enumerate(players)
        }

    def note(self, kind: str, text: str = "") -> None:
        """Remember an event for the next frame."""
        self._events.append(Event(kind, text))

    def begin(self, number: int, player: str) -> None:
        """The next turn."""
        self._turn, self._player = number, player
        self.table["to_move"] = player
        self.note("turn-begins", player)

    def shot(self, moving: bool, disturbance: str = "") -> Shot:
        """The table as it is now, as one frame."""
        cubes = tuple(self._loose.get(c.slot, c) for c in cube_places(self.table, self._set))
        hands = () if self._hand is None else (self._blurred(self._hand),)
        scene = replace(self._scene, cubes=cubes, pawns=self._layout.pawns(self._held), hands=hands)
        hand = any(in_view(scene, h, SLIVER_PX) for h in hands)
        truth = FrameTruth(
            self._index, self._index / self._fps, not (moving or hand), hand, dict(self.table), self._player,
            self._turn, disturbance, tuple(self._events),
        )  # fmt: skip
        self._index += 1
        self._events.clear()
        return scene, truth

    def _blurred(self, hand: Hand) -> Hand:
        """The hand smeared by its own speed."""
        now = self._scene.camera.project(np.asarray(hand.at_mm)[None])[0]
        last, self._last_px = self._last_px, now
        if last is None or not np.isfinite([now, last]).all():
            return hand
        dx, dy = np.clip((now - last) * SHUTTER, -30, 30)
        return replace(hand, blur_px=(float(dx), float(dy)))

    def rest(self, seconds: float | None = None) -> Iterator[Shot]:
        """Nothing happens for a while."""
        span = float(self._rng.uniform(*self._rest_s)) if seconds is None else seconds
        for _ in range(max(1, round(span * self._fps))):
            yield self.shot(False)

    def play(self, acts: Sequence[Act], tempo: str) -> Iterator[Shot]:
        """Let the player make these acts."""
        rest = list(acts)
        while rest:
            most = {"fast": len(rest), "slow": 1}.get(tempo, int(self._rng.integers(1, 4)))
            now, rest = rest[:most], rest[most:]
            yield from self._enter(self._place_of(motion_of(now[0], self.table)), self._player)
            for act in now:
                yield from self._perform(motion_of(act, self.table), 1.0 if tempo == "fast" else 1.5)
                self.note("act", act if isinstance(act, str) else repr(act))
            yield from self._leave(self._player)
            if rest:
                yield from self.rest(float(self._rng.uniform(0.5, 0.9)))

    def _home(self, player: str) -> Vec3:
        """Where that player's hand rests: out of the picture."""
        key = (player, self._scene.camera)
        if key not in self._homes:
            self._homes[key] = self._found_home(player)
        return self._homes[key]

    def _found_home(self, player: str) -> Vec3:
        angle = math.radians(self._angle[player])
        for far in np.arange(650.0, 3200.0, 150.0):
            spot = (float(far * math.cos(angle)), float(far * math.sin(angle)), 120.0)
            if not in_view(self._scene, self._hand_at(spot, player, "pinch", spot)):
                return spot
        return spot

    def _hand_at(self, at: Vec3, player: str, kind: str, home: Vec3) -> Hand:
        number = self._players.index(player)
        yaw = math.degrees(math.atan2(at[1] - home[1], at[0] - home[0])) if at != home else self._angle[player] + 180
        return Hand(
            at, yaw, 6.0, 0.0, number % 2 == 1, kind, SKINS[number % 4], SLEEVES[number % 4], 190.0 + 25 * number
        )

    def _travel(self, to: Vec3, player: str, kind: str, frames: int, lift_mm: float = 0.0) -> Iterator[Shot]:
        """The hand glides to a point; pawns in it come along."""
        home = self._home(player)
        origin = self._hand.at_mm if self._hand else home
        pawns = {n: np.asarray(p) - origin for n, p in self._held.items()}
        for step in range(1, frames + 1):
            t = step / frames
            ease = t * t * (3 - 2 * t)
            x, y, z = np.asarray(origin) + (np.asarray(to) - origin) * ease + (0, 0, lift_mm * math.sin(math.pi * t))
            at = (float(x), float(y), float(z))
            self._hand = self._hand_at(at, player, kind, home)
            for number, offset in pawns.items():
                px, py, pz = np.asarray(at) + offset
                self._held[number] = (float(px), float(py), float(pz))
            yield self.shot(True)

    def _enter(self, target: Vec3, player: str, kind: str = "pinch") -> Iterator[Shot]:
        self.note("hand-in", player)
        yield from self._travel(target, player, kind, int(self._rng.integers(3, 6)))

    def _leave(self, player: str) -> Iterator[Shot]:
        yield from self._travel(self._home(player), player, "pinch", int(self._rng.integers(3, 5)))
        self._hand, self._last_px = None, None
        self.note("hand-out", player)

    def _place_of(self, motion: Motion) -> Vec3:
        """Where a hand takes hold for a motion."""
        dims = self._scene.dims
        if isinstance(motion, Carry | Remove | Reorder):
            x, y, z = self._layout.position(self._layout.chosen(motion)[0])
            return x, y, z + dims.cone_height * 0.8
        if isinstance(motion, Add):
            x, y, z = self._layout.landing(motion.place)
            return x, y, z + dims.cone_height * 0.8
        x, y, z = np.mean([dims.cube_centre(s) for s in slots_of(motion)], 0)
        return float(x), float(y), float(z) + dims.cube_edge * 0.45

    def _perform(self, motion: Motion, slowness: float) -> Iterator[Shot]:
        """A motion by the hand that is already in the picture."""
        frames = max(2, round(self._fps * 0.2 * slowness))
        kind = "grip" if isinstance(motion, Roll | Spin | Exchange) else "pinch"
        yield from self._travel(self._place_of(motion), self._player, kind, frames, 25.0)
        if isinstance(motion, Roll | Spin | Exchange):
            yield from self._turn_cubes(motion, frames + 1)
        elif isinstance(motion, Carry):
            yield from self._carry(motion, frames + 1)
        else:
            yield self.shot(True)
        self._held.clear()
        if isinstance(motion, Carry | Reorder | Remove | Add):
            self._layout.apply(motion)
        self.table = moved(self.table, motion)
        yield self.shot(True)

    def _carry(self, motion: Carry, frames: int) -> Iterator[Shot]:
        for number in self._layout.chosen(motion):
            self._held[number] = self._layout.position(number)
        grip = self._hand.at_mm if self._hand else (0.0, 0.0, 0.0)
        lowest = next(iter(self._held.values()))
        x, y, z = self._layout.landing(motion.target)
        up = grip[2] - lowest[2]
        yield from self._travel((x, y, z + up), self._player, "pinch", frames, 45.0)

    def _turn_cubes(self, motion: Roll | Spin | Exchange, frames: int) -> Iterator[Shot]:
        slots = slots_of(motion)
        places = {c.slot: c for c in cube_places(self.table, self._set)}
        for step in range(1, frames):
            t = step / frames
            for slot in slots:
                self._loose[slot] = half_done(places[slot], motion, t, self._scene.dims)
            yield self.shot(True)
        for slot in slots:
            self._loose.pop(slot, None)

    def happening(self, kind: str, player: str) -> Iterator[Shot]:
        """Something that happens around a table and is no move."""
        self.note(kind, player)
        yield from {
            "idle": self._idle,
            "touch-pawn": self._touch_pawn,
            "touch-cube": self._touch_cube,
            "light": self._switch_light,
            "shadow": self._shadow,
            "bump": self._bump,
            "push": self._push,
        }[kind](player)
        yield from self.rest()

    def _idle(self, player: str) -> Iterator[Shot]:
        x, y = self._rng.uniform(-120, 120, 2)
        yield from self._enter((float(x), float(y), 110.0), player, "point")
        for _ in range(round(self._fps * 0.6)):
            yield self.shot(True)
        yield from self._leave(player)

    def _touch_pawn(self, player: str) -> Iterator[Shot]:
        stacks = self._layout.stacks()
        if not stacks:
            yield from self._idle(player)
            return
        place = str(self._rng.choice(stacks))
        x, y, z = self._layout.landing(place)
        yield from self._enter((x, y, z + 20), player)
        dx, dy = self._rng.uniform(-3.5, 3.5, 2)
        self._layout.nudge(place, float(dx), float(dy), float(self._rng.uniform(-25, 25)))
        yield self.shot(True)
        yield from self._leave(player)

    def _touch_cube(self, player: str) -> Iterator[Shot]:
        slot = str(self._rng.choice(SEEDED_SLOTS))
        x, y, z = self._scene.dims.cube_centre(slot)
        yield from self._enter((float(x), float(y), float(z) + 20), player)
        cube = next(c for c in cube_places(self.table, self._set) if c.slot == slot)
        out = np.asarray([x, y]) / max(float(np.hypot(x, y)), 1.0) * self._rng.uniform(0.5, 1.2)
        yaw = float(self._rng.uniform(-1.5, 1.5))
        self._loose[slot] = replace(cube, dx_mm=float(out[0]), dy_mm=float(out[1]), yaw_deg=yaw)
        yield self.shot(True)
        yield from self._leave(player)
        yield from self.rest(1.0)
        yield from self._enter((float(x), float(y), float(z) + 20), player)
        self._loose.pop(slot, None)  # pushed back into place
        yield from self._leave(player)

    def _switch_light(self, player: str) -> Iterator[Shot]:
        names = [n for n in LIGHTS if n != self._light]
        before, self._light = self._scene.lighting, str(self._rng.choice(names))
        now, defects = LIGHTS[self._light], self._scene.defects
        exposure = defects.exposure * auto_exposure(now) / auto_exposure(before)
        self._scene = replace(self._scene, lighting=now, defects=replace(defects, exposure=exposure))
        yield self.shot(False, "light")

    def _shadow(self, player: str) -> Iterator[Shot]:
        frames = round(self._fps * 1.2)
        angle = float(self._rng.uniform(0, 2 * math.pi))
        side = np.array([math.cos(angle), math.sin(angle)])
        for step in range(frames):
            x, y = side * (-700 + 1400 * step / (frames - 1))
            self._scene = replace(self._scene, passing=(Blot(float(x), float(y), 230.0, 0.55),))
            yield self.shot(True, "shadow")
        self._scene = replace(self._scene, passing=())

    def _bump(self, player: str) -> Iterator[Shot]:
        """The camera is knocked: a few pixels."""
        angle, far = float(self._rng.uniform(0, 2 * math.pi)), float(self._rng.uniform(2.0, 5.0))
        dx, dy, roll = far * math.cos(angle), far * math.sin(angle), float(self._rng.uniform(-0.4, 0.4))
        for share in (1.6, 0.7, 1.0):
            yield self._shown(self._knocked(dx * share, dy * share, roll * share), "bump")
        self._scene = self._knocked(dx, dy, roll)

    def _push(self, player: str) -> Iterator[Shot]:
        """A hand pushes the whole board by about a centimetre."""
        angle, far = float(self._rng.uniform(0, 2 * math.pi)), float(self._rng.uniform(7, 11))
        dx, dy = far * math.cos(angle), far * math.sin(angle)
        yield from self._enter((-dx * 5, -dy * 5, 70.0), player, "flat")
        for share in (0.5, 1.0):
            yield self._shown(self._pushed(dx * share, dy * share), "push")
        self._scene = self._pushed(dx, dy)
        yield from self._leave(player)

    def _shown(self, scene: Scene, kind: str) -> Shot:
        """One frame of the table as seen in another scene."""
        kept, self._scene = self._scene, scene
        shot = self.shot(True, kind)
        self._scene = kept
        return shot

    def _knocked(self, dx_mm: float, dy_mm: float, roll_deg: float) -> Scene:
        """The camera moved, the board not."""
        camera = self._scene.camera
        x, y, z = camera.target_mm
        moved_camera = replace(camera, target_mm=(x - dx_mm, y - dy_mm, z), roll_deg=camera.roll_deg + roll_deg)
        return replace(self._scene, camera=moved_camera)

    def _pushed(self, dx_mm: float, dy_mm: float) -> Scene:
        """The board moved: all is told in its frame, so camera and table go the other way."""
        scene = self._knocked(dx_mm, dy_mm, 0.0)
        x, y = scene.look.table_offset_mm
        return replace(scene, look=replace(scene.look, table_offset_mm=(x - dx_mm, y - dy_mm)))
