"""Every state in which a legal turn can end, each found once, with the winners and a shortest turn that leads there.

Steps on different paths do not disturb each other, so each path is explored alone (`lanes`) and boards are put
together from the four paths' results. What the symbols on top can do is a table of plans (`plans`). A turn is then a
double tilt, a plan and one result for each path; in which order things happen is worked out for those who ask
(`wording`).

    begun = IceCult().begin(state)
    found = outcomes(begun)                      every end
    found = Turns(begun).after(("Nn", "Ee"))     the ends after exactly these two tilts
    found[end, winners]                          a shortest turn, as words
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from engine.icecult.board import COLOURS, PATHS, PAWNS, SLOTS, TILTS, in_order
from engine.icecult.cube import POSES, TURNED, CubeSet
from engine.icecult.ends.lanes import FIELD, Hop, Lane, Result, packed
from engine.icecult.ends.plans import Plan, place, plans, spins
from engine.icecult.ends.wording import DoubleTilt, Ref, words_of
from engine.icecult.moves import Tilt, tilted
from engine.icecult.options import next_player
from engine.icecult.state import Stacks, State
from engine.icecult.turn import TurnInProgress
from engine.icecult.winning import tower_colours, towers

Poses = tuple[str, ...]
Board = int
"""The numbers of the four paths' results, 16 bits each."""
End = tuple[State, str]
"""A state and who has won by it."""

DOUBLE_TILTS: Final[tuple[DoubleTilt, ...]] = tuple(
    (a, b) for a in TILTS for b in TILTS if not Tilt(*b).undoes(Tilt(*a))
)
"""The 56 ways to tilt twice (R9)."""

_SPUN: Final = {pose: (pose, (one := TURNED[pose]["+"]), TURNED[one]["+"], TURNED[pose]["-"]) for pose in POSES}
_LANE_MOVES: Final = 0xFFF  # 4 colours, 3 bits each
_EVERYWHERE: Final = 0x1111  # one colour's place on each of the four paths
_GUARD: Final = 0x8888  # the free top bit of each colour's packed count


class Boards(NamedTuple):
    """All boards after the same steps: those where play goes on, and those where the last step has won."""

    going: list[Board]
    places: list[int]
    """For each of `going`, the places at which an arrow could still move."""
    won: list[tuple[Board, int]]
    """Each with the places at which the last step can have been made."""


