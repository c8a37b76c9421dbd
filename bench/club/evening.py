"""A club's evening for the benches: tables that play matches of both games, word by word, at any speed.

`python -m bench.club.evening FILE CLUB SEED PACE_S` is one table with one match; killed, it goes on where it was.
"""

from __future__ import annotations

import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.play.records import NAMES, random_turn
from engine.igluiglu.actions import parse_action
from webui.club.address import Address
from webui.club.sender import Sender
from webui.igluiglu.demo import DemoGame
from webui.igluiglu.hidden import public_word
from webui.record.events import Created, Event
from webui.record.fold import apply, begin
from webui.record.match import Match
from webui.record.opening import opened, seats
from webui.record.store import Store
from webui.referee import by_hand

TURNS = 30
Step = list[Event]
"""What is written at once."""


def first(game: str, rng: random.Random, at: float | None = None) -> tuple[Created, DemoGame | None]:
    """The event by which a match of this game begins; and who shuffled its tiles, where it has any."""
    colours = rng.choice(("ry", "ryg", "rygb")) if game == "ice-cult" else "rygb"
    players = seats(colours, rng.sample(NAMES, len(colours)))
    if game == "ice-cult":
        return opened(players, name="Evening", at=at), None
    dealt = DemoGame(rng.randrange(10_000), colours)
    return opened(players, name="Evening", game=game, start={"centre": list(dealt.centre)}, at=at), dealt


def steps(created: Created, dealt: DemoGame | None, rng: random.Random, turns: int = TURNS) -> Iterator[Step]:
    """What a whole match writes after its beginning, word by word."""
    match, at = begin(created), created.at
    if dealt is not None:
        yield from _iglu(match, dealt)
        return
    while len(match.turns) < turns and not match.over:
        before, number = match, len(match.turns)
        for word in random_turn(before, rng):
            match, news = _said(match, by_hand.act(match, word, at := at + 3.0))
            yield news
        if not match.over and len(match.turns) == number:
            match, news = _said(match, by_hand.done(match, at := at + 3.0))
            yield news


def _iglu(match: Match, dealt: DemoGame) -> Iterator[Step]:
    state, at = dealt.start, match.created.at
    while (state.reserve or not dealt.rules.begin(state).over) and not match.over:
        turn = dealt.rules.begin(state)
        while turn.wants != "nothing":
            word = dealt.next_word(turn)
            match, news = _said(match, by_hand.act(match, public_word(word)[0], at := at + 3.0))
            yield news
            turn = turn.play(parse_action(word))  # type: ignore[assignment]
        state = turn.table


def _said(match: Match, news: Step) -> tuple[Match, Step]:
    for event in news:
        match = apply(match, event)
    return match, news


class Table:
    """One table of the club: its own record, its sender, and people who never tire."""

    def __init__(self, folder: Path, number: int, club: str, games: tuple[str, ...] = ("ice-cult", "iglu")) -> None:
        self.store = Store(folder / f"table{number}.sqlite")
        self.match_id = ""
        self.written: dict[str, list[float]] = {}
        """When each event of each match was on this table's own disk."""
        self._rng, self._game = random.Random(number), games[number % len(games)]
        self.sender = Sender(self.store, Address.parse(club), f"Table {number + 1}", on_table=lambda: self.match_id)

    def play(self, pace_s: Callable[[], float], until: threading.Event, loops: int = 1_000_000) -> None:
        """Play one match after the other, with a pause before every word."""
        self.sender.start()
        for _ in range(loops):
            created, dealt = first(self._game, self._rng)
            match_id = self.store.create(created)
            self.written[match_id] = [time.time()]
            self.sender.enlist(match_id)
            self.match_id = match_id
            for news in steps(created, dealt, self._rng):
                if until.wait(pace_s()):
                    return
                self.store.append(match_id, news)
                self.written[match_id] += [time.time()] * len(news)
            if until.is_set():
                return

    def close(self) -> None:
        """Stop sending, and close the record."""
        self.sender.stop()
        self.store.close()


def killable(path: Path, club: str, seed: int, pace_s: float, turns: int = 12) -> None:
    """One table with one match that is the same each time; it goes on after what is on its record already."""
    store, rng = Store(path), random.Random(seed)
    created, dealt = first("iglu" if seed % 2 else "ice-cult", rng, at=1_700_000_000.0)
    match_id = store.last_played() or store.create(created)
    sender = Sender(store, Address.parse(club), "Table 1", on_table=lambda: match_id, back_off_s=(0.05, 0.1, 0.2))
    sender.enlist(match_id)
    sender.start()
    known, count = store.head(match_id).events, 1
    for news in steps(created, dealt, rng, turns):
        count += len(news)
        if count > known:  # a step is written wholly or not at all
            time.sleep(pace_s)
            store.append(match_id, news)
            print(count, flush=True)
    while sender.standing.state != "joined" or any(line.behind for line in sender.outbox.lines()):
        time.sleep(0.02)
    sender.stop()
    store.close()


if __name__ == "__main__":
    killable(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), float(sys.argv[4]))
