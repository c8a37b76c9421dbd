"""The turn in progress of ICE CULT as the page shows it: tilts, symbols, what is owed, what is legal."""

from __future__ import annotations

from engine.icecult.turn import TurnInProgress
from webui.icecult.sentences import why_words
from webui.icecult.steps import ambiguous
from webui.record.events import Json
from webui.record.match import Match


def turn_view(match: Match, turn: TurnInProgress) -> Json:
    """What the page shows of the turn in progress."""
    owed = {} if match.over else turn.owed()
    legal = [] if match.over else turn.legal_actions()
    return {
        "tilts": [str(tilt) for tilt in turn.tilts],
        "symbols": [_symbol(turn, k) for k in range(4)],
        "owed": [{"slot": s, "kind": _kind(turn, s), "actions": [str(a) for a in acts]} for s, acts in owed.items()],
        "legal": [str(action) for action in legal],
        "several": ambiguous(match.before, match.actions, [str(action) for action in legal]),
        "may_end": turn.may_end() and not match.over,
    }


def _symbol(turn: TurnInProgress, k: int) -> Json:
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
