"""Where every piece of a scene given as plain data stands."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

from calibration.icecult.geometry import ARMS
from vision.icecult.sim.arranging import Stack, standing
from vision.icecult.sim.geometry import Dimensions
from vision.icecult.sim.scene import ArmPose, CubePlace, Look, PawnPlace, Scene
from vision.sim.camera import VirtualCamera
from workshop.lab.space import Json


def plain_data(thing: Any) -> Json:
    """A piece as plain data, its numbers cut short; what it has not is left out."""

    def cut(value: Any) -> Any:
        if isinstance(value, tuple):
            return [cut(part) for part in value]
        return round(value, 3) if isinstance(value, float) else value

    return {key: cut(value) for key, value in asdict(thing).items() if value is not None}


def cube_place(cube: Json) -> CubePlace:
    """A cube as the shipped scene has it."""
    return CubePlace(**{f.name: cube[f.name] for f in fields(CubePlace) if f.name in cube})


def stacks_of(scene: Json) -> dict[str, Stack]:
    """All stacks, as the shipped table lays them out."""
    return {where: Stack(**stack) for where, stack in scene["placement"].items()}


def place_pawns(geo: Dimensions, scene: Json) -> list[PawnPlace]:
    """All pawns on the table."""
    return standing(stacks_of(scene), geo)


def table_of(geo: Dimensions, scene: Json, pawns: list[PawnPlace]) -> Scene:
    """What stands where before which camera, as the shipped scene has it."""
    poses = {arm: ArmPose(**scene["board"]["arm_pose"].get(arm, {})) for arm in ARMS}
    cubes = tuple(cube_place(cube) for cube in scene.get("cubes", ()))
    look = Look(arm_poses=poses)
    return Scene(cubes, tuple(pawns), VirtualCamera.from_json(scene["camera"]), geo, look, seed=scene["seed"])
