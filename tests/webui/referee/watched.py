"""A table seen through made-up glances, for tests of the running referee."""

from __future__ import annotations

from typing import Any

from engine.icecult.cube import STANDARD_SET, CubeSet
from engine.icecult.moves import parse_action, perform
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from tests.vision.synthetic import observe
from vision.eye import Glance
from vision.icecult.observation import Observation
from webui.play.watcher import Patience
from webui.record import events as ev
from webui.record.events import Event
from webui.record.opening import create_match, seats
from webui.record.recorder import Recorder
from webui.record.store import Store
from webui.referee.referee import News, Referee

FPS = 10.0


class Watched:
    """A true table, a referee that watches it, and everything it has said."""

    def __init__(
        self,
        players: str = "ry",
        cube_set: CubeSet = STANDARD_SET,
        patience: Patience | None = None,
        lies: State | None = None,
    ) -> None:
        self.store = Store.in_memory()
        self.match_id = create_match(self.store, seats(players), equipment=cube_set, source="camera", at=0.0)
        self.state = lies or State.setup(players[0])
        self.at_s = 0.0
        self._rest, self._since_s = 0, 0.0
        self._patience = patience
        self.events: list[Event] = []
        self.start()
        self.rest()

    def start(self) -> None:
        """Begin to referee from what is on record."""
        history = lambda: self.store.events(self.match_id)  # noqa: E731
        self.referee = Referee.resumed(history, None, self._patience, lambda: self.at_s)
        self._recorder = Recorder(self.store, self.match_id)

    def rest(self, seconds: float = 0.4, seen: dict[str, Any] | None = None, least: int = 2) -> None:
        """The table rests and is seen."""
        for _ in range(max(least, round(seconds * FPS))):
            self.at_s += 1 / FPS
            found = Observation.from_json(seen or observe(self.state))
            self.take(self.referee.glance(Glance(self.at_s, "rest", self._rest, self._since_s, found)))

    def hand(self) -> None:
        """A hand comes and goes."""
        for _ in range(4):
            self.at_s += 1 / FPS
            self.take(self.referee.glance(Glance(self.at_s, "hand")))
        self._rest += 1
        self._since_s = self.at_s + 1 / FPS

    def do(self, *words: str, seconds: float = 0.4) -> None:
        """A hand does all this, lawful or not; then the table rests."""
        for word in words:
            self.state = perform(self.state, parse_action(word))
        self.hand()
        self.rest(seconds)

    def put(self, state: State, seconds: float = 0.4) -> None:
        """A hand leaves the table like this."""
        self.state = state
        self.hand()
        self.rest(seconds)

    def finish(self, *tilts: str) -> list[str]:
        """A whole lawful turn, action by action."""
        turn = lawful(self.referee.match.player, self.state, *tilts)
        for action in turn.actions:
            self.do(str(action))
        return [str(action) for action in turn.actions]

    def take(self, news: News) -> None:
        """Write and remember what was said."""
        self._recorder.record(news.events, news.pictures)
        self.events += news.events

    def told(self, about: str = "fault") -> list[tuple[int, str]]:
        """(turn, rule) of everything told."""
        return [(e.turn, e.rule) for e in self.events if isinstance(e, ev.Told) and e.about == about]


def lawful(mover: str, state: State, *tilts: str) -> TurnInProgress:
    """These tilts and then whatever is owed."""
    from dataclasses import replace

    turn = IceCult(players="ry").begin(replace(state, to_move=mover)).play_words(list(tilts))
    assert isinstance(turn, TurnInProgress)
    while turn.owed():
        turn = turn.after(next(iter(turn.owed().values()))[0])
    return turn
