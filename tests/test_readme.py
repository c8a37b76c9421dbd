"""What the README tells people to type: every command is understood, and those that can run here run."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from webui.cli import main
from webui.commands.parsers import COMMANDS, parser_of

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PHOTO = ROOT / "tests" / "data" / "frames" / "1050_easy.jpg"


def typed() -> list[str]:
    """Every whole command line: of the indented blocks, and between backticks in the text."""
    blocks = re.findall(r"^ {4}((?:icekeeper|make|python) .*)$", README, re.MULTILINE)
    inline = re.findall(r"`((?:icekeeper|make) [^`]+)`", README)
    return [re.split(r"#|>>", line)[0].strip() for line in (*blocks, *inline)]


def commands() -> list[list[str]]:
    """The words of each `icekeeper` line that names a sub-command; `...` stands for more of the same, or a value."""
    lines = [shlex.split(line)[1:] for line in typed() if line.startswith("icekeeper ")]
    return [_without_dots(line) for line in lines if line[0] in COMMANDS]


def _without_dots(words: list[str]) -> list[str]:
    """Dots after an option are its value; elsewhere they are left out."""
    pairs = zip(words, ["", *words], strict=False)
    return [word for word, before in pairs if word != "..." or before.startswith("--")]


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_is_understood(words: list[str]) -> None:
    if "--help" not in words:
        assert parser_of(words[0]).parse_args(words).command == words[0]


def test_every_make_target_is_there() -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    asked = {line.split()[1] for line in typed() if line.startswith("make ")}
    assert {"demo", "test"} <= asked <= set(targets)


def test_the_table_of_commands_is_whole() -> None:
    rows = re.findall(r"^\| (`[a-z`, -]+`) \|", README, re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`([a-z-]+)`", row)} == set(COMMANDS)


def test_the_linked_files_are_there() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links
    assert not [link for link in links if not (ROOT / link).exists()]


@pytest.mark.slow
def test_a_photograph_is_calibrated_read_and_watched_as_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    shutil.copy(PHOTO, "table.jpg")
    Path("photos").mkdir()
    shutil.copy(PHOTO, "photos/0.jpg")
    lines = {" ".join(words[:2] + words[2:3]): words for words in commands()}
    for start in ("calibrate table.jpg --auto", "read table.jpg --table", "watch photos/ --single"):
        assert main(lines[start]) == 0, start
        if start.startswith("read"):
            assert set(json.loads(capsys.readouterr().out.splitlines()[-1])) >= {"cubes", "paths", "start", "goal"}
    assert all(Path(name).exists() for name in ("table.json", "proof.png", "seen.png"))
