"""The page as an app: its service worker, and what it shows where the server cannot be reached."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from flask import Blueprint, Response, render_template

from webui.settings import LANGUAGES

blueprint = Blueprint("app_shell", __name__)

KEPT: Final = (
    "icon.svg",
    "css/kit/colours.css",
    "css/kit/base.css",
    "css/kit/head.css",
    "shell/pages/offline.js",
    "shell/table/meanwhile.js",
    "shell/kit/text.js",
    *(f"lang/{code}.json" for code in LANGUAGES),
)
"""What the page for an unreachable server is made of."""


def _static(name: str) -> bytes:
    return files("webui").joinpath("static", *name.split("/")).read_bytes()


@cache
def _version() -> str:
    """Changes whenever anything does that a page is made of: what was kept of older ones must not mix with newer."""
    page = files("webui")
    parts = [*_below(page / "static"), *_below(page / "templates")]
    return hashlib.sha256(b"".join(each.read_bytes() for each in parts)).hexdigest()[:12]


def _below(folder: Traversable) -> Iterator[Traversable]:
    """Every file in a folder and the folders in it, in the order of their names."""
    for each in sorted(folder.iterdir(), key=lambda found: found.name):
        yield from _below(each) if each.is_dir() else (each,)


@blueprint.get("/service-worker.js")
def worker() -> Response:
    """The service worker with the files it keeps."""
    kept = {"name": f"icekeeper-{_version()}", "files": ["/offline", *(f"/static/{name}" for name in KEPT)]}
    head = f"globalThis.icekeeper = {json.dumps(kept)};\n"
    return Response(head + _static("shell/worker.js").decode(), content_type="text/javascript; charset=utf-8")


@blueprint.get("/offline")
def offline() -> str:
    """What opens where the server cannot be reached."""
    return render_template("offline.html")
