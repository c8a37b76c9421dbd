"""Which game a camera watches is said with --game, like anywhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.errors import IcekeeperError
from webui.cli import main
from webui.commands.camera.brought import brought_by, named_game
from webui.commands.parsers import CAMERA as ROOM
from webui.commands.parsers import COMMANDS

CAMERA = [name for name, (room, _) in COMMANDS.items() if room == ROOM]


@pytest.mark.parametrize("command", CAMERA)
def test_every_command_for_the_camera_takes_a_game(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert "--game {ice-cult,iglu}" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["--game", "iglu"], ["--game=iglu"]])
def test_a_command_that_a_game_does_not_offer_is_said_to_be_one(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["markers", "--out", "cards.pdf", *words]) == 1
    assert "markers is not offered for IGLU IGLU" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "game"), [('{"game": "iglu"}', "iglu"), ('{"game": "chess"}', ""), ("{}", ""), ("[]", ""), ("no", "")]
)
def test_a_profile_names_the_game_where_nobody_does(text: str, game: str, tmp_path: Path) -> None:
    table = tmp_path / "table.json"
    table.write_text(text)
    assert named_game(["read", "photo.jpg", "--table", str(table)]) == game
    assert named_game(["read", f"--table={table}", "--game", "ice-cult"]) == "ice-cult"
    assert named_game(["read", "--table", str(tmp_path / "nothing.json")]) == ""


def test_the_game_of_a_profile_is_the_one_that_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "table.json"
    table.write_text('{"game": "iglu"}')
    assert main(["read", "photo.jpg", "--table", str(table)]) == 1
    assert "table.json: expected a table profile" in capsys.readouterr().err


def test_a_command_without_help_is_not_offered() -> None:
    with pytest.raises(IcekeeperError, match="juggle is not offered for ICE CULT"):
        brought_by("ice-cult", "juggle")


def test_an_unknown_game_is_named_by_the_options_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    assert named_game(["--game", "chess"]) == ""
    with pytest.raises(SystemExit):
        main(["markers", "--game", "chess", "--out", "cards.pdf"])
    assert "chess" in capsys.readouterr().err
