"""Take stones at the table: see `webui.play.whole.Play`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from engine.core.errors import NotationError
from engine.core.verdict import Fault
from tests.toy.engine.game import SENTENCES, STONES, Heap, Nothing, TakeStones, Taking, in_all, read_word
from webui.play.at_table import Judgement
from webui.play.said import Won
from webui.record.events import Json, Told
from webui.record.match import Match
from webui.record.opening import NAMES, seats
from webui.record.played import Played
from webui.settings import Words

if TYPE_CHECKING:
    from webui.play.sight import Sight
    from webui.play.whole import Play
    from webui.table.desk import Desk


class StonesPlay:
    """See `webui.play.whole.Play`."""

    done_word = ""

    @property
    def sight(self) -> Sight:
        from tests.toy.webui.sight import SIGHT  # pictures are heavy, and most questions need none

        return SIGHT

    def open_demo(self, desk: Desk, text: str) -> str:
        shown = self.sight.film(text)
        return desk.watch_film(shown, shown.profile(), seats(shown.players, NAMES), name="Demo", camera=text)

    # on record
    def opening(self, players: str, house: Any, equipment: Any, start: Any) -> tuple[Json, Json, Json]:
        return {}, {}, Heap(STONES, players[0]).to_json() if start is None else start

    def check_word(self, rules: TakeStones, word: str) -> None:
        read_word(word)

    def check_state(self, rules: TakeStones, state: Heap) -> None:
        if not 0 <= state.stones <= STONES:
            raise NotationError(f"expected 0 to {STONES} stones, got {state.stones}")

    def unchecked(self, rules: TakeStones) -> list[str]:
        return []

    def public_json(self, value: Any) -> Any:
        return value

    def packed(self, state: Heap) -> Any:
        return state.to_json()

    def unpacked(self, rules: TakeStones, data: Any) -> Heap:
        return rules.read_state(data)

    # at the table
    def house(self, data: Any) -> Nothing:
        return Nothing()

    def public(self, word: str) -> tuple[str, str]:
        return word, ""

    def in_progress(self, rules: TakeStones, before: Heap, words: Sequence[str]) -> Taking:
        turn = rules.begin(before)
        for word in words:
            turn = turn.after(int(read_word(word)[-1]))
        return turn

    def table_of(self, turn: Taking) -> Heap:
        return turn.state

    def step(self, turn: Taking, word: str) -> Taking | Fault:
        return turn.play_words([word])

    def is_over(self, turn: Taking) -> bool:
        return turn.may_end()

    def judge(self, rules: TakeStones, before: Heap, words: Sequence[str]) -> Judgement:
        verdict, after = rules.judge(before, words), self.in_progress(rules, before, words).handed_on()
        text = in_all(SENTENCES[verdict.fault.rule]) if verdict.fault else None
        return Judgement(after, verdict.to_json((text or {}).get("en", "")), verdict.fault, text)

    def must_be_possible(self, rules: TakeStones, before: Heap, words: Sequence[str]) -> None:
        if sum(int(read_word(word)[-1]) for word in words) > before.stones:
            raise NotationError(f"expected no more than the {before.stones} stones that were there")

    def to_be_put_back(self, match: Match, told: Told) -> bool:
        return told.rule == "too-many"

    # in words
    def refusal(self, turn: Taking, word: str, fault: Fault) -> Words:
        return in_all(SENTENCES[fault.rule])

    def unchecked_words(self) -> Words:
        return {}

    def fault_text(self, rules: TakeStones, before: Heap, words: Sequence[str], verdict: Json) -> Words | None:
        return in_all(SENTENCES[verdict["rule"]])

    def owed(self, rules: TakeStones, before: Heap, words: Sequence[str]) -> Json | None:
        return None

    def won(self, rules: TakeStones, turn: Played) -> Won:
        return Won("last-stone", "R1", in_all("The last stone wins."))

    def stale(self, match: Match) -> Words | None:
        return None

    def diagram(self, rules: TakeStones, state: Heap, language: str) -> str:
        return "o" * state.stones

    # as it is shown
    def turn_view(self, match: Match, turn: Taking) -> Json:
        return {"taken": turn.taken, "legal": [] if match.over else turn.legal_words(), "may_end": turn.may_end()}

    def more_view(self, match: Match, state: Heap) -> Json:
        return {}

    def seen_by(self, view: Json, colour: str, phones: str = "", device: str = "") -> Json:
        return view

    def pieces(self, match: Match, state: Heap) -> Json | None:
        return None

    def scene(self, rules: TakeStones, state: Heap) -> Json:
        return state.to_json()

    def performed(self, rules: TakeStones, before: Heap, words: Sequence[str]) -> list[tuple[str, Heap]]:
        return [(word, self.in_progress(rules, before, words[: k + 1]).state) for k, word in enumerate(words)]

    def ambiguous(self, rules: TakeStones, before: Heap, words: Sequence[str], then: Sequence[str] = ()) -> list[str]:
        return []

    def counted(self, match: Match, turn: Played) -> Json:
        return {}

    def statistics(self, match: Match) -> Json:
        return {}


PLAY: Final[Play] = StonesPlay()
