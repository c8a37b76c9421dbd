"""README's *Install*, as it is written there, in a home of its own and outside of any checkout."""

from __future__ import annotations

import os
import re
import subprocess
from importlib.util import find_spec
from pathlib import Path

from tests.test_architecture import ROOT
from tests.test_wheel import wheel

README = (ROOT / "README.md").read_text(encoding="utf-8")
PART = README.partition("## Install\n")[2].partition("\n## ")[0]
TYPED = re.findall(r"^ {4}(.+)$", PART, re.MULTILINE)

__all__ = ["wheel"]


def needed() -> set[Path]:
    """The folders in which the tests have what the wheel needs."""
    found = [find_spec(name) for name in ("cryptography", "cv2", "flask", "numpy", "onnxruntime", "segno", "waitress")]
    return {Path(str(one.origin)).parents[1] for one in found if one is not None}


def test_what_is_written_there_installs_and_is_ready(wheel: Path, tmp_path: Path) -> None:
    """Without a network: what the wheel needs is found where the tests have it, the wheel itself is not."""
    home = tmp_path / "home"
    home.mkdir()
    (home / wheel.name).write_bytes(wheel.read_bytes())
    alone = {"HOME": str(home), "PATH": os.environ["PATH"], "PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1"}

    def typed(line: str) -> str:
        done = subprocess.run(
            ["sh", "-c", line], cwd=home, env=alone, capture_output=True, text=True, check=False, timeout=120
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    make, install, doctor = TYPED
    assert wheel.name in install, "raise the version in README's Install, too"
    typed(make)
    (site,) = (home / "icekeeper").glob("lib/python*/site-packages")
    (site / "needed.pth").write_text("".join(f"{folder}\n" for folder in sorted(needed())))
    typed(install)
    said = typed(doctor)
    assert f"{home}/.local/share/icekeeper" in said
    assert not [line for line in said.splitlines() if line.startswith("X")]
    where = typed('~/icekeeper/bin/python -c "import webui.cli; print(webui.cli.__file__)"')
    assert where.startswith(str(site))


def test_the_folders_it_names_are_those_of_the_code() -> None:
    from webui.settings import data_folder

    home = Path("~")
    for system, said in (("linux", {}), ("darwin", {}), ("linux", {"XDG_DATA_HOME": "$XDG_DATA_HOME"})):
        assert f"`{data_folder(system, said, home)}`" in PART
    windows = str(data_folder("win32", {"LOCALAPPDATA": "%LOCALAPPDATA%"}, home)).replace("/", "\\")
    assert f"`{windows}`" in PART
