"""What a command says about itself."""

from __future__ import annotations

import pytest

from webui.cli import main


@pytest.mark.parametrize("command", ["calibrate", "markers", "lens", "learn-set", "watch"])
def test_help_shows_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    assert f"\n  icekeeper {command} " in shown
