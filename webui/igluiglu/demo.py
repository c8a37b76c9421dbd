"""A whole game of IGLU IGLU that plays itself: players with a little sense, and a real shuffle that only this knows.

game = DemoGame(seed=3)
table.open(..., start={"centre": list(game.centre)})
company = game.at(session, pace_s=1.2); company.start(); company.stop()

The table is told the words alone, as people would say them: kept tiles stay face down for everybody else.
"""

from __future__ import annotations

import logging
import threading
from random import Random
from typing import Final

from engine.core.colours import COLOURS
from engine.core.errors import IcekeeperError
from engine.core.verdict import Fault
from engine.igluiglu.actions import parse_action
from engine.igluiglu.board import FACE_DOWN, SIDE
from engine.igluiglu.equipment import STANDARD_SET, TOKENS
from engine.igluiglu.opening import MIDDLE, opening
from engine.igluiglu.rules import IgluIglu
from engine.igluiglu.sense import choose
from engine.igluiglu.state import Secret, State
from engine.igluiglu.turn import TurnInProgress
from webui.igluiglu.hidden import public_word
from webui.record.opening import NAMES, seats
from webui.referee.about import About
from webui.referee.session import TableSession
from webui.table.desk import Desk

log = logging.getLogger(__name__)

SEED: Final = 82
"""A game in which everything happens: each event, a kayak, a bear's attack that a harpoon ends, Inuit that flee."""
PACE_S: Final = 1.1
"""So long every word stands before the next one."""
ANSWER_S: Final = 10.0
STOP_S: Final = 5.0


class DemoGame:
    """A shuffled table and how it is played."""

    def __init__(self, seed: int = SEED, players: str = COLOURS) -> None:
        self._rng = Random(seed)
        self.players = players
        self.rules = IgluIglu(players=players)
        fish, fox = self._heap("fish"), self._heap("fox")
        self.centre = tuple(fish.pop() for _ in MIDDLE)
        bare = opening(players, self.centre)
        self.start: State = opening(players, self.centre, Secret(self._laid(bare.board), tuple(fish), tuple(fox)))

    def _heap(self, kind: str) -> list[int]:
        heap = [value for value in (1, 2, 3) for _ in range(TOKENS[f"{kind}{value}"])]
        self._rng.shuffle(heap)
        return heap

    def _laid(self, board: str) -> tuple[str, ...]:
        faces = [kind for kind, copies in STANDARD_SET.tiles for _ in range(copies)]
        self._rng.shuffle(faces)
        return tuple(faces.pop() if board[cell] == FACE_DOWN else "" for cell in range(SIDE * SIDE))

    def next_word(self, turn: TurnInProgress) -> str:
        """What a sensible player does now."""
        return choose(turn, self._rng.random())

    def at(self, session: TableSession, pace_s: float) -> DemoPlayers:
        """The players of this game at a table."""
        return DemoPlayers(self, session, pace_s)


class DemoPlayers:
    """Plays a demo on a thread of its own, word by word; when somebody else touches the table, it leaves it alone."""

    def __init__(self, game: DemoGame, session: TableSession, pace_s: float) -> None:
        self._game, self._session, self._pace_s = game, session, pace_s
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"demo {session.match_id}", daemon=True)

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()

    def stop(self) -> None:
        """Stop and be gone; stopping twice is harmless."""
        self._stopping.set()
        if self._thread.ident is not None and self._thread is not threading.current_thread():
            self._thread.join(STOP_S)

    def wait(self, timeout_s: float) -> bool:
        """Whether the game was played to its end, or left, in time."""
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            self._play()
        except IcekeeperError:  # the table was closed
            log.info("the demo of match %s was left", self._session.match_id)
        except Exception:
            log.exception("the demo of match %s failed", self._session.match_id)

    def _play(self) -> None:
        """Say one word after the other until the game is over or somebody else has played."""
        state, number = self._game.start, 1
        while state.reserve or not self._game.rules.begin(state).over:
            turn, words = self._game.rules.begin(state), 0
            while turn.wants != "nothing":
                word = self._game.next_word(turn)
                if not self._say(word, number, words):
                    return
                after = turn.play(parse_action(word))
                if isinstance(after, Fault):
                    raise TypeError(f"{word!r} broke {after.rule}")
                turn, words = after, words + 1
            state, number = turn.table, number + 1

    def _say(self, word: str, number: int, words: int) -> bool:
        """Say one word at the table; False where it stands otherwise than it should, or everything stops."""
        while self._session.match.paused and not self._stopping.is_set():
            self._stopping.wait(0.2)
        if self._stopping.wait(self._pace_s):
            return False
        about = About(self._session.match_id, number, words)
        self._session.act(word, about).result(ANSWER_S)
        return self._session.match.words_of(number)[words:] == (public_word(word)[0],)


def open_demo(desk: Desk, text: str = "demo", pace_s: float = PACE_S) -> str:
    """Put a match that plays itself on the table; its id. `demo:7` is another shuffle."""
    seed = text.partition(":")[2]
    game = DemoGame(int(seed) if seed.isdecimal() else SEED)
    start = {"centre": list(game.centre)}
    match_id = desk.open(seats(game.players, NAMES), name="Demo", game="iglu", start=start, simulated=True)
    desk.accompany(game.at(desk.table(), pace_s))
    return match_id
