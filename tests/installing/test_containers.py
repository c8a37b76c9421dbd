"""The image and the club's compose file, as far as they can be checked without a container: what they name exists."""

from __future__ import annotations

import fnmatch
import json
import re
import tomllib

import pytest

from tests.test_architecture import ROOT
from webui.commands.parsers import parser_of
from webui.commands.table import club

LINES = re.sub(r"\\\n", " ", (ROOT / "Containerfile").read_text(encoding="utf-8")).splitlines()
STEPS = [line.split(maxsplit=1) for line in LINES if line and not line.startswith("#")]
IGNORED = [
    line for line in (ROOT / ".containerignore").read_text("utf-8").splitlines() if line and not line.startswith("#")
]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_image_has_all_that_the_wheel_is_built_from() -> None:
    found = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"][
        "find"
    ]
    packages = [path.name for path in ROOT.iterdir() if any(fnmatch.fnmatch(path.name, w) for w in found["include"])]
    needed = {*packages, "pyproject.toml", PROJECT["readme"], *PROJECT["license-files"]}
    assert len(packages) >= 5
    assert not [name for name in needed if any(fnmatch.fnmatch(name, pattern) for pattern in IGNORED)]
    assert all((ROOT / name).exists() for name in needed)
    assert (ROOT / ".dockerignore").read_text("utf-8") == (ROOT / ".containerignore").read_text("utf-8")


def test_nothing_is_fetched_when_the_image_starts() -> None:
    starts = [words for step, words in STEPS if step in ("ENTRYPOINT", "CMD")]
    assert [json.loads(words) for words in starts] == [["icekeeper"], ["play"]]
    assert "icekeeper" in PROJECT["scripts"]
    users = [k for k, (step, _) in enumerate(STEPS) if step == "USER"]
    assert users
    assert not [words for step, words in STEPS if "apt" in words]  # nor has it any package of the system's
    assert not [words for step, words in STEPS[users[0] :] if step == "RUN"]


def test_ports_and_extras_are_those_of_the_product() -> None:
    (ports,) = [words for step, words in STEPS if step == "EXPOSE"]
    assert set(ports.split()) == {str(club.PORT), "8765"}
    assert parser_of("play").parse_args(["play"]).port == 8765
    extras = {name for _, words in STEPS for name in re.findall(r"\.whl\)\[(\w+)\]", words)}
    assert extras == {"club"} <= PROJECT["optional-dependencies"].keys()


def test_the_club_s_compose_file_starts_the_club_from_this_image() -> None:
    text = (ROOT / "docs" / "club-compose.yml").read_text(encoding="utf-8")
    assert "apt-get" not in text
    assert re.search(r"context: \.\.\n +dockerfile: Containerfile", text)
    (command,) = re.findall(r"command: (\[.*\])", text)
    args = parser_of("club").parse_args(json.loads(command))
    assert (args.lan, args.port, args.db) == (True, club.PORT, "postgresql://icekeeper@record/icekeeper")
    assert f'"{club.PORT}:{club.PORT}"' in text


@pytest.mark.parametrize("line", [line for line in LINES if "icekeeper club" in line or "icekeeper play" in line])
def test_the_commands_in_its_head_are_commands(line: str) -> None:
    words = line.rpartition(" icekeeper ")[2].split()
    assert parser_of(words[0]).parse_args(words).command == words[0]
