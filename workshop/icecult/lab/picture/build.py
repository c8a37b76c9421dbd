"""Scene JSON to a Mitsuba scene."""

from __future__ import annotations

from typing import Any

import numpy as np

from calibration.camera import rotation_z
from calibration.icecult.geometry import ARM_YAW_DEG, ARMS
from engine.icecult.board import COLOURS
from vision.icecult.sim.draw.backdrop import strip_outline
from vision.icecult.sim.geometry import Dimensions
from vision.icecult.sim.scene import INKS, PLASTICS, PawnPlace
from vision.sim.space import Array, rot_axis
from workshop.icecult.lab.paint.art import holder_art, strip_art
from workshop.icecult.lab.paint.prints import arm_texture, base_texture
from workshop.icecult.lab.shapes.cubes import cube_material
from workshop.icecult.lab.shapes.cutouts import cut_strip, strip_uv
from workshop.icecult.lab.shapes.moulds import cone_mesh, moulded_cone
from workshop.icecult.lab.shapes.places import cube_place
from workshop.lab.paint.tables import fold_heights, table_texture
from workshop.lab.picture.kernels import after_scene, before_scene
from workshop.lab.picture.light import emitter, occluder_parts, surroundings
from workshop.lab.shapes.hands import hand_parts
from workshop.lab.shapes.materials import diffuse, mitsuba, plastic, rgb, texture, to_mitsuba
from workshop.lab.shapes.meshes import Tri, grid_faces, oval_outline, prism, rectangle_outline, rounded_cube
from workshop.lab.shapes.props import prop_meshes
from workshop.lab.space import Json


def path_parts(geo: Dimensions, style: Json, rng: np.random.Generator) -> Json:
    """The four path strips."""
    parts: Json = {}
    art = style.get("art")
    side = mitsuba().load_dict(diffuse(rgb(style["cardboard"])))
    printed = strip_art(geo, art) if art else arm_texture(geo, rng, style)
    paper = mitsuba().load_dict(plastic(texture(printed), style["gloss_alpha"]))
    outline, floor = strip_outline(geo), None
    if art and art["spaces"] != "printed":
        top, wall, floor = cut_strip(geo, art)
        ground = mitsuba().load_dict(diffuse(rgb(art["floor"])))
    else:
        top, wall = prism(outline, 0.05, geo.board_thickness, strip_uv(geo, outline))
    for arm in ARMS:
        pose = style["arm_pose"].get(arm, {})
        r = rotation_z(ARM_YAW_DEG[arm] + pose.get("yaw_deg", 0.0))
        offset = rotation_z(ARM_YAW_DEG[arm]) @ np.array([pose.get("across_mm", 0.0), pose.get("along_mm", 0.0), 0.0])
        parts[f"arm_{arm}"] = to_mitsuba(f"arm_{arm}", top.moved(r, offset), paper)
        parts[f"arm_{arm}_side"] = to_mitsuba(f"arm_{arm}_side", wall.moved(r, offset), side)
        if floor is not None:
            parts[f"arm_{arm}_floor"] = to_mitsuba(f"arm_{arm}_floor", floor.moved(r, offset), ground)
    return parts


def holder_parts(geo: Dimensions, style: Json, rng: np.random.Generator) -> Json:
    """The block's holder."""
    square, uv = rectangle_outline(geo.base_size, geo.base_size)
    turn = rotation_z(geo.block_yaw_deg)
    top, wall = (part.moved(turn, (0, 0, 0)) for part in prism(square, 0.05, geo.base_height, uv))
    art = style.get("art")
    printed = holder_art(geo, art, style["base_colors"][0]) if art else base_texture(geo, rng, style)
    paper = plastic(texture(printed), style["gloss_alpha"])
    return {
        "base": to_mitsuba("base", top, paper),
        "base_side": to_mitsuba("base_side", wall, diffuse(rgb(style["base_side"]))),
    }


def cone_plastic(colour: Array, style: Json) -> Json:
    """Glossy plastic; `matt` mixes in a plain diffuse surface of a softer colour (worn or translucent cones)."""
    share = float(style.get("matt", 0.0))
    shiny = plastic(rgb(colour), style["alpha"])
    if share <= 0:
        return shiny
    soft = {"type": "twosided", "inner": diffuse(rgb(np.asarray(colour) * 0.85 + 0.12))}
    return {"type": "blendbsdf", "weight": share, "shiny": shiny, "soft": soft}


def folded_sheet(table: Json) -> Tri:
    """Flat table top whose shading normals follow folds of a cloth."""
    (w, d), rng = table["size_mm"], np.random.default_rng(table["folds"]["seed"])
    rows, cols = 90, 140
    height = fold_heights(rng, (rows, cols), table["folds"]["depth_mm"])
    y, x = np.meshgrid(np.linspace(-d / 2, d / 2, rows), np.linspace(-w / 2, w / 2, cols), indexing="ij")
    slope_y, slope_x = np.gradient(height, d / rows, w / cols)
    n = np.stack([-slope_x, -slope_y, np.ones_like(height)], -1)
    n /= np.linalg.norm(n, axis=-1, keepdims=True)
    v = np.stack([x, y, np.zeros_like(x)], -1).reshape(-1, 3)
    uv = np.stack([x / w + 0.5, 0.5 - y / d], -1).reshape(-1, 2)
    return Tri(v, grid_faces(rows, cols), n.reshape(-1, 3), uv)


