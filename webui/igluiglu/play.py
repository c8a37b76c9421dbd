"""IGLU IGLU at the table: what the running product asks of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from engine.core.errors import NotationError
from engine.core.verdict import Fault
from engine.core.wording import sign
from engine.igluiglu.actions import parse_action
from engine.igluiglu.equipment import STANDARD_SET, UNKNOWN, TileSet
from engine.igluiglu.opening import USUAL, opening
from engine.igluiglu.options import HouseRules, parse_players
from engine.igluiglu.rules import IgluIglu
from engine.igluiglu.score import score
from engine.igluiglu.state import State, board_lines
from engine.igluiglu.turn import TurnInProgress
from engine.igluiglu.words.telling import sentence
from engine.igluiglu.words.texts import in_all
from webui.igluiglu import hidden
from webui.igluiglu.statistics import statistics
from webui.play.at_table import Judgement
from webui.play.said import Won
from webui.record.events import Json, Told
from webui.record.match import Match
from webui.record.played import Played
from webui.settings import Words
from webui.words import page_words

if TYPE_CHECKING:
    from webui.play.sight import Sight
    from webui.play.whole import Play
    from webui.table.desk import Desk


BY_HAND: Final = "demo:hand"


class Believed(Protocol):
    """A turn as a camera sees it: see `vision.igluiglu.belief.explained.IgluTurn`."""

    begun: TurnInProgress
    words: tuple[str, ...]
    state: State


def _as_far_as_it_goes(turn: TurnInProgress, words: Sequence[str]) -> TurnInProgress:
    """The turn with these words, up to the first that breaks a rule."""
    for word in words:
        after = turn.play(parse_action(word))
        if isinstance(after, Fault):
            break
        turn = after
    return turn


class IgluPlay:
    """See `webui.play.whole.Play`."""

    done_word = "done"

    @property
    def sight(self) -> Sight:
        """A camera can referee it."""
        from webui.igluiglu.sight import SIGHT  # pictures are heavy, and most questions need none

        return SIGHT

    def open_demo(self, desk: Desk, text: str) -> str:
        """The virtual table's film before the camera's eye; `demo:hand` plays itself by hand, to its end."""
        if text.startswith(BY_HAND):
            from webui.igluiglu.demo import open_demo

            return open_demo(desk, "demo" + text.removeprefix(BY_HAND))
        from webui.igluiglu.film import open_film

        return open_film(desk, text)

    def to_be_put_back(self, match: Match, told: Told) -> bool:
        """A word that breaks a rule is refused: nothing has to be put back."""
        return False

    def pieces(self, match: Match, state: State) -> None:
        """A table is put right tile by tile, not by what pieces show."""
        return

    def opening(self, players: str, house: Any, equipment: Any, start: Any) -> tuple[Json, Json, Json]:
        """House rules, set and first state; `start` may be {"centre": [2, 1, 3, 2]}: the fish of d4, d5, e4, e5."""
        rules = HouseRules() if house is None else HouseRules.from_json(house)
        tiles = STANDARD_SET if equipment is None else TileSet.from_json(equipment)
        if isinstance(start, Mapping) and set(start) != {"centre"}:
            return rules.to_json(), tiles.to_json(), dict(hidden.public_json(start))
        centre = start["centre"] if isinstance(start, Mapping) else USUAL
        if not isinstance(centre, list | tuple):
            raise NotationError(f"expected the values of four fish, got {centre!r}"[:120])
        return rules.to_json(), tiles.to_json(), opening(parse_players(players), centre).to_json()

    def house(self, data: Any) -> HouseRules:
        """House rules from their JSON."""
        return HouseRules.from_json(data)

    def check_word(self, rules: IgluIglu, word: str) -> None:
        """Raise NotationError for a word of no known form, or one that gives a kept tile away."""
        parse_action(word)
        if self.public(word)[1]:
            raise NotationError("expected 'keep' alone: what was kept is its owner's secret")

    def check_state(self, rules: IgluIglu, state: State) -> None:
        """Raise NotationError for a state that tells what nobody or only one player may know."""
        if state.secret is not None or any(tile != UNKNOWN for hand in state.hands for tile in hand):
            raise NotationError("expected kept tiles as '?' and no secret: their faces are nobody else's")

    def public(self, word: str) -> tuple[str, str]:
        """`keep harpoon` is `keep` to everybody else."""
        return hidden.public_word(word)

    def public_json(self, value: Any) -> Any:
        """What a log from elsewhere says, without faces of kept tiles."""
        return hidden.public_json(value)

    def in_progress(self, rules: IgluIglu, before: State, words: Sequence[str]) -> TurnInProgress:
        """The turn as far as its words go by the rules; nothing else is ever entered."""
        return _as_far_as_it_goes(rules.begin(before), words)

    def table_of(self, turn: TurnInProgress | Believed) -> State:
        """The state in the middle of a turn, as it was played or as a camera sees it."""
        return turn.table if isinstance(turn, TurnInProgress) else turn.state

    def step(self, turn: TurnInProgress, word: str) -> TurnInProgress | Fault:
        """The turn after one more word, or the fault."""
        return turn.play(parse_action(word))

    def refusal(self, turn: TurnInProgress, word: str, fault: Fault) -> Words:
        """Why a word cannot be played now."""
        key, params = sentence(turn, [word], replace(fault, at=0))
        return in_all(key, **params)

    def is_over(self, turn: TurnInProgress) -> bool:
        """Whether nothing more can be played: after `done`, after `place`, or because the game is over."""
        return turn.wants == "nothing"

    def judge(self, rules: IgluIglu, before: State, words: Sequence[str]) -> Judgement:
        """The verdict; a turn that breaks a rule, or is not finished, leaves the table as far as it could be played."""
        ruling = rules.judge(before, words)
        if ruling.next is not None:
            return Judgement(ruling.next, ruling.to_json())
        after = self._handed_on(rules, before, words)
        if ruling.fault is None:
            return Judgement(after, {"legal": None, "winners": ""})
        text = self._words(rules, before, words, ruling.fault)
        return Judgement(after, ruling.to_json(text["en"]), ruling.fault, text)

    def _handed_on(self, rules: IgluIglu, before: State, words: Sequence[str]) -> State:
        """The table after the words that can be played, with the next player to move; nobody is left between spaces."""
        table = self.in_progress(rules, before, words).table
        whole = table if bool(table.reserve) == bool(before.reserve) else before
        return replace(whole, to_move=rules.next_mover(before, whole))

    def _words(self, rules: IgluIglu, before: State, words: Sequence[str], fault: Fault) -> Words:
        key, params = sentence(rules.begin(before), words, fault)
        return in_all(key, **params)

    def unchecked(self, rules: IgluIglu) -> list[str]:
        """Every word is judged by what lies open."""
        return []

    def unchecked_words(self) -> Words:
        """Never said: every word is judged."""
        return {}

    def must_be_possible(self, rules: IgluIglu, before: State, words: Sequence[str]) -> None:
        """Refuse a turn that breaks a rule or is not finished: what hands would have left then, nobody can tell."""
        for word in words:
            self.check_word(rules, word)
        ruling = rules.judge(before, words)
        if ruling.fault is not None:
            raise NotationError(f"expected a turn by the rules: {words[ruling.fault.at]!r} breaks {ruling.fault.rule}")
        if ruling.next is None:
            raise NotationError("expected a whole turn; something is still to be done in it")

    def owed(self, rules: IgluIglu, before: State, words: Sequence[str]) -> Json | None:
        """What is wanted of whom after words by the rules that are no whole turn yet."""
        ruling, turn = rules.judge(before, words), self.in_progress(rules, before, words)
        unfinished = ruling.fault is None and ruling.next is None
        return {"wants": turn.wants, "who": turn.who} if unfinished else None

    def won(self, rules: IgluIglu, turn: Played) -> Won:
        """Most points when no tile can melt any more."""
        winners = str(turn.verdict["winners"])
        return Won("ice", "R14", in_all("win.shared" if len(winners) > 1 else "win.one", winners=winners))

    def stale(self, match: Match) -> Words | None:
        """The ice melts turn by turn: this game always goes on."""
        return None

    def turn_view(self, match: Match, turn: TurnInProgress | Believed) -> Json:
        """What is wanted of whom, and every word that is legal as far as everybody knows."""
        if not isinstance(turn, TurnInProgress):
            turn = _as_far_as_it_goes(turn.begun, turn.words)
        over = match.over
        legal = [] if over else [word for word in turn.legal_words() if not self.public(word)[1]]
        return {
            "wants": "nothing" if over else turn.wants,
            "who": "" if over else turn.who,
            "points": 0 if over else turn.points_left,
            "steps": turn.steps,
            "legal": legal,
            "may_end": not over and (turn.wants == "nothing" or "done" in legal),
        }

    def more_view(self, match: Match, state: State) -> Json:
        """The points as the table stands, and each player's own part, which goes to that player alone."""
        turn = self.in_progress(cast(IgluIglu, match.rules), match.before, match.actions)
        return {"score": score(state, match.house).to_json(), **hidden.private_view(match, turn)}

    def seen_by(self, view: Json, colour: str, phones: str = "", device: str = "") -> Json:
        """The view with this player's own kept tiles and nobody else's."""
        return hidden.seen_by(view, colour, phones, device)

    def scene(self, rules: IgluIglu, state: State) -> Json:
        """A state; with its islands where the game is over."""
        over = not state.reserve and rules.begin(state).over
        islands = {"islands": score(state, rules.house).to_json()["islands"]} if over else {}
        return {"state": state.to_json(), **islands}

    def performed(self, rules: IgluIglu, before: State, words: Sequence[str]) -> list[tuple[str, State]]:
        """Each word that could be played, with the state after it."""
        out, turn = list[tuple[str, State]](), rules.begin(before)
        for word in words:
            after = turn.play(parse_action(word))
            if isinstance(after, Fault):
                break
            turn = after
            out.append((word, turn.table))
        return out

    def ambiguous(self, rules: IgluIglu, before: State, words: Sequence[str], then: Sequence[str] = ()) -> list[str]:
        """Equal tokens and equal Inuit are interchangeable: every word says what it means."""
        return []

    def fault_text(self, rules: IgluIglu, before: State, words: Sequence[str], verdict: Json) -> Words | None:
        """The fault of a recorded verdict in words, where judging these words finds it again."""
        fault = rules.judge(before, words).fault
        if fault is None or fault.rule != verdict.get("rule"):
            return None
        return self._words(rules, before, words, fault)

    def diagram(self, rules: IgluIglu, state: State, language: str) -> str:
        """The table as text, with what stands on it and the points below."""
        words, totals = page_words(language), score(state, rules.house).scores().items()
        points = ", ".join(f"{words[f'Colour.{p}']} {total}" for p, total in totals)
        standing = ", ".join(f"{cell} {pieces}" for cell, pieces in state.on())
        label = f"{words['club.points']}{sign(':', language)}"
        return "\n".join([*board_lines(state.board), standing or "-", f"{label} {points}", ""])

    def packed(self, state: State) -> Json:
        """A state as JSON."""
        return state.to_json()

    def unpacked(self, rules: IgluIglu, data: Json) -> State:
        """Inverse of `packed`."""
        return rules.read_state(data)

    def counted(self, match: Match, turn: Played) -> Json:
        """Nothing but time and faults is counted turn by turn."""
        return {}

    def statistics(self, match: Match) -> Json:
        """Times, what was hunted and built, the points over time, and the score island by island."""
        return statistics(match)


PLAY: Final[Play] = IgluPlay()
