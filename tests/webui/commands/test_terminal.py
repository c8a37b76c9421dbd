"""What `icekeeper watch` shows to a person at a terminal."""

from __future__ import annotations

import io
from typing import Any

import pytest

from engine.icecult.turn import TurnInProgress
from tests.webui.referee.watched import Watched, lawful
from webui.commands.camera.terminal import Terminal
from webui.icecult.commands.brought import BROUGHT
from webui.icecult.sentences import eye_words
from webui.record.events import Finished


class Screen(io.StringIO):
    """A terminal that remembers what was written."""

    def isatty(self) -> bool:
        """A person is looking."""
        return True


def shown(**how: Any) -> Terminal:
    """The terminal of a table of ICE CULT."""
    return Terminal(BROUGHT, eye_words, **how)


def _turn(table: Watched) -> TurnInProgress:
    turn = table.referee.turn
    assert turn is not None
    return turn


def test_the_beginning_says_who_plays_and_how_to_stop() -> None:
    screen, table = Screen(), Watched()
    shown(out=screen).begin(table.referee.match)
    first, *board = screen.getvalue().splitlines()
    assert first.endswith("Red, Yellow. Ctrl-C stops.")
    assert board[-1].endswith("red to move")


@pytest.mark.parametrize(("quiet", "as_json"), [(True, False), (False, True)])
def test_scripts_get_no_beginning(quiet: bool, as_json: bool) -> None:
    screen = Screen()
    shown(quiet=quiet, as_json=as_json, out=screen).begin(Watched().referee.match)
    assert screen.getvalue() == ""


def test_the_status_line_tells_what_is_still_to_use_and_never_wraps(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, table = Screen(), Watched()
    terminal = shown(out=screen)
    for word in ("Nn", "Ee"):
        table.do(word)
    terminal.status(table.referee.match, _turn(table), "rest", ())
    assert "[at rest] turn 1 Red: Tilt the east pair east; still to use: " in screen.getvalue()
    assert " arrow on " in screen.getvalue()
    monkeypatch.setenv("COLUMNS", "40")
    terminal.status(table.referee.match, _turn(table), "hand", ())
    assert len(screen.getvalue().rpartition("\x1b[K")[2]) == 39


def test_a_turn_is_followed_by_the_board() -> None:
    screen, table = Screen(), Watched()
    terminal = shown(out=screen)
    turn = lawful("r", table.state, "Nn", "Ee")
    for action in turn.actions:
        table.do(str(action))
    before = len(table.events)
    table.do("Ss")
    terminal.tell(table.referee.match, table.events[before:])
    lines = screen.getvalue().splitlines()
    assert lines[0].startswith("  1 Red     Tilt the north pair north; tilt the east pair east; ")
    assert lines[0].endswith("   by the rules")
    assert "Nn" not in lines[0]
    assert lines[-1].endswith("yellow to move")


def test_a_trouble_is_said_once_with_what_to_do() -> None:
    screen, words = Screen(), io.StringIO()
    for terminal in (shown(out=screen), shown(as_json=True, out=words)):
        for key in ("", "too-dark", "too-dark", ""):
            terminal.trouble(key)
    assert screen.getvalue() == "  too dark: switch on a light\n"
    assert words.getvalue() == '{"trouble": "too-dark"}\n'


def test_a_table_that_is_not_seen_is_said_once_with_how_long_and_why() -> None:
    screen, words = Screen(), io.StringIO()
    for terminal in (shown(out=screen, language="de"), shown(as_json=True, out=words)):
        for unseen_s in (0, 3, 4, 0, 3):
            terminal.unseen(unseen_s, "hand", ())
    assert screen.getvalue() == 2 * "  seit 3 s nichts zu sehen: Hand im Bild\n"
    assert words.getvalue() == ""


@pytest.mark.parametrize(
    ("language", "begins", "to_move"),
    [("de", "Strg-C beendet.", "Rot ist am Zug"), ("fr", "Ctrl-C arrête.", "à rouge de jouer")],
)
def test_it_speaks_the_language_that_was_chosen(language: str, begins: str, to_move: str) -> None:
    screen, table = Screen(), Watched()
    terminal = shown(out=screen, language=language)
    terminal.begin(table.referee.match)
    terminal.trouble("too-dark")
    first, *board, trouble = screen.getvalue().splitlines()
    assert first.endswith(begins)
    assert board[-1].endswith(to_move)
    assert "too dark" not in trouble
    terminal.tell(table.referee.match, [Finished(1.0, "r", "goal")])
    assert "Red" not in screen.getvalue().splitlines()[-1]
