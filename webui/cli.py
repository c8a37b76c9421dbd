"""The `icekeeper` command: finds the sub-command and loads nothing else."""

from __future__ import annotations

import os
import signal
import sys
from typing import Final

from calibration.bounds import tell_opencv
from engine.core.errors import IcekeeperError
from webui.commands.parsers import CAMERA, COMMANDS, command_module, parser_of

TOO_NARROW: Final = (
    "icekeeper needs a 64-bit system, and this Python is a 32-bit one: on a Raspberry Pi 3 or newer install "
    "Raspberry Pi OS (64-bit), elsewhere a 64-bit system with a 64-bit Python from python.org"
)
NARROW: Final = 1 << 32
"""On a 32-bit system no list can be as long; ONNX Runtime, which reads the pictures, is made for wider ones alone."""


def _said(error: IcekeeperError, command: str | None, game: str, language: str) -> str:
    """The error in the language that was asked for, where it is about a camera."""
    if language == "en" or command is None or COMMANDS[command][0] != CAMERA:
        return str(error)
    from webui.commands.camera.brought import brought_by
    from webui.commands.camera.error_words import said

    return said(error, language, brought_by(game))


def main(argv: list[str] | None = None) -> int:
    """Run one sub-command; the exit status."""
    if sys.maxsize < NARROW:
        print(TOO_NARROW, file=sys.stderr)
        return 1
    tell_opencv()  # before any command imports cv2
    words = sys.argv[1:] if argv is None else argv
    command = next((word for word in words if word in COMMANDS), None)
    if not words:
        parser_of(None).print_help()
        return 0
    game, language = "", "en"
    try:
        if command and COMMANDS[command][0] == CAMERA:
            from webui.commands.camera.brought import named_game

            game = named_game(words)
        args = parser_of(command, game).parse_args(words)
        language = getattr(args, "language", language)
        status = command_module(args.command).run(args)
        sys.stdout.flush()
        return status
    except IcekeeperError as error:
        print(f"icekeeper: {_said(error, command, game, language)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("icekeeper: stopped", file=sys.stderr)
        return 128 + signal.SIGINT
    except BrokenPipeError:  # the reader of a pipe went away, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


if __name__ == "__main__":
    sys.exit(main())
