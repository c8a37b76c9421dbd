"""What a command for the camera cannot do is said in the language that was asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.errors import CoveredError, NotFoundError
from calibration.profile import ShapeError
from webui.cli import main
from webui.commands.camera.error_words import said
from webui.icecult.commands.brought import BROUGHT

PHOTO = "tests/data/calibration/1020_easy.jpg"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["watch", "nope", "--language", "fr"], "nope\N{NO-BREAK SPACE}: aucune image"),
        (["watch", "nope", "--language", "de"], "nope: keine Bilder"),
        (["calibrate", "nope", "--auto", "--out", "o.json", "--language", "it"], "nope: non è una foto"),
        (["read", PHOTO, "--table", "nope", "--language", "de"], "nope: kein brauchbares Profil"),
        (["calibrate", PHOTO, "--auto", "--out", "o.json", "--keep", "nope", "--language", "de"], "nope: kein"),
        (["watch", "nope"], "nope: no such file or folder"),
    ],
)
def test_an_error_is_said_in_the_language_asked_for(
    words: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 1
    assert capsys.readouterr().err.startswith(f"icekeeper: {expected}")


@pytest.mark.parametrize("error", [NotFoundError, CoveredError, ShapeError])
def test_a_board_that_is_not_found_is_said_in_every_language(error: type[NotFoundError]) -> None:
    told = {
        language: said(error("no board found: path N is hidden"), language, BROUGHT) for language in ("de", "fr", "it")
    }
    assert len(set(told.values())) == 3
    assert not any("path" in text for text in told.values())


def test_calibrate_calls_a_path_a_path_and_the_base_a_base() -> None:
    shown = "".join((Path("calibration/icecult") / name).read_text() for name in ("fitting/verify.py", "quality.py"))
    assert not [line for line in shown.splitlines() if 'f"strip' in line or '"strip is' in line or "holder" in line]
