"""An analysis as a page asks for it: how it stands, and one of the best turns played out."""

from __future__ import annotations

from dataclasses import replace
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


def analysed_turn(status: Json, turn: int) -> Json | None:
    """One turn of a finished analysis; None where there is no such."""
    turns: list[Json] = (status.get("analysis") or {"turns": []})["turns"]
    return next((each for each in turns if each["turn"] == turn), None)


def line_json(status: Json, match: Match, turn: int, number: int) -> list[Json] | None:
    """One of the best turns or, after these, the one that was played, step by step as the board draws it; or None."""
    found = analysed_turn(status, turn)
    lines = [] if found is None else [*found["best"], *([found["played"]] if found["played"] else [])]
    if not number < len(lines) or turn > len(match.turns):
        return None
    return steps_json(match, match.turns[turn - 1].before, lines[number]["words"])


def weighed_json(analysed: Json, advice: Json) -> Json | None:
    """A turn that was tried beside the analysed one: its chance in the same measure, and its mark.

    Of a turn that goes on as a tile will say only the difference to the best place tells anything. None where the
    coach has nothing to say about such a turn.
    """
    from coach.coach import Option
    from coach.marks import fall, mark

    if advice.get("played") is None:
        return None
    player, best = analysed["player"], Option.from_json(analysed["best"][0])
    tried = Option.from_json(advice["played"])
    if not tried.whole:
        behind = fall(player, Option.from_json(advice["best"][0]), tried)
        tried = replace(tried, chances={**tried.chances, player: max(0.0, best.chances[player] - behind)})
    given = "" if tried.wins else mark(player, best, tried)
    return {"tried": tried.to_json(), "fell": round(fall(player, best, tried), 4), "mark": given}


def steps_json(match: Match, before: Any, words: list[str]) -> list[Json]:
    """Words of a turn, each with the table after it."""
    drawn, rules = shown(match.game), match.rules
    begun = [{"word": None, **drawn.scene(rules, before)}]
    done = drawn.performed(rules, before, words)
    return begun + [{"word": word, **drawn.scene(rules, state)} for word, state in done]
