"""Which game a camera watches is said with --game, like anywhere else."""

from __future__ import annotations

import pytest

from webui.cli import main
from webui.commands.camera.brought import named_game
from webui.commands.parsers import CAMERA as ROOM
from webui.commands.parsers import COMMANDS

CAMERA = [name for name, (room, _) in COMMANDS.items() if room == ROOM]


@pytest.mark.parametrize("command", CAMERA)
def test_every_command_for_the_camera_takes_a_game(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert "--game {ice-cult,iglu}" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["--game", "iglu"], ["--game=iglu"]])
def test_a_game_that_no_camera_can_watch_is_said_to_be_one(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "table.jpg", "--auto", "--out", "table.json", *words]) == 1
    assert "icekeeper play --game iglu" in capsys.readouterr().err


def test_an_unknown_game_is_named_by_the_options_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    assert named_game(["--game", "chess"]) == ""
    with pytest.raises(SystemExit):
        main(["markers", "--game", "chess", "--out", "cards.pdf"])
    assert "chess" in capsys.readouterr().err
