"""A match for people and archives: a score sheet as text, and a zip with everything."""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import Iterable
from typing import Any

from webui.record.events import Confided, Event
from webui.record.match import Match
from webui.record.store import Picture, Store
from webui.referee.sentences import colour_name

SAID = {True: "", False: "fault", None: "not certain"}


def log_text(match: Match) -> str:
    """The match log (docs/FORMATS.md), as JSON lines."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in match.log())


def score_sheet(match: Match) -> str:
    """The match as a person would write it down."""
    when = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(match.created.at))
    house = ", ".join(f"{key} {value}" for key, value in match.house.to_json().items())
    lines = [match.created.name, when, f"players: {_players(match)}", f"house rules: {house}", ""]
    for turn in match.turns:
        lines.append(f"{turn.number:3d}  {colour_name(turn.player):6s}  {_joined(turn.actions)}")
        lines += _remarks(turn.verdict, turn.human)
    lines += ["", match.play.diagram(match.rules, match.state), _ending(match)]
    return "\n".join(lines) + "\n"


def archive(store: Store, match_id: str, match: Match) -> bytes:
    """A zip with the log, the score sheet, all events but what was told in secret, and the evidence pictures."""
    return packed(match, store.events(match_id), store.profile(match_id), store.pictures(match_id))


def packed(match: Match, events: Iterable[Event], profile: Any, pictures: Iterable[Picture]) -> bytes:
    """The same for a match from wherever it is kept."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("match.jsonl", log_text(match))
        out.writestr("sheet.txt", score_sheet(match))
        open_ones = (event for event in events if not isinstance(event, Confided))
        lines = (json.dumps(event.to_json(), ensure_ascii=False) + "\n" for event in open_ones)
        out.writestr("events.jsonl", "".join(lines))
        if profile is not None:
            out.writestr("table.json", json.dumps(profile, indent=1) + "\n")
        for picture in pictures:
            out.writestr(f"evidence/{picture.id}-{picture.caption}.jpg", picture.jpeg)
    return data.getvalue()


def _joined(words: tuple[str, ...]) -> str:
    """The words of a turn; with commas where a word has blanks of its own."""
    return (", " if any(" " in word for word in words) else " ").join(words)


def _players(match: Match) -> str:
    return ", ".join(f"{p['name']} ({colour_name(p['colour'])})" for p in match.created.players)


def _remarks(verdict: dict[str, object], human: bool) -> list[str]:
    legal = verdict.get("legal")
    out = (
        [] if legal else [f"             {SAID[bool(legal) if legal is not None else None]}: {verdict.get('text', '')}"]
    )
    put_right = verdict.get("put_right")
    if isinstance(put_right, list):
        out.append(f"             told and put right: {', '.join(map(str, put_right))}")
    return out + (["             corrected by hand"] if human else [])


def _ending(match: Match) -> str:
    if match.how is None:
        return "The match is not over."
    if not match.winners:
        return "The match was stopped."
    return f"Won by {' and '.join(colour_name(c) for c in match.winners)} ({match.how})."
