"""What a turn seen by the camera comes to, whatever the game: a verdict with its rule and sentence, or a question."""

from __future__ import annotations

from dataclasses import dataclass

from webui.record.events import Json
from webui.settings import Words


@dataclass(frozen=True, slots=True)
class Ruling:
    """The referee's answer on a turn."""

    verdict: Json
    """As it is written down."""
    rule: str = ""
    """The rule that was broken; "" where none was."""
    text: Words | None = None
    """The sentence on it in all languages."""
    owed: tuple[str, ...] = ()
    actions: tuple[str, ...] | None = None
    """One sequence that explains the turn, where the actions seen do not."""

    @classmethod
    def unclear(cls, why: Words, actions: tuple[str, ...] | None = None, question: Question | None = None) -> Ruling:
        """Nothing can be said for certain, and why."""
        verdict: Json = {"legal": None, "text": why["en"]}
        return cls(verdict if question is None else verdict | {"question": question.to_json()}, actions=actions)

    @property
    def legal(self) -> bool | None:
        """Whether no rule was broken; None where that cannot be said."""
        legal: bool | None = self.verdict.get("legal")
        return legal

    @property
    def winners(self) -> str:
        """Who has won by this turn."""
        return str(self.verdict.get("winners", ""))


@dataclass(frozen=True, slots=True)
class Question:
    """Which of several turns was played: the sentence and the answers, in all languages."""

    text: Words
    answers: tuple[Json, ...]

    def to_json(self) -> Json:
        """The question in English, as it stands in a verdict."""
        return {"text": self.text["en"], "answers": [each | {"text": each["text"]["en"]} for each in self.answers]}


def asked_about(verdict: Json) -> list[tuple[str, ...]]:
    """The turns between which nobody could decide, as a verdict holds them; none where nothing was asked."""
    answers = (verdict.get("question") or {}).get("answers", ())
    return [tuple(answer["turn"]) for answer in answers]
