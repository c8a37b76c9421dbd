"""A release is made without network, and refused where something is not so."""

from __future__ import annotations

import hashlib
import re
import subprocess
from pathlib import Path

import pytest

from tests.test_architecture import ROOT
from workshop.releasing import HEAD, main


@pytest.fixture
def checkout(tmp_path: Path, outside: None) -> Path:
    """A clone of this checkout as it is now, with the day of its release in the changelog."""
    made = tmp_path / "checkout"
    git(tmp_path, "clone", "--quiet", "--no-hardlinks", str(ROOT), str(made))
    for name in ("pyproject.toml", "CHANGELOG.md"):
        (made / name).write_bytes((ROOT / name).read_bytes())
    changelog = made / "CHANGELOG.md"
    changelog.write_text(re.sub(r"\(unreleased\)", "(2026-11-19)", changelog.read_text("utf-8"), count=1), "utf-8")
    commit(made)
    return made


def git(folder: Path, *words: str) -> None:
    """Run git."""
    who = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.org"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def commit(folder: Path) -> None:
    """Commit what is there."""
    git(folder, "commit", "--all", "--quiet", "--allow-empty", "--message", "Release")


def refused(checkout: Path, capsys: pytest.CaptureFixture[str], *more: str) -> str:
    """Why there is no release."""
    assert main(["--root", str(checkout), *more]) == 1
    assert not (checkout / "dist").exists()
    return capsys.readouterr().err


def test_a_release_is_a_wheel_with_its_checksum(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (checkout / "webui" / "not_known_to_git.py").write_text("")
    assert main(["--root", str(checkout)]) == 0
    said = capsys.readouterr().out
    (wheel,) = (checkout / "dist").glob("*.whl")
    total = hashlib.sha256(wheel.read_bytes()).hexdigest()
    assert (checkout / "dist" / "SHA256SUMS").read_text() == f"{total}  {wheel.name}\n"
    assert f"says: icekeeper {wheel.name.split('-')[1]}" in said
    assert "git tag -a v" in said
    assert b"not_known_to_git" not in wheel.read_bytes()


def test_what_is_not_so_is_said(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changelog = checkout / "CHANGELOG.md"
    head = HEAD.search(changelog.read_text("utf-8"))
    assert head is not None
    good, version = changelog.read_text("utf-8"), head[1]
    changelog.write_text(good + "\nmore\n", "utf-8")
    assert "uncommitted: M CHANGELOG.md" in refused(checkout, capsys)
    changelog.write_text(good.replace("(2026-11-19)", "(unreleased)", 1), "utf-8")
    assert "is unreleased" in refused(checkout, capsys)
    changelog.write_text(good.replace(f"## {version}", "## 9.9.9", 1), "utf-8")
    assert "make them the same" in refused(checkout, capsys, "--try")
    changelog.write_text("# Changelog\n", "utf-8")
    assert "no head" in refused(checkout, capsys, "--try")
    changelog.write_text(good, "utf-8")
    git(checkout, "tag", f"v{version}")
    assert "is tagged already" in refused(checkout, capsys)
