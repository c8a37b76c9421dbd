"""Every text that players may read, by language: page, words of the games, coach, terminal and rules."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
LANGUAGES = ("en", "de", "fr", "it")
PACKAGES = ("engine", "coach", "calibration", "vision", "webui")
Text = tuple[str, str]
"""Where it stands, and what it says."""

_IN_SCRIPT = re.compile(r'"(?:[^"\\]|\\.)*"')
_COMMENT = re.compile(r"^//.*$", re.MULTILINE)


def texts(language: str) -> Iterator[Text]:
    """Every text of one language, with its place."""
    yield from _page(language)
    yield from _scripts(language)
    yield from _modules(language)
    yield from _rules(language)


def _page(language: str) -> Iterator[Text]:
    path = ROOT / "webui" / "static" / "lang" / f"{language}.json"
    for key, text in json.loads(path.read_text("utf-8")).items():
        yield f"{path.name} {key}", text


def _scripts(language: str) -> Iterator[Text]:
    for path in sorted((ROOT / "webui" / "static").glob(f"*/words/{language}.js")):
        for found in _IN_SCRIPT.finditer(_COMMENT.sub("", path.read_text("utf-8"))):
            yield str(path.relative_to(ROOT)), json.loads(found[0])


def _rules(language: str) -> Iterator[Text]:
    name = "RULES.md" if language == "en" else f"RULES.{language}.md"
    for path in sorted((ROOT / "engine").glob(f"*/{name}")):
        for paragraph in re.split(r"\n(?=- |#|\n)", path.read_text("utf-8")):
            yield str(path.relative_to(ROOT)), " ".join(paragraph.split())


def _modules(language: str) -> Iterator[Text]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            place = str(path.relative_to(ROOT))
            yield from ((f"{place}:{line}", said[language]) for line, said in _rows(path) if language in said)


@cache
def _rows(path: Path) -> tuple[tuple[int, dict[str, str]], ...]:
    """The rows of four texts, and the tables by language, that a module writes out."""
    return tuple(row for node in ast.walk(ast.parse(path.read_text("utf-8"))) for row in _of(node))


def _of(node: ast.AST) -> Iterator[tuple[int, dict[str, str]]]:
    if isinstance(node, ast.Tuple) and len(node.elts) == len(LANGUAGES) and all(_is_text(each) for each in node.elts):
        yield node.lineno, dict(zip(LANGUAGES, map(ast.literal_eval, node.elts), strict=True))
    if isinstance(node, ast.Dict):
        by_key = {key.value: value for key, value in zip(node.keys, node.values, strict=True) if _is_text(key)}
        for language in by_key.keys() & set(LANGUAGES):
            for inner in ast.walk(by_key[language]):
                if _is_text(inner):
                    yield inner.lineno, {language: inner.value}


def _is_text(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
