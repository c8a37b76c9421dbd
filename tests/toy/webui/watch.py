"""Rulings on what is believed of a match: see `webui.watch.judge.Judge`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from engine.core.errors import NotationError
from tests.toy.engine.game import SENTENCES, TakeStones, Taking, in_all
from tests.toy.vision.belief import StonesBelief, ToyView
from tests.toy.vision.reader import Squares
from vision.belief.concluding import ToldTurn
from vision.belief.prices import STANDARD
from vision.eye import Seen
from webui.play.watcher import Patience
from webui.record.events import Json
from webui.record.match import Match
from webui.settings import Words
from webui.watch.ruling import Question, Ruling
from webui.watch.watching import Watch, as_it_stands

Told: TypeAlias = ToldTurn[Taking]
WORDS = {
    "note.legal": "The turn was put right.",
    "open.who": "It is not clear who broke the rule.",
    "open.several": "It is not clear what was played.",
    "open.blind": "Hardly anything can be seen.",
}


class StonesJudge:
    notes: tuple[str, ...] = ()
    blind_places: tuple[str, ...] = ()

    def rules(self, match: Match) -> TakeStones:
        return TakeStones(match.players)

    def pictures(self, seen: Iterable[Seen]) -> list[Squares]:
        found = [each for each in seen if isinstance(each, Squares)]
        if not found:
            raise NotationError("expected what an eye for take stones has read")
        return found

    def is_plain(self, picture: Squares, usual: frozenset[str]) -> bool:
        return picture.hidden <= usual

    def to_put_back(self, view: ToyView, match: Match) -> tuple[tuple[str, ...], bool]:
        return tuple(miss.place for miss in view.misreads(match.before)), not view.unseen()

    def set_up_words(self, view: ToyView, match: Match) -> Words | None:
        return None

    def ruling(self, told: Told, over: bool = True) -> Ruling:
        state, rules = told.turn.state, TakeStones(told.turn.players)
        before = replace(state, stones=state.stones + told.turn.taken)
        verdict = rules.judge(before, told.words)
        if verdict.fault is None or (verdict.fault.rule == "nothing-taken" and not over):
            return Ruling(verdict.to_json())
        text = in_all(SENTENCES[verdict.fault.rule])
        return Ruling(verdict.to_json(text["en"]), verdict.fault.rule, text, verdict.fault.owed)

    def by_its_end_alone(self, told: Told, judged: Ruling) -> bool:
        return False

    def question(self, turns: Sequence[tuple[str, ...]], unseen: Sequence[str]) -> Question:
        answers = tuple({"turn": list(turn), "text": in_all(", ".join(turn) or "nothing")} for turn in turns)
        return Question(in_all("What was taken?"), answers)

    def words(self, key: str) -> Words:
        return in_all(WORDS[key])

    def learned(self, told: Told, match: Match) -> Json | None:
        return None

    def unchecked(self, match: Match) -> Json:
        return {}

    def note(self) -> tuple[str, Words] | None:
        return None


def watch(match: Match, patience: Patience | None) -> Watch:
    """Who watches a match."""
    patience = patience or Patience()
    rules: Any = match.rules
    belief = StonesBelief(rules, as_it_stands(match, 0.0), patience.hold_s, STANDARD)
    return Watch(match, belief, StonesJudge(), patience)