class Turns:
    """All legal ways to play a turn that has just begun; what is worked out for one double tilt serves the others."""

    def __init__(self, begun: TurnInProgress) -> None:
        self.begun = begun
        state, house, players = begun.before, begun.house, begun.players
        self.to_move = next_player(players, state.to_move)
        self._at_once = house.end == "move"
        self._must = house.circles == "must"
        claim = tower_colours(house, players, state.to_move)
        # A tower that its owner finds standing is claimed by the first step, whichever it is: search action by action.
        self._walk = self._at_once and bool(towers(state, claim))
        self.lanes = [Lane(i, state, claim, self._at_once) for i in range(4)]
        self._pool = packed(state.start)
        self._steps_to_win = min(_steps_to_win(state, player, player in claim) for player in players)
        self._dead = 0xFFFF ^ _places(state, 0)
        self._certain = [_places(state, steps) for steps in range(len(SLOTS) + 1)]
        self._winnable = self._steps_to_win <= len(SLOTS)
        self._boards: dict[int, Boards] = {}
        self._tables: dict[Board, tuple[tuple[Stacks, ...], str, tuple[str, ...]]] = {}
        self.winners: dict[Board, str] = {}

    def poses(self) -> dict[Poses, DoubleTilt]:
        """How the cubes can stand after two tilts, each with the first double tilt that does it."""
        once = {tilt: tilted(self.begun.state.cubes, Tilt(*tilt)) for tilt in TILTS}
        return {tilted(once[a], Tilt(*b)): (a, b) for a, b in reversed(DOUBLE_TILTS)}

    def all(self) -> Mapping[End, tuple[str, ...]]:
        """Every end of every legal turn."""
        return self.after(*self.poses().values())

    def after(self, *double_tilts: DoubleTilt) -> Mapping[End, tuple[str, ...]]:
        """The ends of the turns that begin with one of these double tilts."""
        legal = [pair for pair in double_tilts if pair in DOUBLE_TILTS]
        if self._walk:
            return self._walked(legal)
        cubes = self.begun.state.cubes
        return self._found({tilted(tilted(cubes, Tilt(*a)), Tilt(*b)): (a, b) for a, b in legal}.items())

    def _found(self, groups: Iterable[tuple[Poses, DoubleTilt]]) -> Found:
        """The ends of these poses, each with a shortest turn."""
        if self.begun.over:
            return Found(self, {})
        by_cost: dict[int, list[tuple[Poses, list[Board], Ref]]] = defaultdict(list)
        for poses, tilts in groups:
            for cost, ending, boards, ref in self._group(poses, tilts):
                by_cost[cost].append((ending, boards, ref))
        found: dict[Poses, dict[Board, Ref]] = defaultdict(dict)
        for cost in sorted(by_cost, reverse=True):  # so that the shortest turn is the one that stays
            for ending, boards, ref in by_cost[cost]:
                found[ending].update(dict.fromkeys(boards, ref))
        return Found(self, found)

    def _group(self, poses: Poses, tilts: DoubleTilt) -> Iterator[tuple[int, Poses, list[Board], Ref]]:
        """All ends after one double tilt, in groups: number of steps and turns, last poses, boards, how they came."""
        tops = [table[pose] for table, pose in zip(_tops(self.begun.cube_set), poses, strict=True)]
        arrows = tuple(i for i, top in enumerate(tops) if not isinstance(top, str))
        others = tuple(i for i in range(4) if i not in arrows)
        pointing = tuple(top for top in tops if not isinstance(top, str))
        arcs = tops.count("arc")
        for plan in self._plans(pointing, tops.count("circle"), arcs):
            boards = self._ends_of(plan)
            if boards:
                standing = [*poses]
                for i, spin in zip(arrows, plan.spins, strict=True):
                    standing[i] = _SPUN[poses[i]][spin]
                for spun, turns in spins(len(others), plan.arcs):
                    for i, spin in zip(others, spun, strict=True):
                        standing[i] = _SPUN[poses[i]][spin]
                    yield plan.cost + turns, tuple(standing), boards, Ref(tilts, plan, spun)

    def _plans(self, arrows: tuple[tuple[int, int], ...], circles: int, arcs: int) -> tuple[Plan, ...]:
        """The plans that can end a turn here; where it may win the match, none is ruled out for what it leaves owed."""
        most = len(arrows) + circles
        certain = 0 if self._steps_to_win <= most else self._certain[most]
        return plans(arrows, circles, arcs, self._must, self._dead, certain)

    def _ends_of(self, plan: Plan) -> list[Board]:
        """The boards with which this plan can end a turn."""
        going, places, won = self._boards.get(plan.moves) or self._boards_after(plan.moves)
        owing = plan.owing
        if 0 in owing:
            ends = going
        elif len(owing) == 1:
            only = owing[0]
            ends = [board for board, can in zip(going, places, strict=True) if not can & only]
        else:
            ends = [board for board, can in zip(going, places, strict=True) if _any_clear(owing, can)]
        return ends + [board for board, last in won if last & plan.finish] if won else ends

    def _boards_after(self, moves: int) -> Boards:
        """All boards after these steps in any order."""
        boards = self._boards[moves] = Boards([], [], [])
        ways = [lane.ways(moves >> 12 * i & _LANE_MOVES) for i, lane in enumerate(self.lanes)]
        for numbers in product(*ways):
            four = self._results(numbers)
            left = (self._pool | _GUARD) - sum([result.entered for result in four])
            if left & _GUARD != _GUARD:
                continue  # more pawns came in than were at the start
            board = numbers[0] | numbers[1] << 16 | numbers[2] << 32 | numbers[3] << 48
            won = self._won(four) if moves and self._winnable else ""
            if won:
                self.winners[board] = self._first(won)
            if won and self._at_once:
                if last := self._last_steps(won, numbers, ways):
                    boards.won.append((board, last))
            else:
                boards.going.append(board)
                boards.places.append(_places_left(four, left))
        return boards

    def _results(self, numbers: tuple[int, ...]) -> tuple[Result, Result, Result, Result]:
        a, b, c, d = self.lanes
        n, e, s, w = numbers
        return a.results[n], b.results[e], c.results[s], d.results[w]

    def _won(self, four: tuple[Result, ...]) -> str:
        """All who have five pawns home or a tower that counts."""
        home = sum([result.home for result in four])
        goals = [p for p in self.begun.players if home >> FIELD * COLOURS.index(p) & 7 == PAWNS]
        return "".join({*goals, *"".join([result.tower for result in four])})

    def _first(self, won: str) -> str:
        """The mover alone, else all, shared (R21, R22)."""
        mover = self.begun.state.to_move
        return mover if mover in won else in_order(won)

    def _last_steps(self, won: str, numbers: tuple[int, ...], ways: list[dict[int, list[Hop]]]) -> int:
        """The places at which one step, the last, can have won for all of these at once."""
        places = 0
        for path, (number, way) in enumerate(zip(numbers, ways, strict=True)):
            tower = self.lanes[path].results[number].tower
            for hop in way[number]:
                if all(player in hop.cargo or player in tower for player in won):
                    places |= 1 << place(path, hop.colour)
        return places

    def state_of(self, poses: Poses, board: Board) -> State:
        """The end as a state, the next player to move."""
        paths, start, goal = self._tables.get(board) or self._table(board)
        return State.trusted(poses, paths, start, goal, self.to_move)

    def _table(self, board: Board) -> tuple[tuple[Stacks, ...], str, tuple[str, ...]]:
        four = self._results(numbers_of(board))
        left = self._pool - sum([result.entered for result in four])
        start = "".join([colour * (left >> FIELD * i & 7) for i, colour in enumerate(COLOURS)])
        table = tuple([r.stacks for r in four]), start, tuple([r.goal for r in four])
        self._tables[board] = table
        return table

    def board_of(self, state: State) -> Board | None:
        """The board of a state as it was numbered; None if no steps seen so far lead to it."""
        pairs = zip(self.lanes, state.paths, state.goal, strict=True)
        numbers = [lane.numbers.get((stacks, goal)) for lane, stacks, goal in pairs]
        return None if None in numbers else sum(n << 16 * i for i, n in enumerate(numbers) if n)

    def words(self, ref: Ref, board: Board) -> tuple[str, ...]:
        """The turn behind an end."""
        numbers = numbers_of(board)
        four = self._results(numbers)
        won = self._won(four) if self._at_once and board in self.winners else ""
        left = self._pool - sum([result.entered for result in four])
        return words_of(self.begun, self.lanes, ref, numbers, _places_left(four, left), won)

    def _walked(self, double_tilts: Iterable[DoubleTilt]) -> dict[End, tuple[str, ...]]:
        """The ends found by trying every action after every other, shortest turns first."""
        turns = [turn for pair in double_tilts if isinstance(turn := self.begun.play_words(pair), TurnInProgress)]
        found: dict[End, tuple[str, ...]] = {}
        seen: set[tuple[State, frozenset[str]]] = set()
        while turns:
            for turn in turns:
                if turn.may_end() and (next_state := (verdict := turn.end()).next):
                    found.setdefault((next_state, verdict.winners), tuple(map(str, turn.actions)))
            further = [turn.after(action) for turn in turns for action in turn.legal_actions()]
            turns = list({(t.state, t.spent): t for t in further if (t.state, t.spent) not in seen}.values())
            seen |= {(t.state, t.spent) for t in turns}
        return found


