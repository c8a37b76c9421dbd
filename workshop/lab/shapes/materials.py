"""Mitsuba surfaces and meshes from plain values."""

from __future__ import annotations

import os
import platform
from typing import Any

import numpy as np

from engine.core.errors import IcekeeperError
from vision.sim.space import Array
from workshop.lab.paint.wear import wear_texture
from workshop.lab.shapes.meshes import Tri
from workshop.lab.space import Json, lin

CANNOT_COMPILE = {("x86_64", 15), ("x86_64", 16)}  # machine and LLVM that end the process in the middle of a picture
LLVM = "LLVM's shared library (`apt-get install libllvm19`)"


class LabError(IcekeeperError):
    """The generator cannot do what was asked."""


def mitsuba() -> Any:
    """Mitsuba with its variant set: ICECULT_VARIANT, or the CPU one."""
    try:
        import drjit as dr
        import mitsuba as mi
    except ImportError as missing:
        raise LabError(f"expected the path tracer, got {missing}; run `pip install icekeeper[lab]`") from missing
    if mi.variant() is None:
        variant = os.environ.get("ICECULT_VARIANT", "llvm_ad_rgb")
        cuda = variant.startswith("cuda")
        if not dr.has_backend(dr.JitBackend.CUDA if cuda else dr.JitBackend.LLVM):
            advice = "NVIDIA's driver with OptiX" if cuda else LLVM
            raise LabError(f"expected what Mitsuba's {variant} runs on, found none; install {advice}")
        if not cuda:
            check_llvm(platform.machine(), dr.detail.llvm_version()[0])
        mi.set_variant(variant)
    return mi


def check_llvm(machine: str, version: int) -> None:
    """Refuse an LLVM that would end the process: what it cannot compile, nobody can catch."""
    if (machine, version) in CANNOT_COMPILE:
        raise LabError(f"LLVM {version} cannot compile the path tracer on {machine}; install a newer one, {LLVM}")


def texture(image: Array, linear: bool = False) -> Json:
    """Bitmap texture from an sRGB or linear picture."""
    mi = mitsuba()
    data = np.ascontiguousarray(image if linear else lin(image), np.float32)
    return {
        "type": "bitmap",
        "bitmap": mi.Bitmap(data[..., None] if data.ndim == 2 else data),
        "raw": True,
        "wrap_mode": "clamp",
    }


def rgb(colour: Any) -> Json:
    """Plain sRGB colour."""
    return {"type": "rgb", "value": [float(c) for c in lin(colour)]}


def plastic(reflectance: Json, alpha: float) -> Json:
    """Coated diffuse surface."""
    return {
        "type": "roughplastic",
        "distribution": "ggx",
        "alpha": float(alpha),
        "nonlinear": False,
        "diffuse_reflectance": reflectance,
    }


def diffuse(reflectance: Json) -> Json:
    """Matt surface."""
    return {"type": "diffuse", "reflectance": reflectance}


def to_mitsuba(name: str, tri: Tri, bsdf: Any) -> Any:
    """Mitsuba mesh; `bsdf` is a dictionary or an already loaded (shared) BSDF."""
    mi = mitsuba()
    props = mi.Properties()
    props["mesh_bsdf"] = mi.load_dict(bsdf) if isinstance(bsdf, dict) else bsdf
    mesh = mi.Mesh(
        name,
        len(tri.v),
        len(tri.f),
        has_vertex_normals=tri.n is not None,
        has_vertex_texcoords=tri.uv is not None,
        props=props,
    )
    params = mi.traverse(mesh)
    params["vertex_positions"] = np.ascontiguousarray(tri.v, np.float32).ravel()
    params["faces"] = np.ascontiguousarray(tri.f, np.uint32).ravel()
    if tri.n is not None:
        params["vertex_normals"] = np.ascontiguousarray(tri.n, np.float32).ravel()
    if tri.uv is not None:
        params["vertex_texcoords"] = np.ascontiguousarray(tri.uv, np.float32).ravel()
    params.update()
    return mesh


def clear_acrylic(index: float, wear: Json | None) -> Json:
    """Polished acrylic of this refractive index; with `wear`, thinly covered by scratches, dust and fingerprints."""
    tint = wear.get("tint", [0.985, 0.993, 0.990]) if wear else [0.985, 0.993, 0.990]
    glass = {
        "type": "dielectric",
        "int_ior": index,
        "ext_ior": 1.000277,
        "specular_transmittance": {"type": "rgb", "value": tint},
    }
    if not wear:
        return glass
    return {
        "type": "blendbsdf",
        "weight": texture(wear_texture(wear), linear=True),
        "clean": glass,
        "dull": {"type": "twosided", "grey": diffuse(rgb((0.86, 0.85, 0.82)))},
    }
