"""A match as one self-contained page: drawing, words and pictures inside, nothing fetched from anywhere."""

from __future__ import annotations

import base64
import html
import json
import posixpath
import re
from importlib.resources import files
from typing import Any, Final

from webui.settings import LANGUAGES

STYLES: Final = (
    "kit/colours",
    "kit/base",
    "table/board",
    "table/taps",
    "table/iglu",
    "table/iglu-panel",
    "kit/dialogs",
    "pages/match",
    "pages/replay",
    "pages/replay-sizes",
)
_IMPORT: Final = re.compile(r'from "(\.\.?/[\w./]+)\.js"')


def _static(*names: str) -> str:
    return files("webui").joinpath("static", *names).read_text("utf-8")


def _bare(name: str, path: str) -> str:
    """What module `name` imports, as a bare name of the import map: "shell/kit/dom"."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _modules(first: list[str]) -> dict[str, str]:
    """These modules and all they import, by bare name, as data addresses."""
    urls: dict[str, str] = {}
    waiting = list(first)
    while waiting:
        name = waiting.pop()
        if name in urls:
            continue
        source = _static(*f"{name}.js".split("/"))
        waiting += [_bare(name, found) for found in _IMPORT.findall(source)]
        source = _IMPORT.sub(lambda m, name=name: f'from "{_bare(name, m[1])}"', source)  # type: ignore[misc]
        urls[name] = "data:text/javascript;base64," + base64.b64encode(source.encode()).decode()
    return urls


def _inside_script(data: Any) -> str:
    """JSON that cannot end the script element it stands in."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")


def shared_page(replay: dict[str, Any], statistics: dict[str, Any], pictures: dict[str, bytes], log: list[Any]) -> str:
    """The whole page as HTML; with the match log inside it can be imported elsewhere."""
    words = {code: json.loads(_static("lang", f"{code}.json")) for code in LANGUAGES}
    images = {key: "data:image/jpeg;base64," + base64.b64encode(jpeg).decode() for key, jpeg in pictures.items()}
    data = {"replay": replay, "statistics": statistics, "words": words, "pictures": images, "log": log}
    game = f"{replay['page']}/replay"
    modules = _modules(["shell/pages/shared", game])
    modules["game"] = modules[game]
    style = "\n".join(_static("css", f"{name}.css") for name in STYLES)
    policy = "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data:"
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{html.escape(str(replay['name']))} · icekeeper</title>",
            f"<style>{style}</style>",
            f'<script type="importmap">{_inside_script({"imports": modules})}</script>',
            '</head><body><main class="page" id="shared"></main>',
            f'<script type="application/json" id="data">{_inside_script(data)}</script>',
            '<script type="module">import "shell/pages/shared";</script>',
            "</body></html>",
        )
    )
