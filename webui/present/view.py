"""The table view: everything a page shows, as plain JSON."""

from __future__ import annotations

from dataclasses import dataclass

from engine.icecult.turn import TurnInProgress
from webui.games import PAGES
from webui.present.replay import one_of_several, several
from webui.record import events as ev
from webui.record.events import Json
from webui.record.match import Match, Played
from webui.referee.by_hand import in_progress
from webui.referee.referee import EyeState, Referee
from webui.referee.sentences import eye_words, why_words


@dataclass(frozen=True, slots=True)
class Looking:
    """How the looking goes: speed, drops, and what the disk says."""

    fps: float = 0.0
    dropped: int = 0
    store_problem: str | None = None
    eye_problem: str | None = None
    camera_gone: bool = False
    """The camera of the match could not be opened again."""


def table_view(match_id: str, referee: Referee, looking: Looking) -> Json:
    """The whole table as it is told to every page."""
    match, eye = referee.match, referee.eye
    turn = referee.turn or in_progress(match)
    state = match.now or turn.state
    return {
        "match": _match(match_id, match),
        "eye": _eye(match, eye, looking),
        "turn": _turn(match, turn),
        "state": state.to_json(),
        "unknown": list(match.unknown),
        "seen": eye.seen,
        "history": [_past(turn) for turn in match.turns],
        "verdict": None if match.verdict is None else _verdict(match.verdict),
        "question": None if match.question is None else _question(match.question),
        "winners": match.winners,
        "how": match.how,
        "store": {"problem": looking.store_problem},
    }


def _match(match_id: str, match: Match) -> Json:
    created = match.created
    return {
        "id": match_id,
        "game": created.game,
        "page": PAGES[created.game],
        "name": created.name,
        "players": [dict(p) for p in created.players],
        "house": match.house.to_json(),
        "layout": created.layout,
        "simulated": created.simulated,
        "source": created.source,
    }


def _eye(match: Match, eye: EyeState, looking: Looking) -> Json:
    status, places = ("paused", ()) if match.paused else (eye.status, eye.places)
    if status == "rest" and match.differs:
        status, places = "differs", match.differs
    elif status == "rest" and places:
        status = "blind"
    return {
        "status": status,
        "places": list(places),
        "text": eye_words("away" if status == "lost" and match.notes[-1:] == ("board-lost",) else status, places),
        "fps": looking.fps,
        "dropped": looking.dropped,
        "problem": looking.eye_problem,
        "gone": looking.camera_gone,
    }


def _turn(match: Match, turn: TurnInProgress) -> Json:
    owed = {} if match.over else turn.owed()
    legal = [] if match.over else turn.legal_actions()
    return {
        "number": match.number,
        "player": match.player,
        "since": match.turn_since,
        "tilts": [str(tilt) for tilt in turn.tilts],
        "actions": list(match.actions),
        "symbols": [_symbol(match, turn, k) for k in range(4)],
        "owed": [{"slot": s, "kind": _kind(turn, s), "actions": [str(a) for a in acts]} for s, acts in owed.items()],
        "legal": [str(action) for action in legal],
        "several": several(match.before, match.actions) + [str(a) for a in legal if one_of_several(turn.state, a)],
        "may_end": turn.may_end() and not match.over,
    }


def _symbol(match: Match, turn: TurnInProgress, k: int) -> Json:
    symbol = turn.symbols()[k]
    top = symbol.top
    return {
        "slot": symbol.slot,
        "symbol": top.symbol if top else None,
        "facing": top.facing if top else None,
        "status": symbol.status,
        "why": why_words(symbol.why),
    }


def _kind(turn: TurnInProgress, slot: str) -> str:
    top = next(s.top for s in turn.symbols() if s.slot == slot)
    return "circle" if top is not None and top.symbol == "circle" else "arrow"


def _past(turn: Played) -> Json:
    return {
        "turn": turn.number,
        "player": turn.player,
        "legal": turn.legal,
        "rule": turn.verdict.get("rule"),
        "human": turn.human,
    }


def _verdict(told: ev.Told) -> Json:
    return {
        "id": told.id,
        "turn": told.turn,
        "kind": told.about,
        "rule": told.rule,
        "text": told.text,
        "evidence": list(told.evidence),
        "offers": list(told.offers),
    }


def _question(asked: ev.Asked) -> Json:
    return {"id": asked.id, "text": asked.text, "answers": [dict(answer) for answer in asked.answers]}
