"""What the plots show of a match of IGLU IGLU: times, prey, points over time, and the score island by island."""

from __future__ import annotations

from statistics import fmean

from engine.igluiglu.score import score
from engine.igluiglu.state import State
from webui.record.events import Json
from webui.record.match import Match
from webui.record.played import Played


def statistics(match: Match) -> Json:
    """Everything the plots show."""
    rows = [_turn_row(turn) for turn in match.turns]
    lead = [{"turn": 0, **_points(match, match.start)}]
    lead += [{"turn": turn.number, **_points(match, turn.after)} for turn in match.turns]
    return {
        "players": [_player_row(player, rows, match.before) for player in match.created.players],
        "turns": rows,
        "lead": lead,
        "most": max(max(row.values()) for row in lead),
        "score": score(match.before, match.house).to_json(),
    }


def _points(match: Match, state: State) -> dict[str, int | float]:
    """Everybody's points; none while Inuit are still being placed."""
    return dict.fromkeys(state.players, 0) if state.reserve else score(state, match.house).scores()


def _turn_row(turn: Played) -> Json:
    return {
        "turn": turn.number,
        "player": turn.player,
        "seconds": turn.seconds,
        "fault": turn.legal is False,
        "rule": turn.verdict.get("rule"),
    }


def _player_row(player: Json, rows: list[Json], state: State) -> Json:
    own = [row for row in rows if row["player"] == player["colour"]]
    times = [row["seconds"] for row in own if row["seconds"]]
    return {
        **player,
        "turns": len(own),
        "mean_s": round(fmean(times), 1) if times else 0.0,
        "longest_s": max(times, default=0.0),
        "faults": sum(row["fault"] for row in own),
        "caught": len(state.prey(player["colour"])),
        "igloos": sum(igloo.lower() == player["colour"] for igloo in state.igloo),
    }
