"""The table view: everything a page shows, as plain JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from webui.games import page_of
from webui.play.at_table import at_table
from webui.play.shown import shown
from webui.play.sight import sight_if_any
from webui.record import events as ev
from webui.record.events import Json
from webui.record.folding.clocks import clock_json
from webui.record.folding.training import agreed
from webui.record.match import Match, Played
from webui.referee.by_hand import in_progress
from webui.referee.offers import offers_now
from webui.referee.referee import EyeState, Referee
from webui.referee.sentences import own_words, unseen_words
from webui.settings import Words

TURNS_SHOWN: Final = 60
"""The last turns that a view tells of, so that a turn of a very long match is no dearer than its first; the match's own
page has them all."""


@dataclass(frozen=True, slots=True)
class Looking:
    """How the looking goes: speed, drops, and what the disk says."""

    fps: float = 0.0
    dropped: int = 0
    store_problem: str | None = None
    eye_problem: str | None = None
    camera_gone: bool = False
    """The camera of the match could not be opened again."""
    restarted: bool = False
    """The table did not answer any more and was restarted from the record."""


def table_view(match_id: str, referee: Referee, looking: Looking) -> Json:
    """The whole table as it is told to every page."""
    match, eye = referee.match, referee.eye
    turn = referee.turn or in_progress(match)
    state = match.now or at_table(match.game).table_of(turn)
    return {
        "match": _match(match_id, match),
        "events": match.count,
        "eye": _eye(match, eye, referee, looking),
        "turn": {**_turn(match, turn), "since": referee.since},
        "state": state.to_json(),
        "unknown": list(match.unknown),
        "seen": None if eye.seen is None else eye.seen.to_json(),
        "history": [_past(turn) for turn in match.turns[-TURNS_SHOWN:]],
        "verdict": None if match.verdict is None else _verdict(match, match.verdict),
        "waiting": [_verdict(match, told) for told in match.waiting],
        "question": None if match.question is None else _question(match, match.question),
        "anew": referee.anew.asks,
        "to_put_back": _to_put_back(referee),
        "winners": match.winners,
        "how": match.how,
        "clock": clock_json(match),
        "training": {"on": match.training, "agreed": agreed(match), "helped": list(match.helped)},
        "store": {"problem": looking.store_problem},
        "note": own_words("restarted") if looking.restarted else None,
        **shown(match.game).more_view(match, state),
    }


def _match(match_id: str, match: Match) -> Json:
    """What does not change from turn to turn."""
    created = match.created
    return {
        "id": match_id,
        "game": created.game,
        "page": page_of(created.game),
        "name": created.name,
        "players": [dict(p) for p in created.players],
        "house": match.house.to_json(),
        "layout": created.layout,
        "simulated": created.simulated,
        "source": created.source,
    }


def _to_put_back(referee: Referee) -> Json | None:
    """What is waited for before the first turn: where something has to be put back, and how the table lies now."""
    places, lying = referee.to_put_back, referee.lying
    return {"places": list(places), "state": None if lying is None else lying.to_json()} if places else None


def _eye(match: Match, eye: EyeState, referee: Referee, looking: Looking) -> Json:
    """What the camera's eye is doing, in state and words."""
    status, places = ("paused", ()) if match.paused else (eye.status, eye.places)
    said: Sequence[str] = places
    if status == "rest" and referee.to_put_back:
        status, said = "not-set-up", referee.to_put_back
    elif status == "rest" and match.differs:
        status, places = "differs", match.differs
        said = places
    elif status == "rest" and places:
        status = "blind"
    if eye.trouble and status in ("moving", "rest", "blind", "lost"):
        status = eye.trouble
    wrong = None if referee.watcher is None else referee.watcher.set_up_words
    words = _eye_words(match, status, said, wrong)
    return {
        "status": status,
        "places": list(places),
        "text": unseen_words(0 if match.paused else eye.unseen_s, words),
        "trouble": status if status == eye.trouble else "",
        "fps": looking.fps,
        "dropped": looking.dropped,
        "problem": looking.eye_problem,
        "gone": looking.camera_gone,
    }


def _eye_words(match: Match, status: str, places: Sequence[str], wrong: Words | None) -> Words:
    """The state of the eye in words; a board that is gone is another matter than a camera that is."""
    sight = sight_if_any(match.game)
    if status == "not-set-up" and wrong is not None:
        return wrong
    if status in ("off", "paused") or sight is None:
        return own_words(f"eye.{status}")
    away = status == "lost" and match.notes[-1:] == ("board-lost",)
    return sight.eye_words("away" if away else status, places)


def _turn(match: Match, turn: Any) -> Json:
    return {
        "number": match.number,
        "player": match.player,
        "actions": list(match.actions),
        "undone": list(match.undone),
        **shown(match.game).turn_view(match, turn),
    }


def _past(turn: Played) -> Json:
    return {
        "turn": turn.number,
        "player": turn.player,
        "legal": turn.legal,
        "rule": turn.verdict.get("rule"),
        "human": turn.human,
    }


def _verdict(match: Match, told: ev.Told) -> Json:
    return {
        "id": told.id,
        "turn": told.turn,
        "kind": told.about,
        "rule": told.rule,
        "text": told.text,
        "evidence": list(told.evidence),
        "offers": list(offers_now(match, told)),
        "player": _player(match, told.turn),
    }


def _question(match: Match, asked: ev.Asked) -> Json:
    pictures = match.turns[asked.turn - 1].evidence if asked.turn <= len(match.turns) else ()
    answers = [dict(answer) for answer in asked.answers]
    about = {"turn": asked.turn, "player": _player(match, asked.turn)}
    return {"id": asked.id, **about, "text": asked.text, "answers": answers, "evidence": list(pictures)}


def _player(match: Match, turn: int) -> str:
    """Whose turn it was, or is."""
    return match.turns[turn - 1].player if turn <= len(match.turns) else match.player
