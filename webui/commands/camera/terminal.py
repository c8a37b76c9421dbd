"""What `icekeeper watch` shows in a terminal: a status line, the board, what is owed, verdicts, questions."""

from __future__ import annotations

import json
import select
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TextIO

from engine.core.wording import sign
from webui.commands.camera.brought import Spoken
from webui.commands.camera.terminal_words import words
from webui.present.sheet_words import ruling
from webui.record import events as ev
from webui.record.events import Event
from webui.record.match import Match
from webui.referee.sentences import unseen_words
from webui.settings import Words

_NOTES: Final = ("board-moved", "board-lost", "board-back")


class Terminal:
    """Prints what happens; as words, or as one JSON object a line."""

    def __init__(
        self,
        game: Spoken,
        eye_words: Callable[[str, Sequence[str]], Words],
        quiet: bool = False,
        as_json: bool = False,
        out: TextIO | None = None,
        language: str = "en",
    ) -> None:
        self._game, self._eye_words = game, eye_words
        self._quiet, self._json, self._language = quiet, as_json, language
        self._out = out or sys.stdout
        self._live = not (quiet or as_json) and self._out.isatty()
        self._status = self._trouble = ""
        self._put_back: tuple[str, ...] = ()
        self._unseen = False

    def begin(self, match: Match) -> None:
        """Say what is watched, who plays and how to stop."""
        if self._quiet or self._json:
            return
        players = ", ".join(player["name"] or self._colour(player["colour"]) for player in match.created.players)
        self._say("begin", name=match.created.name, players=players)
        self._board(match)

    def tell(self, match: Match, events: Sequence[Event]) -> None:
        """Say what has just happened."""
        for event in events:
            if self._json:
                self._tell_json(match, event)
            else:
                self._tell_words(match, event)

    def unseen(self, seconds: int, why: str, places: Sequence[str]) -> None:
        """Say once, where nothing is seen of the table, for how long and why."""
        if seconds and not self._unseen and not self._json and not self._quiet:
            self._line(f"  {self._eye(why, places, seconds)}")
        self._unseen = bool(seconds)

    def status(self, match: Match, turn: Any | None, eye: str, places: Sequence[str], unseen_s: int = 0) -> None:
        """Keep the status line up to date; only where a person looks at a terminal."""
        if not self._live or turn is None:
            return
        played = self._played(turn.actions[-1:]) or self._words("nothing-yet")
        now = {"turn": match.number, "player": self._colour(match.player), "played": played}
        text = self._words("now", eye=self._eye(eye, places, unseen_s), **now)
        owed = ", ".join(self._game.owed(turn, self._language))
        text += self._words("owed", what=owed) if owed else ""
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
                self._line(f"  {self._eye_words(key, ())[self._language]}")
        self._trouble = key

    def put_back(self, places: Sequence[str]) -> None:
        """Say what is not as before the first turn; until it is, nothing is judged."""
        if places and tuple(places) != self._put_back and not self._json:
            self._say("put-back", places=self._places(places))
        self._put_back = tuple(places)

    def advise(self, key: str) -> None:
        """Say what would help."""
        if self._json:
            self._object({"advice": key})
        else:
            self._line(f"  {self._words(key)}")

    def question(self, match: Match) -> tuple[str, int] | None:
        """The answer a person has typed to the open question, if any; never waits."""
        if match.question is None or not sys.stdin.isatty() or not _typed():
            return None
        text = sys.stdin.readline().strip()
        if text.isdecimal() and 1 <= int(text) <= len(match.question.answers):
            return match.question.id, int(text) - 1
        self._say("which-number", most=len(match.question.answers), text=text)
        return None

    def note(self, text: str) -> None:
        """Something a user should read that is no part of the match."""
        self._clear()
        print(f"icekeeper: {text}", file=sys.stderr)

    def _tell_json(self, match: Match, event: Event) -> None:
        if isinstance(event, ev.TurnEnded):
            self._object(match.turns[-1].to_log() if match.turns else {})
        elif isinstance(event, ev.Told):
            text = event.text[self._language]
            self._object({"told": event.about, "turn": event.turn, "rule": event.rule, "text": text})
        elif isinstance(event, ev.Asked):
            answers = [{"text": a["text"][self._language], "turn": a["turn"]} for a in event.answers]
            self._object({"question": {"id": event.id, "text": event.text[self._language], "answers": answers}})
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
            said = f"{self._words('turn', turn=event.turn)}{sign(':', self._language)}"
            self._line(f"  ! {said} {event.text[self._language]}")
        elif isinstance(event, ev.Asked):
            self._line(f"  ? {event.text[self._language]}")
            for k, answer in enumerate(event.answers, start=1):
                self._line(f"      {k}  {answer['text'][self._language]}")
        elif isinstance(event, ev.Differs) and not self._quiet:
            key = "differs" if event.places else "fits"
            self._line(f"  {self._words(key, places=self._places(event.places))}")
        elif isinstance(event, ev.TurnsRevised) and not self._quiet:
            self._line(f"  {self._words('revised', turn=event.turn)}")
        elif isinstance(event, ev.Noted) and event.key in _NOTES:
            self._line(f"  {self._words(event.key)}")
        elif isinstance(event, ev.Finished):
            self._say("end", how=self._game.ended(event.winners, self._language))

    def _turn(self, match: Match, event: ev.TurnEnded) -> None:
        played = self._played(event.actions) or self._words("nothing")
        verdict = ruling(event.verdict.get("legal"), str(event.verdict.get("rule")), self._language)
        if put_right := event.verdict.get("put_right"):
            verdict += self._words("put-right", what=", ".join(put_right))
        self._line(f"{event.turn:3d} {self._colour(event.player):7s} {played}   {verdict}")
        self._board(match)

    def _board(self, match: Match) -> None:
        if self._live:
            self._line(self._game.board(match, self._language))

    def _eye(self, status: str, places: Sequence[str], unseen_s: int) -> str:
        return unseen_words(unseen_s, self._eye_words(status, places))[self._language]

    def _played(self, actions: Iterable[object]) -> str:
        """What was played, as a sentence."""
        return self._game.played([str(action) for action in actions], self._language).removesuffix(".")

    def _places(self, places: Iterable[str]) -> str:
        return ", ".join(self._game.place(name, self._language) for name in places)

    def _words(self, key: str, **values: object) -> str:
        return words(key, self._language, **values)

    def _say(self, key: str, **values: object) -> None:
        self._line(self._words(key, **values))

    def _colour(self, colour: str) -> str:
        return self._game.player(colour, self._language)

    def _object(self, data: dict[str, Any]) -> None:
        print(json.dumps(data), file=self._out, flush=True)

    def _line(self, text: str) -> None:
        self._clear()
        print(text, file=self._out, flush=True)

    def _clear(self) -> None:
        if self._live and self._status:
            self._out.write("\r\x1b[K")
            self._status = ""


def _typed() -> bool:
    """Whether somebody has typed something; asked without waiting."""
    try:
        return bool(select.select([sys.stdin], [], [], 0)[0])
    except (OSError, ValueError):  # Windows selects sockets alone
        try:
            import msvcrt
        except ImportError:
            return False
        return bool(msvcrt.kbhit())  # type: ignore[attr-defined]
