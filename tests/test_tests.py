"""The tests speak of behaviour: they ask for what a package shows."""

from __future__ import annotations

import ast

from tests.test_architecture import ROOT, modules, tree


def test_no_test_imports_what_a_package_keeps_to_itself() -> None:
    """A name that begins with an underscore may go tomorrow; a test that needs it asks for the wrong thing."""
    named = [
        (file.relative_to(ROOT).as_posix(), alias.name)
        for file in modules("tests")
        for node in ast.walk(tree(file))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    assert [f"{file}: {name}" for file, name in named if name.startswith("_") and not name.startswith("__")] == []