class Found(Mapping[End, tuple[str, ...]]):
    """Ends with a shortest turn for each, which is worked out only when asked for."""

    def __init__(self, turns: Turns, found: Mapping[Poses, Mapping[Board, Ref]]) -> None:
        self._turns, self._found = turns, found

    def __len__(self) -> int:
        return sum(map(len, self._found.values()))

    def __iter__(self) -> Iterator[End]:
        state_of, winners = self._turns.state_of, self._turns.winners
        for poses, boards in self._found.items():
            for board in boards:
                yield state_of(poses, board), winners.get(board, "")

    def groups(self) -> Iterable[tuple[Poses, Mapping[Board, Ref]]]:
        """The ends as they were found: how the cubes stand, and the boards that go with it."""
        return self._found.items()

    def __getitem__(self, end: End) -> tuple[str, ...]:
        state, winners = end
        board = self._turns.board_of(state)
        boards = self._found.get(state.cubes, {})
        if board is None or board not in boards or state.to_move != self._turns.to_move:
            raise KeyError(end)
        if self._turns.winners.get(board, "") != winners:
            raise KeyError(end)
        return self._turns.words(boards[board], board)


def _places(state: State, steps: int) -> int:
    """The places at which an arrow is sure to find a pawn, whatever this number of steps has done before."""
    places = 0
    for i, colour in enumerate(COLOURS):
        if state.start.count(colour) > steps:
            places |= _EVERYWHERE << i
        for path, stacks in enumerate(state.paths):
            if colour in "".join(stacks[: max(0, state.spaces - steps)]):
                places |= 1 << place(path, i)
    return places


