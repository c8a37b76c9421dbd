"""An analysis as a page asks for it: how it stands, and one of the best turns played out."""

from __future__ import annotations

from typing import Any

from engine.core.log import MatchLog
from webui.games import page_of
from webui.play.shown import shown
from webui.present.sheet import log_text
from webui.record.match import Match

Json = dict[str, Any]


def about(match: Match) -> tuple[str, str]:
    """What an analysis of a match would be about, and the log to analyse."""
    from coach.analysis import checksum

    log = log_text(match)
    return checksum(MatchLog.parse(log)), log


def status_json(status: Json, match: Match, allowed: bool) -> Json:
    """How an analysis stands; once done, what it says of every player and how thorough it is, in all languages."""
    page = {"page": page_of(match.created.game), "layout": match.created.layout}
    told = status | page | {"allowed": allowed, "turns": len(match.turns)}
    if status["state"] != "done":
        return told
    from coach.analysis import Analysis
    from coach.texts import LANGUAGES, summaries, thoroughness

    found = Analysis.from_json(status["analysis"])
    return told | {"summary": summaries(found), "thorough": {lang: thoroughness(found, lang) for lang in LANGUAGES}}


def line_json(status: Json, match: Match, turn: int, number: int) -> list[Json] | None:
    """One of the best turns, step by step as the board draws it; None where there is no such."""
    found = status.get("analysis") or {"turns": []}
    turns = [each for each in found["turns"] if each["turn"] == turn]
    if not turns or not number < len(turns[0]["best"]) or turn > len(match.turns):
        return None
    return steps_json(match, match.turns[turn - 1].before, turns[0]["best"][number]["words"])


def steps_json(match: Match, before: Any, words: list[str]) -> list[Json]:
    """Words of a turn, each with the table after it."""
    drawn, rules = shown(match.game), match.rules
    begun = [{"word": None, **drawn.scene(rules, before)}]
    done = drawn.performed(rules, before, words)
    return begun + [{"word": word, **drawn.scene(rules, state)} for word, state in done]
