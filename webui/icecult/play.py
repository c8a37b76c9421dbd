"""ICE CULT at the table: what the running product asks of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from engine.core.errors import NotationError
from engine.core.verdict import Fault, Verdict
from engine.icecult.cube import STANDARD_SET, CubeSet
from engine.icecult.moves import Step, Tilt, parse_action, parse_real
from engine.icecult.options import HouseRules
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from engine.icecult.winning import home
from engine.icecult.words.texts import in_all
from engine.icecult.writing.diagram import text_diagram
from webui.icecult import steps
from webui.icecult.faces import looks
from webui.icecult.sentences import UNCHECKED, action_words, fault_words
from webui.icecult.statistics import carried, statistics, wasted
from webui.icecult.turn_view import turn_view
from webui.icecult.won import won_words
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

STALE_ROUNDS: Final = 3
BAD_TILTS: Final = frozenset({"tilt-count", "tilt-undone", "tilt-alone", "tilt-axis", "cube-turned", "cubes-exchanged"})
"""Broken on the cubes: nothing is left to play, what was done has to be put back."""
TILTS_OWED: Final = 2  # by every turn


class IceCultPlay:
    """See `webui.play.whole.Play`."""

    done_word = ""

    @property
    def sight(self) -> Sight:
        """A camera can referee it."""
        from webui.icecult.sight import SIGHT  # pictures are heavy, and most questions need none

        return SIGHT

    def open_demo(self, desk: Desk, text: str) -> str:
        """The virtual table's film."""
        from webui.icecult.demo import open_demo

        return open_demo(desk, text)

    def to_be_put_back(self, match: Match, told: Told) -> bool:
        """Whether cubes were moved against the rules; one tilt too few can still be made."""
        if told.rule != "tilt-count":
            return told.rule in BAD_TILTS
        words = match.turns[told.turn - 1].actions if told.turn <= len(match.turns) else match.actions
        return sum(isinstance(parse_real(word, match.equipment.spaces), Tilt) for word in words) >= TILTS_OWED

    def pieces(self, match: Match, state: State) -> Json:
        """Every look of each cube."""
        return looks(match, state)

    def opening(self, players: str, house: Any, equipment: Any, start: Any) -> tuple[Json, Json, Json]:
        """House rules, set and first state: standard rules, the standard set and the set-up where nothing is given."""
        cubes = STANDARD_SET if equipment is None else CubeSet.from_json(equipment)
        rules = HouseRules() if house is None else HouseRules.from_json(house)
        first = State.setup(players[0], cubes.spaces) if start is None else State.from_json(start)
        return rules.to_json(), cubes.to_json(), first.to_json()

    def house(self, data: Any) -> HouseRules:
        """House rules from their JSON."""
        return HouseRules.from_json(data)

    def check_word(self, rules: IceCult, word: str) -> None:
        """Raise NotationError for an action that this table does not have."""
        parse_real(word, rules.cube_set.spaces)

    def check_state(self, rules: IceCult, state: State) -> None:
        """Raise NotationError for paths of another length than the set's."""
        if state.spaces != rules.cube_set.spaces:
            raise NotationError(f"expected paths of {rules.cube_set.spaces} spaces as in the set, got {state.spaces}")

    def public(self, word: str) -> tuple[str, str]:
        """Nothing is hidden in this game."""
        return word, ""

    def public_json(self, value: Any) -> Any:
        """Nothing is hidden in this game."""
        return value

    def in_progress(self, rules: IceCult, before: State, words: Sequence[str]) -> TurnInProgress:
        """The turn as far as it was played; what broke a rule is done on the table all the same."""
        return rules.begin(before).play_anyway(words)[0]

    def table_of(self, turn: TurnInProgress) -> State:
        """The state in the middle of a turn."""
        return turn.state

    def step(self, turn: TurnInProgress, word: str) -> TurnInProgress | Fault:
        """The turn after one more action, or the fault."""
        return turn.play(parse_action(word))

    def refusal(self, turn: TurnInProgress, word: str, fault: Fault) -> Words:
        """Why an action cannot be played now."""
        return action_words(turn, parse_action(word), fault.rule)

    def is_over(self, turn: TurnInProgress) -> bool:
        """Whether a step has won the game, where that ends it at once."""
        return bool(turn.winners) and turn.house.end == "move"

    def judge(self, rules: IceCult, before: State, words: Sequence[str]) -> Judgement:
        """Where a turn leaves the table, and the verdict; what broke a rule is done on the table all the same."""
        begun = rules.begin(before)
        turn, fault = begun.play_anyway(words)
        verdict: Verdict[State] = turn.end() if fault is None else Verdict(fault)
        after = replace(turn.state, to_move=rules.next_mover(before, turn.state))
        text = fault_words(begun, words, verdict.fault) if verdict.fault else None
        return Judgement(after, verdict.to_json((text or {}).get("en", "")), verdict.fault, text)

    def unchecked(self, rules: IceCult) -> list[str]:
        """The tilts, while not all faces of the cubes are known."""
        known = all(text is not None for cube in rules.cube_set.cubes for text in cube.prints)
        return [] if known else ["tilts"]

    def unchecked_words(self) -> Words:
        """Tilts that nobody could check."""
        return UNCHECKED

    def must_be_possible(self, rules: IceCult, before: State, words: Sequence[str]) -> None:
        """Refuse actions that no hands could have done; breaking a rule is another matter."""
        playing = rules.begin(before)
        for word in words:
            action = parse_real(word, playing.state.spaces)
            if not playing.can_be_done(action):
                raise NotationError(f"expected actions that can be done there, got {word!r}: no such pawn stands there")
            playing = playing.anyway(action)

    def owed(self, rules: IceCult, before: State, words: Sequence[str]) -> Json | None:
        """A turn may be left at any moment; what was missed is the verdict's."""
        return None

    def won(self, rules: IceCult, turn: Played) -> Won:
        """Five pawns home, or five in one stack."""
        goal = bool(set(turn.verdict["winners"]) & set(home(turn.after, rules.players)))
        return Won("goal" if goal else "tower", "R21" if goal else "R22", won_words(turn))

    def stale(self, match: Match) -> Words | None:
        """A note when no pawn has moved for three full rounds."""
        last = match.turns[-STALE_ROUNDS * len(match.players) :]
        moved = any(isinstance(parse_action(word), Step) for turn in last for word in turn.actions)
        return None if moved or len(last) < STALE_ROUNDS * len(match.players) else in_all("note.stalemate")

    def turn_view(self, match: Match, turn: TurnInProgress) -> Json:
        """Tilts, symbols, what is owed and what is legal."""
        return turn_view(match, turn)

    def more_view(self, match: Match, state: State) -> Json:
        """The set, where a page plays by hand: it may have to play on while the server cannot be reached."""
        return {"set": match.equipment.to_json()} if match.created.source == "hand" else {}

    def seen_by(self, view: Json, colour: str, phones: str = "", device: str = "") -> Json:
        """Everybody sees everything."""
        return view

    def scene(self, rules: IceCult, state: State) -> Json:
        """A state with what the four cubes show."""
        return steps.scene(state, rules.cube_set)

    def performed(self, rules: IceCult, before: State, words: Sequence[str]) -> list[tuple[str, State]]:
        """Each action that could be done, with the state after it."""
        return steps.performed(before, words)

    def ambiguous(self, rules: IceCult, before: State, words: Sequence[str], then: Sequence[str] = ()) -> list[str]:
        """The steps that mean one of several pawns of a colour in a stack."""
        return steps.ambiguous(before, words, then)

    def fault_text(self, rules: IceCult, before: State, words: Sequence[str], verdict: Json) -> Words | None:
        """The fault of a recorded verdict in words; None for one that only the camera's two views tell."""
        return steps.fault_text(rules, before, words, verdict)

    def diagram(self, rules: IceCult, state: State, language: str) -> str:
        """The board as text, with the pawns at the start below."""
        *board, _ = text_diagram(state, rules.cube_set).splitlines()
        return "\n".join([*board, f"{page_words(language)['start']} {state.start or '-'}", ""])

    def packed(self, state: State) -> list[Any]:
        """A state as short JSON."""
        return [state.cubes, state.paths, state.start, state.goal, state.to_move]

    def unpacked(self, rules: IceCult, data: list[Any]) -> State:
        """Inverse of `packed`; it was valid when it was written."""
        cubes, paths, start, goal, to_move = data
        return State.trusted(tuple(cubes), tuple(map(tuple, paths)), start, tuple(goal), to_move)

    def counted(self, match: Match, turn: Played) -> Json:
        """Arrows wasted and pawns carried."""
        return {"wasted": wasted(turn, match), "carried": carried(turn)}

    def statistics(self, match: Match) -> Json:
        """Times, faults, wasted arrows, carried pawns, and the lead over time."""
        return statistics(match)


PLAY: Final[Play] = IceCultPlay()
