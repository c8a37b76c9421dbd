"""Playing a match log again: every state must follow from the one before, and every verdict must be the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.errors import NotationError
from engine.core.game import Games, find_game
from engine.core.log import EndLine, Json, LogError, MatchLog, TurnLine
from engine.core.rules import Rules
from engine.core.verdict import Judged, Table


@dataclass(frozen=True, slots=True)
class Replayed:
    """A log that replays: the state before the first turn and after each, and who has won."""

    states: tuple[Any, ...]
    winners: str

    @property
    def turns(self) -> int:
        """How many turns were played."""
        return len(self.states) - 1

    def to_json(self) -> dict[str, Any]:
        """As JSON (docs/FORMATS.md)."""
        return {"ok": True, "turns": self.turns, "winners": self.winners}


def replay(log: MatchLog, games: Games) -> Replayed:
    """The states of the match; raises LogError with the turn and the reason where the log contradicts the rules."""
    rules, state = _begin(log, games)
    states, winners = [state], ""
    for number, line in enumerate(log.turns, start=1):
        try:
            state, won = _play(rules, _stood(rules, states[-1], line, number), line, number, winners)
        except NotationError as error:
            raise LogError(number, str(error)) from None
        states.append(state)
        winners = winners or won
    if log.end:
        winners = _check_end(rules, states[-1], winners, log.end, len(log.turns))
    return Replayed(tuple(states), winners)


def _begin(log: MatchLog, games: Games) -> tuple[Rules[Any], Any]:
    """The rules and the first state that the header tells; LogError at turn 0 where it cannot be played."""
    header = log.header
    try:
        game = find_game(games, header.game)
    except KeyError:
        raise LogError(0, f"expected a game of {', '.join(games)}, got {header.game!r}") from None
    try:
        rules = game.make_rules(header.equipment, header.house, header.colours)
        state = rules.read_state(header.start)
    except NotationError as error:
        raise LogError(0, f"header: {error}") from None
    if rules.mover(state) not in rules.players:
        raise LogError(0, f"header: expected one of {rules.players!r} to move, got {rules.mover(state)!r}")
    return rules, state


def _stood(rules: Rules[Any], left: Any, line: TurnLine, number: int) -> Any:
    """The table before a turn: as the turn before left it, unless the line says that somebody put it otherwise."""
    if line.before is None:
        return left
    before = rules.read_state(line.before)
    if rules.mover(before) != rules.mover(left):
        raise LogError(number, f"expected {rules.mover(left)!r} to move before the turn, got {rules.mover(before)!r}")
    return before


def _play(rules: Rules[Any], before: Table, line: TurnLine, number: int, winners: str) -> tuple[Any, str]:
    """The state after one turn, and who has won by it."""
    if line.turn != number:
        raise LogError(number, f"expected turn {number}, got turn {line.turn}")
    if line.player != rules.mover(before):
        raise LogError(number, f"expected player {rules.mover(before)!r}, got {line.player!r}")
    after = rules.read_state(line.after)
    if rules.mover(after) != (expected := rules.next_mover(before, after)):
        raise LogError(number, f"expected {expected!r} to move next")
    legal = line.verdict["legal"]
    if winners and (legal is not False or line.verdict.get("rule") != "after-the-end"):
        raise LogError(number, f"the match was already won by {winners!r}")
    if legal is None:
        return after, ""
    if line.verdict.get("unchecked"):
        return after, _won_unchecked(rules, after, line.verdict, number) if legal else ""
    verdict = rules.judge(before, line.actions)
    if legal:
        return after, _check_legal(verdict, line.verdict, after, number)
    _check_illegal(rules, verdict, before, line, after, number)
    return after, ""


def _won_unchecked(rules: Rules[Any], after: Any, recorded: Json, number: int) -> str:
    """Who has won by a turn that was judged while the equipment was not wholly known, and so cannot be judged again."""
    winners = recorded.get("winners", "")
    if winners and not (isinstance(winners, str) and rules.how_won(after, winners)):
        raise LogError(number, f"recorded as won by {winners!r}, but the table says otherwise")
    return str(winners)


def _check_legal(verdict: Judged, recorded: Json, after: Table, number: int) -> str:
    """Hold a legal turn against its line in the log; who has won by it."""
    if verdict.fault:
        fault = verdict.fault
        raise LogError(number, f"recorded as legal, but it breaks {fault.rule} at action {fault.at}")
    if verdict.next != after:
        raise LogError(number, "the actions do not lead to the recorded state")
    if "next" in recorded and recorded["next"] != after.to_json():
        raise LogError(number, "the verdict's next state is not the recorded one")
    if recorded.get("winners", "") != verdict.winners:
        raise LogError(number, f"expected winners {verdict.winners!r}, got {recorded.get('winners')!r}")
    return verdict.winners


def _check_illegal(
    rules: Rules[Any], verdict: Judged, before: Table, line: TurnLine, after: Table, number: int
) -> None:
    """Judge a fault again where the actions show it; one without `at` was read from two views, so it cannot be."""
    recorded, fault = line.verdict, verdict.fault
    if recorded.get("at") is None:
        return
    if fault is None:
        raise LogError(number, f"recorded as {recorded.get('rule')}, but the actions are legal")
    if (recorded.get("rule"), recorded["at"]) != (fault.rule, fault.at):
        found = f"{fault.rule} at action {fault.at}"
        raise LogError(number, f"expected {found}, got {recorded.get('rule')} at action {recorded['at']}")
    if _differs(recorded.get("owed"), fault.owed):
        raise LogError(number, "the actions recorded as owed are not those that were")
    result = rules.result(before, line.actions)
    if result is not None and result != after and "violations" not in recorded:
        raise LogError(number, "the actions do not lead to the recorded state")


def _differs(recorded: Any, owed: Sequence[str]) -> bool:
    return recorded is not None and (not isinstance(recorded, list) or sorted(map(str, recorded)) != sorted(owed))


def _check_end(rules: Rules[Any], state: Table, winners: str, end: EndLine, turns: int) -> str:
    """Who has won in the end; a match may also be stopped, or won by what stands after a fault that was accepted."""
    if end.how not in (*rules.endings, "stopped"):
        known = f"{', '.join(rules.endings)} or stopped"
        raise LogError(turns + 1, f"expected an end by {known}, got {end.how!r}")
    if end.how == "stopped":
        if winners or end.winners:
            raise LogError(turns, f"recorded as stopped, but {winners or end.winners!r} won")
        return ""
    if winners and end.winners != winners:
        raise LogError(turns, f"expected winners {winners!r}, got {end.winners!r}")
    how = rules.how_won(state, end.winners)
    if how != end.how:
        raise LogError(turns, f"recorded as won by {end.how}, but the table says {how or 'that nobody has'}")
    for key, value in rules.end_details(state).items():
        if end.details.get(key, value) != value:
            raise LogError(turns, f"expected {key} {value!r}, got {end.details[key]!r}"[:200])
    return end.winners
