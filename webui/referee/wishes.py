"""Everything people can ask of a table; each wish may say what it was said about."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future

from webui.record import events as ev
from webui.record.events import Json
from webui.record.match import Match
from webui.record.opening import renamed
from webui.referee.about import About, Since
from webui.referee.by_hand import confide
from webui.referee.referee import News, Referee

Command = Callable[[Referee], News]


class Wishes(ABC):
    """The commands of a table; the result of each is the view after it. One that comes too late does nothing."""

    match_id: str

    @abstractmethod
    def do(self, asked: str, command: Command, late: Callable[[Match], bool]) -> Future[Json]:
        """Do a command between frames unless it is then too late; `asked` is what was asked, for the log."""

    def act(self, word: str, about: About | None = None, by: str = "", device: str = "") -> Future[Json]:
        """Enter one action by hand; `by` is the colour whose own `device` says it. A secret is not for the log."""
        return self._wish(f"act {word.split(' ')[0]!r}", lambda r: r.act(word, by, device), about, Since.STEP)

    def confide(self, word: str, by: str, device: str) -> Future[Json]:
        """A player says on the own device what was left open; a secret is not for the log."""
        return self._wish("confide", lambda r: r.agreed(lambda at: confide(r.match, word, at, by, device)), None)

    def undo(self, about: About | None = None) -> Future[Json]:
        """Take back the last action of the turn in progress."""
        return self._wish("undo", lambda r: r.undo(), about, Since.STEP)

    def redo(self, about: About | None = None) -> Future[Json]:
        """Play again what was taken back last."""
        return self._wish("redo", lambda r: r.redo(), about, Since.STEP)

    def reopen(self, about: About | None = None) -> Future[Json]:
        """Go on with the turn before."""
        return self._wish("reopen", lambda r: r.reopen(), about, Since.STEP)

    def done(self, about: About | None = None) -> Future[Json]:
        """The player says that the turn is over."""
        return self._wish("done", lambda r: r.done(), about, Since.DONE)

    def take_back(self, about: About | None = None) -> Future[Json]:
        """Take back the last turn, or what was played of the present one, by agreement."""
        return self._wish("take-back", lambda r: r.take_back(), about, Since.STEP)

    def pause(self, on: bool, about: About | None = None) -> Future[Json]:
        """Stop looking, or look again."""
        return self._wish(f"pause {on}", lambda r: r.pause(on), about)

    def train(self, player: str, on: bool, about: About | None = None) -> Future[Json]:
        """Switch training on or off for one player."""
        return self._wish(f"train {player!r} {on}", lambda r: r.agreed(lambda at: ev.Training(at, player, on)), about)

    def limit(self, turn_s: float, match_s: float, delay_s: float, about: About | None = None) -> Future[Json]:
        """The players agree on limits for their clocks, 0 for none."""
        asked = f"limit {turn_s:g} {match_s:g} {delay_s:g}"
        return self._wish(asked, lambda r: r.agreed(lambda at: ev.Timed(at, turn_s, match_s, delay_s)), about)

    def rename(self, name: str, names: Sequence[str]) -> Future[Json]:
        """Call the match and its players otherwise, from now on and in all that was."""
        return self._wish("rename", lambda r: r.agreed(lambda at: renamed(r.match, name, names, at)), None)

    def helped(self, about: About | None = None) -> Future[Json]:
        """Write down that the coach was asked in this turn."""
        return self._wish("helped", lambda r: r.helped(), about, Since.TURN)

    def answer(self, question_id: str, k: int, about: About | None = None) -> Future[Json]:
        """Answer a question with its answer number `k`."""

        def gone(match: Match) -> bool:
            return match.question is None or match.question.id != question_id

        return self._wish(f"answer {question_id!r} {k}", lambda r: r.answer(question_id, k), about, gone=gone)

    def offer(self, verdict_id: str, name: str, about: About | None = None) -> Future[Json]:
        """Take one of a verdict's offers: play-it-now, put-it-back, play-on, wrong or closed."""

        def gone(match: Match) -> bool:
            return all(told.id != verdict_id for told in match.waiting)

        return self._wish(f"offer {verdict_id!r} {name!r}", lambda r: r.offer(verdict_id, name), about, gone=gone)

    def correct_state(self, state: Json, about: About | None = None) -> Future[Json]:
        """A human says how the table stands now."""
        return self._wish(f"correct-state {state}", lambda r: r.correct_state(state), about, Since.TURN)

    def correct_turn(self, number: int, words: list[str], about: About | None = None) -> Future[Json]:
        """A human says what was played in a past turn; later turns are judged again."""
        asked = f"correct-turn {number} {words}"
        return self._wish(asked, lambda r: r.correct_turn(number, tuple(words)), about)

    def adopt(self, about: About | None = None, set_up: bool = False) -> Future[Json]:
        """Take the table as the camera sees it, or before the first turn as people say that it is set up."""
        return self._wish(f"adopt set_up={set_up}", lambda r: r.adopt(set_up), about, Since.TURN)

    def not_anew(self, about: About | None = None) -> Future[Json]:
        """The table stands as at a beginning, but no new match is meant."""
        return self._wish("not-anew", lambda r: r.not_anew(), about)

    def finish(self, about: About | None = None) -> Future[Json]:
        """End the match without a winner."""
        return self._wish("finish", lambda r: r.finish("stopped"), about)

    def _wish(
        self,
        asked: str,
        command: Command,
        about: About | None,
        since: Since = Since.MATCH,
        gone: Callable[[Match], bool] = lambda match: False,
    ) -> Future[Json]:
        """Do a command unless what it was said about has changed, or is `gone`, by then."""

        def late(match: Match) -> bool:
            return about is not None and (gone(match) or about.late(self.match_id, match, since))

        return self.do(asked, command, late)
