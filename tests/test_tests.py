"""The tests speak of behaviour: they ask for what a package shows."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from tests.test_architecture import ROOT, modules, nodes


def test_no_test_imports_what_a_package_keeps_to_itself() -> None:
    """A name that begins with an underscore may go tomorrow; a test that needs it asks for the wrong thing."""
    named = [
        (file.relative_to(ROOT).as_posix(), alias.name)
        for file in modules("tests")
        for node in nodes(file)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    assert [f"{file}: {name}" for file, name in named if name.startswith("_") and not name.startswith("__")] == []


def keeps_to_itself(name: str) -> bool:
    """Whether a name says that it is nobody else's: one underscore in front, none behind."""
    return name.startswith("_") and not name.endswith("__") and name != "_"


def private_attributes(text: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Where others' private attributes are used, by a dot or by their name in quotes."""
    for node in text:
        if isinstance(node, ast.Attribute) and keeps_to_itself(node.attr):
            if not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")):
                yield node.lineno, node.attr
        elif isinstance(node, ast.Call) and named(node.func) in ("getattr", "setattr", "hasattr", "delattr"):
            for given in node.args[:2]:
                told = given.value.rpartition(".")[2] if is_text(given) else ""
                if keeps_to_itself(told):
                    yield node.lineno, told


def named(called: ast.expr) -> str:
    """The last name of what is called."""
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_no_test_uses_what_an_object_keeps_to_itself() -> None:
    found = [(file, at, name) for file in modules("tests") for at, name in private_attributes(nodes(file))]
    assert [f"{file.relative_to(ROOT)}:{at}: {name}" for file, at, name in found] == []


def test_a_private_attribute_is_found_however_it_is_written() -> None:
    written = "one._rise", "self._own", "setattr(one, '_rise', 1)", "patch.setattr('door._near', 1)", "One.__name__"
    text = "\n".join(written)
    assert [name for _, name in private_attributes(ast.walk(ast.parse(text)))] == ["_rise", "_rise", "_near"]


def test_no_test_asks_which_of_several_networks_answered() -> None:
    """One network may take the place of another tomorrow: what counts is what is read."""
    shipped = {file.stem for file in ROOT.glob("*/*/models/*.onnx")}
    several = {name for name in shipped if name.partition("_")[0] in shipped - {name}}
    named = [
        f"{file.relative_to(ROOT)}:{node.lineno}: {node.value}"
        for file in modules("tests")
        for node in nodes(file)
        if isinstance(node, ast.Constant) and node.value in several
    ]
    assert named == []
