"""What `icekeeper watch` shows in a terminal: a status line, the board, what is owed, verdicts, questions."""

from __future__ import annotations

import json
import select
import shutil
import sys
from collections.abc import Sequence
from typing import Any, Final, TextIO

from engine.icecult.board import SLOTS
from engine.icecult.turn import TurnInProgress
from engine.icecult.writing.diagram import text_diagram
from webui.record import events as ev
from webui.record.events import Event
from webui.record.match import Match
from webui.referee.sentences import colour_name, eye_words

_NOTES: Final = {
    "board-moved": "the camera or the board was moved a little; followed",
    "board-lost": "the board is not where it was; put it back, or run `icekeeper calibrate` again",
    "board-back": "the board is in its place again",
}


class Terminal:
    """Prints what happens; as words, or as one JSON object a line."""

    def __init__(self, quiet: bool = False, as_json: bool = False, out: TextIO | None = None) -> None:
        self._quiet, self._json = quiet, as_json
        self._out = out or sys.stdout
        self._live = not (quiet or as_json) and self._out.isatty()
        self._status = self._trouble = ""

    def begin(self, match: Match) -> None:
        """Say what is watched, who plays and how to stop."""
        if self._quiet or self._json:
            return
        players = ", ".join(player["name"] or colour_name(player["colour"]) for player in match.created.players)
        self._line(f"{match.created.name}: {players}. Ctrl-C stops.")
        self._board(match)

    def tell(self, match: Match, events: Sequence[Event]) -> None:
        """Say what has just happened."""
        for event in events:
            if self._json:
                self._tell_json(match, event)
            else:
                self._tell_words(match, event)

    def status(self, match: Match, turn: TurnInProgress | None, eye: str, places: Sequence[str]) -> None:
        """Keep the status line up to date; only where a person looks at a terminal."""
        if not self._live or turn is None:
            return
        played = " ".join(str(action) for action in turn.actions) or "nothing yet"
        text = f"[{eye_words(eye, places)['en']}] turn {match.number} {colour_name(match.player)}: {played}"
        owed = ", ".join(_symbol(turn, slot) for slot in turn.owed())
        text += f"; still to use: {owed}" if owed else ""
        if text != self._status:
            self._status = text
            width = shutil.get_terminal_size().columns - 1  # a line that wraps cannot be written over
            self._out.write(f"\r\x1b[K{text[:width]}")
            self._out.flush()

    def trouble(self, key: str) -> None:
        """Say once why the table cannot be judged, and what to do."""
        if key and key != self._trouble:
            if self._json:
                self._object({"trouble": key})
            else:
                self._line(f"  {eye_words(key, ())['en']}")
        self._trouble = key

    def question(self, match: Match) -> tuple[str, int] | None:
        """The answer a person has typed to the open question, if any; never waits."""
        if match.question is None or not sys.stdin.isatty() or not select.select([sys.stdin], [], [], 0)[0]:
            return None
        text = sys.stdin.readline().strip()
        if text.isdecimal() and 1 <= int(text) <= len(match.question.answers):
            return match.question.id, int(text) - 1
        self._line(f"expected a number from 1 to {len(match.question.answers)}, got {text!r}")
        return None

    def note(self, text: str) -> None:
        """Something a user should read that is no part of the match."""
        self._clear()
        print(f"icekeeper: {text}", file=sys.stderr)

    def _tell_json(self, match: Match, event: Event) -> None:
        if isinstance(event, ev.TurnEnded):
            self._object(match.turns[-1].to_log() if match.turns else {})
        elif isinstance(event, ev.Told):
            self._object({"told": event.about, "turn": event.turn, "rule": event.rule, "text": event.text["en"]})
        elif isinstance(event, ev.Asked):
            answers = [{"text": a["text"]["en"], "turn": a["turn"]} for a in event.answers]
            self._object({"question": {"id": event.id, "text": event.text["en"], "answers": answers}})
        elif isinstance(event, ev.Differs):
            self._object({"differs": list(event.places)})
        elif isinstance(event, ev.TurnsRevised):
            self._object({"revised": event.turn, "by": event.by})
        elif isinstance(event, ev.Noted):
            self._object({"noted": event.key})
        elif isinstance(event, ev.Finished):
            self._object({"end": {"winners": event.winners, "how": event.how}})

    def _tell_words(self, match: Match, event: Event) -> None:
        if isinstance(event, ev.TurnEnded) and not self._quiet:
            self._turn(match, event)
        elif isinstance(event, ev.Told):
            self._line(f"  ! turn {event.turn}: {event.text['en']}")
        elif isinstance(event, ev.Asked):
            self._line(f"  ? {event.text['en']}")
            for k, answer in enumerate(event.answers, start=1):
                self._line(f"      {k}  {answer['text']['en']}")
        elif isinstance(event, ev.Differs) and not self._quiet:
            places = ", ".join(event.places)
            self._line(f"  the table differs: {places}" if places else "  the table fits again")
        elif isinstance(event, ev.TurnsRevised) and not self._quiet:
            self._line(f"  turn {event.turn} corrected by later sight")
        elif isinstance(event, ev.Noted) and event.key in _NOTES:
            self._line(f"  {_NOTES[event.key]}")
        elif isinstance(event, ev.Finished):
            self._line(f"end: {event.how}" + (f", won by {_names(event.winners)}" if event.winners else ""))

    def _turn(self, match: Match, event: ev.TurnEnded) -> None:
        words = " ".join(event.actions) or "(nothing)"
        said = {True: "by the rules", False: str(event.verdict.get("rule")), None: "not certain"}
        verdict = said[event.verdict.get("legal")]
        if put_right := event.verdict.get("put_right"):
            verdict += f" ({', '.join(put_right)} put right)"
        self._line(f"{event.turn:3d} {colour_name(event.player):7s} {words}   {verdict}")
        self._board(match)

    def _board(self, match: Match) -> None:
        if self._live:
            self._line(text_diagram(match.state, match.cube_set).rstrip("\n"))

    def _object(self, data: dict[str, Any]) -> None:
        print(json.dumps(data), file=self._out, flush=True)

    def _line(self, text: str) -> None:
        self._clear()
        print(text, file=self._out, flush=True)

    def _clear(self) -> None:
        if self._live and self._status:
            self._out.write("\r\x1b[K")
            self._status = ""


def _symbol(turn: TurnInProgress, slot: str) -> str:
    """The symbol on a cube, as a player would call it."""
    top = turn.tops[SLOTS.index(slot)]
    name = "symbol" if top is None else f"{top.symbol} arrow" if top.colour else top.symbol
    return f"{name} on {slot}"


def _names(letters: str) -> str:
    return " and ".join(colour_name(letter) for letter in letters)
