"""The image's steps done one after the other in a folder that stands for its root, and what it starts."""

from __future__ import annotations

import contextlib
import fnmatch
import json
import os
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.installing.test_containers import IGNORED, STEPS
from tests.installing.test_install import needed
from tests.test_architecture import ROOT

FOLDERS = ("/source", "/wheels", "/data")
ROOT_ALONE = ("useradd", "chown")
"""What only the image's own root may do; all else is done as it is written."""


def listed() -> list[str]:
    """What `COPY .` takes along: what git knows and the image does not ignore."""
    done = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, capture_output=True, check=True
    )
    names = [name for name in done.stdout.decode().split("\0") if name and (ROOT / name).is_file()]
    return [name for name in names if not any(fnmatch.fnmatch(name.split("/")[0], each) for each in IGNORED)]


class Image:
    """A folder with the image's folders in it, and a Python of its own."""

    def __init__(self, root: Path) -> None:
        self.root, self.set = root, dict[str, str]()
        self._python = Path(sys.executable).parent
        (root / "home").mkdir()

    def within(self, text: str) -> str:
        """The same with the image's folders where they lie."""
        for folder in FOLDERS:
            text = text.replace(folder, f"{self.root}{folder}")
        return text

    def begun(self) -> None:
        """FROM the second time: a bare Python, which finds what the wheel needs where the tests have it."""
        subprocess.run([sys.executable, "-m", "venv", str(self.root / "python")], check=True, timeout=120)
        (site,) = (self.root / "python").glob("lib/python*/site-packages")
        (site / "needed.pth").write_text("".join(f"{folder}\n" for folder in sorted(needed())))
        self._python = self.root / "python" / "bin"

    @property
    def env(self) -> dict[str, str]:
        """What a process of the image finds set, and no network for pip."""
        alone = {"HOME": str(self.root / "home"), "PATH": f"{self._python}:{os.environ['PATH']}"}
        return {**alone, "PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0", **self.set}

    def run(self, words: str) -> None:
        """One RUN."""
        for part in words.split("&&"):
            if part.split()[0] not in ROOT_ALONE:
                command = ["sh", "-c", self.within(part)]
                done = subprocess.run(command, cwd=self.root, env=self.env, capture_output=True, text=True, timeout=240)
                assert done.returncode == 0, f"{part}\n{done.stderr}"

    def copy(self, words: str) -> None:
        """One COPY: of the checkout, or of a folder of the stage before, which is in the same place here."""
        if not words.startswith("--from="):
            source, target = words.split()
            assert source == "."
            for name in listed():
                (self.root / target[1:] / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, self.root / target[1:] / name)


def made(root: Path) -> tuple[Image, list[str]]:
    """All steps; the image and what it starts."""
    image, starts, stages = Image(root), list[str](), 0
    for step, words in STEPS:
        match step:
            case "FROM":
                stages += 1
                if stages > 1:
                    image.begun()
            case "COPY":
                image.copy(words)
            case "RUN":
                image.run(words)
            case "ENV":
                image.set |= dict(image.within(each).split("=", 1) for each in words.split())
            case "ENTRYPOINT" | "CMD":
                starts += json.loads(words)
            case _:
                assert step in ("USER", "VOLUME", "EXPOSE")
    return image, starts


@pytest.mark.slow
def test_its_steps_make_a_page_that_keeps_its_data_in_the_volume(tmp_path: Path, outside: None) -> None:
    image, (name, *words) = made(tmp_path)
    assert not (tmp_path / "wheels").exists()
    program = tmp_path / "python" / "bin" / name
    page = subprocess.Popen(
        [str(program), *words, "--port", "0"], cwd=tmp_path / "data", env=image.env, stdout=subprocess.PIPE, text=True
    )
    try:
        assert page.stdout is not None
        address = page.stdout.readline().split(": ")[1].strip()
        with contextlib.closing(urllib.request.urlopen(address, timeout=30)) as answer:
            assert b"<!doctype html>" in answer.read()
    finally:
        page.send_signal(signal.SIGTERM)
        assert page.wait(30) == 0
        page.communicate()
    assert (tmp_path / "data" / "icekeeper" / "matches.sqlite").exists()
    assert not (tmp_path / "home" / ".local").exists()