def _any_clear(owing: tuple[int, ...], places: int) -> bool:
    """Is there a choice of arrows that owe nothing at these places?"""
    return any(not mask & places for mask in owing)


def numbers_of(board: Board) -> tuple[int, int, int, int]:
    """The numbers of the four paths' results."""
    return board & 0xFFFF, board >> 16 & 0xFFFF, board >> 32 & 0xFFFF, board >> 48


def _places_left(four: tuple[Result, ...], left: int) -> int:
    """The places at which an arrow would find a pawn: on the path or at the start."""
    a, b, c, d = four
    places = a.present | b.present | c.present | d.present
    for i in range(4):
        if left >> FIELD * i & 7:
            places |= _EVERYWHERE << i
    return places


@lru_cache(maxsize=64)
def _tops(cube_set: CubeSet) -> tuple[dict[str, tuple[int, int] | str], ...]:
    """For each cube, pose -> (path, colour) of the arrow on top, or the other symbol's name."""
    tables = []
    for cube in cube_set.cubes:
        shown: dict[str, tuple[int, int] | str] = {}
        for pose in POSES:
            top = cube.top(pose)
            if top and top.colour and top.facing:
                shown[pose] = (PATHS.index(top.facing), COLOURS.index(top.colour))
            else:
                shown[pose] = top.symbol if top else ""
        tables.append(shown)
    return tuple(tables)


def _steps_to_win(state: State, player: str, tower_counts: bool) -> int:
    """A lower bound for the steps that bring a player's pawns home, or into one stack where that counts."""
    waiting = state.start.count(player)
    occupied = [[i for i, stack in enumerate(path) if player in stack] for path in state.paths]
    home = sum(state.spaces - spaces[0] for spaces in occupied if spaces) + (state.spaces + 1) * bool(waiting)
    at_goal = any(player in goal for goal in state.goal)
    if not tower_counts or at_goal or sum(map(bool, occupied)) > 1:
        return home
    return min(home, waiting + sum(map(len, occupied)) - (any(occupied)))


def outcomes(begun: TurnInProgress, tilts: Iterable[DoubleTilt] | None = None) -> Mapping[End, tuple[str, ...]]:
    """Every distinct end with one shortest turn that leads there; only of these double tilts, where some are given."""
    turns = Turns(begun)
    return turns.all() if tilts is None else turns.after(*tilts)


def ends(begun: TurnInProgress) -> list[End]:
    """Every distinct state in which a legal turn can end, with the winners."""
    return list(outcomes(begun))