def table_parts(table: Json, rng: np.random.Generator) -> Json:
    """Table top, its edge and the floor."""
    outline, uv = (oval_outline if table.get("round") else rectangle_outline)(*table["size_mm"])
    top, wall = prism(outline, -28.0, 0.0, uv)
    if table.get("folds"):
        top = folded_sheet(table)
    r, at = rotation_z(table["yaw_deg"]), (*table["offset_mm"], 0.0)
    tex = texture(table_texture(table["kind"], rng, table["color"], tuple(table["size_mm"])))
    surface = diffuse(tex) if table["alpha"] <= 0 else plastic(tex, table["alpha"])
    return mat_parts(table, rng) | {
        "table": to_mitsuba("table", top.moved(r, at), surface),
        "table_side": to_mitsuba("table_side", wall.moved(r, at), diffuse(rgb(np.array(table["color"]) * 0.8))),
        "floor": {
            "type": "rectangle",
            "to_world": mitsuba().ScalarTransform4f().translate([0, 0, -740]).scale([6000, 6000, 1]),
            "bsdf": diffuse(floor_cover(table, rng)),
        },
    }


def floor_cover(table: Json, rng: np.random.Generator) -> Json:
    """The floor's colour or pattern."""
    if "floor_kind" not in table:
        return rgb(table["floor"])
    return texture(table_texture(table["floor_kind"], rng, table["floor"], (500, 500)))


def mat_parts(table: Json, rng: np.random.Generator) -> Json:
    """What lies between table and board: a mat, a cloth, a newspaper."""
    if "mat" not in table:
        return {}
    mat = table["mat"]
    outline, uv = rectangle_outline(*mat["size_mm"])
    top, wall = (part.moved(rotation_z(mat["yaw_deg"]), (0.0, 0.0, 0.0)) for part in prism(outline, 0.001, 0.04, uv))
    cover = texture(table_texture(mat["kind"], rng, mat["color"], tuple(mat["size_mm"])))
    return {
        "mat": to_mitsuba("mat", top, diffuse(cover)),
        "mat_side": to_mitsuba("mat_side", wall, diffuse(rgb(mat["color"]))),
    }


def cube_parts(geo: Dimensions, scene: Json, rng: np.random.Generator) -> Json:
    """The four cubes of the block."""
    parts: Json = {}
    cube, inks = rounded_cube(geo.cube_edge, geo.cube_bevel), {**INKS, **scene.get("ink", {})}
    for spec in scene["cubes"]:
        place, name = cube_place(spec), "cube_" + spec["slot"]
        material = cube_material(geo, spec, inks, scene.get("ink_alpha", 0.22), rng, scene.get("symbols"))
        parts[name] = to_mitsuba(name, cube.moved(place.rotation(geo), place.centre(geo)), material)
    return parts


def cone_parts(geo: Dimensions, scene: Json, pawns: list[PawnPlace]) -> Json:
    """All pawns, on the table or in a hand."""
    parts: Json = {}
    style = scene["pawn_style"]
    cone = moulded_cone(geo, style["mould"]) if "mould" in style else cone_mesh(geo, style["square_foot"])
    colours = {c: np.clip(np.array(PLASTICS[c]) + style["tint"][c], 0.02, 1) for c in COLOURS}
    material = {c: mitsuba().load_dict(cone_plastic(v, style)) for c, v in colours.items()}
    for k, held in enumerate(scene.get("held", [])):
        turn = rotation_z(held["yaw_deg"]) @ rot_axis(np.array([1.0, 0, 0]), held["tilt_deg"])
        parts[f"held_{k}"] = to_mitsuba(f"held_{k}", cone.moved(turn, held["at_mm"]), material[held["color"]])
    for k, pawn in enumerate(pawns):
        parts[f"pawn_{k}"] = to_mitsuba(
            f"pawn_{k}", cone.moved(pawn.rotation(geo), pawn.origin_mm), material[pawn.colour]
        )
    return parts


def build_scene(geo: Dimensions, scene: Json, pawns: list[PawnPlace]) -> Any:
    """Mitsuba scene without a sensor."""
    mi = mitsuba()
    before_scene()
    rng = np.random.default_rng(scene["seed"] + 7919)
    parts: Json = {
        "type": "scene",
        "room": mi.load_dict(surroundings(scene["light"])),  # first: its place in the register is in the kernel
        **{f"light_{i}": emitter(s) for i, s in enumerate(scene["light"]["sources"])},
    }
    parts |= table_parts(scene["table"], rng)
    parts |= path_parts(geo, scene["board"], rng) | holder_parts(geo, scene["board"], rng)
    parts |= prop_meshes(scene) | hand_parts(scene) | occluder_parts(scene)
    parts |= cube_parts(geo, scene, rng) | cone_parts(geo, scene, pawns)
    world = mi.load_dict(parts)
    after_scene()
    return world
