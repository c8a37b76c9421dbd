"""A match for people and archives: a score sheet as text, and a zip with everything."""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from engine.core.wording import sign
from webui.games import page_of
from webui.play.said import said
from webui.present.replay import told_texts
from webui.present.sheet_words import colour_word, ending, house_lines, player_name, rule_name, say
from webui.record.events import Confided, Event, Json
from webui.record.match import Match, Played
from webui.record.store import Picture, Store

InWords = Callable[[Sequence[str], str], str]
"""The words of a turn as a sentence in a language."""


def log_text(match: Match) -> str:
    """The match log (docs/FORMATS.md), as JSON lines."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in match.log())


def score_sheet(
    match: Match, events: Iterable[Event] = (), language: str = "en", in_words: InWords | None = None
) -> str:
    """The match as people write it down, or read it `in_words`; what was told of a turn is in its events."""
    played = in_words or _joined
    texts = told_texts(events)
    when = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(match.created.at))
    lines = [match.created.name, when, say("players", language, names=_players(match, language))]
    lines += [say("house", language), *house_lines(page_of(match.created.game), match.house.to_json(), language), ""]
    for turn in match.turns:
        lines.append(f"{turn.number:3d}  {colour_word(turn.player, language):6s}  {played(turn.actions, language)}")
        lines += (f"             {remark}" for remark in _remarks(match, turn, texts.get(turn.number), language))
    table = said(match.game).diagram(match.rules, match.state, language)
    lines += ["", table, ending(match.winners, match.how, language)]
    return "\n".join(lines) + "\n"


def archive(store: Store, match_id: str, match: Match, language: str = "en") -> bytes:
    """A zip with the log, the score sheet, all events but what was told in secret, and the evidence pictures."""
    return packed(match, store.events(match_id), store.profile(match_id), store.pictures(match_id), language)


def packed(
    match: Match, events: Iterable[Event], profile: Any, pictures: Iterable[Picture], language: str = "en"
) -> bytes:
    """The same for a match from wherever it is kept."""
    data, events = io.BytesIO(), tuple(events)
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("match.jsonl", log_text(match))
        out.writestr("sheet.txt", score_sheet(match, events, language))
        open_ones = (event for event in events if not isinstance(event, Confided))
        lines = (json.dumps(event.to_json(), ensure_ascii=False) + "\n" for event in open_ones)
        out.writestr("events.jsonl", "".join(lines))
        if profile is not None:
            out.writestr("table.json", json.dumps(profile, indent=1) + "\n")
        for picture in pictures:
            out.writestr(f"evidence/{picture.id}-{picture.caption}.jpg", picture.jpeg)
    return data.getvalue()


def _joined(words: Sequence[str], language: str) -> str:
    """The words of a turn; with commas where a word has blanks of its own."""
    return (", " if any(" " in word for word in words) else " ").join(words)


def _players(match: Match, language: str) -> str:
    return ", ".join(player_name(player["name"], player["colour"], language) for player in match.created.players)


def _remarks(match: Match, turn: Played, told: Json | None, language: str) -> Iterator[str]:
    """What is to be said of a turn: its fault or doubt, what was put right, and whether a person corrected it."""
    if turn.legal is not True:
        doubt = say("open" if turn.legal is None else "fault", language)
        yield f"{doubt}{sign(':', language)} {_why(match, turn, told, language)}"
    put_right = turn.verdict.get("put_right")
    if isinstance(put_right, list):
        yield say("put-right", language, rules=", ".join(rule_name(str(rule), language) for rule in put_right))
    if turn.human:
        yield say("human", language)


def _why(match: Match, turn: Played, told: Json | None, language: str) -> str:
    """The verdict's sentence; in English the one on record, where nothing else tells it."""
    spoken, verdict = said(match.game), turn.verdict
    words = told or spoken.fault_text(match.rules, turn.before, turn.actions, verdict)
    if words is None and verdict.get("unchecked"):
        words = spoken.unchecked_words()
    if words is not None:
        return str(words[language])
    return str(verdict.get("text", "")) if language == "en" else rule_name(str(verdict.get("rule")), language)
