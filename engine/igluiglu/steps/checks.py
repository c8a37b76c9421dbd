"""Which rule a word breaks first: what is open goes before what is wrong with the word itself."""

from __future__ import annotations

from typing import Final

from engine.igluiglu import actions as a
from engine.igluiglu.board import CENTRE, CORNERS, FACE_DOWN, GLACIER, ICE, LAND, NEXT_TO, RING, SEA
from engine.igluiglu.equipment import BEAR, is_red, worth
from engine.igluiglu.faults import Rule
from engine.igluiglu.steps import ground, hands
from engine.igluiglu.steps.drift import drift_breaks
from engine.igluiglu.steps.progress import Progress

WALK_COST: Final = 1
KAYAK_COST: Final = 3
BUILD_COST: Final = 3

_NAMES_TILE: Final = a.Reveal | a.Keep
_ANSWERS: Final = a.Defend | a.Pass
_PHASE_TWO: Final = a.Walk | a.Kayak | a.Hunt | a.Harpoon | a.Build | a.PlayEnergy | a.PlayAnimals | a.Done


def broken_by(turn: Progress, action: a.Action) -> Rule | None:
    """The first rule that this word breaks now; None if it is lawful."""
    return _untimely(turn, action) or _wrong_in_itself(turn, action)


def _untimely(turn: Progress, action: a.Action) -> Rule | None:
    """Rules about when a word may come."""
    if turn.over:
        return Rule.AFTER_THE_END
    if turn.done:
        return Rule.AFTER_THE_TURN
    if turn.placing != isinstance(action, a.Place):
        return Rule.PLACE_FIRST if turn.placing else Rule.PLACE_OVER
    return _open(turn, action) or _not_now(turn, action)


def _open(turn: Progress, action: a.Action) -> Rule | None:
    """What has been begun is settled first (R11)."""
    if turn.asked:
        return None if isinstance(action, _ANSWERS) else Rule.ATTACK_OPEN
    if turn.fleeing:
        return None if isinstance(action, a.Flee) else Rule.FLEE_OPEN
    if turn.steps:
        return None if isinstance(action, a.Move) else Rule.ANIMALS_OPEN
    if turn.drawn is not None:
        return None if isinstance(action, _NAMES_TILE) else Rule.EVENT_NOT_RESOLVED
    if turn.drifting:
        return None if isinstance(action, a.Drift) else Rule.EVENT_NOT_RESOLVED
    if isinstance(action, a.Reveal | a.Keep | a.Drift | a.Move | a.Defend | a.Pass | a.Flee):
        return Rule.NOT_ASKED
    return None


def _not_now(turn: Progress, action: a.Action) -> Rule | None:
    """The duty to melt, once in a turn (R12, R14)."""
    if not turn.melted and isinstance(action, _PHASE_TWO):
        early = isinstance(action, a.PlayAnimals) and turn.house.animal_timing == "any"
        return None if early else Rule.MELT_FIRST
    if turn.melted and isinstance(action, a.Melt):
        return Rule.MELT_TWICE
    if isinstance(action, a.Stop) and (turn.melted or ground.meltable(turn.table, turn.house)):
        return Rule.STOP_TOO_EARLY
    return None


def _wrong_in_itself(turn: Progress, action: a.Action) -> Rule | None:
    """Rules about the word itself."""
    match action:
        case a.Place(cell):
            return None if cell in RING else Rule.PLACE_NOT_RING
        case a.Melt(cell):
            return _melt(turn, cell)
        case a.Reveal():
            return _reveal(turn, action)
        case a.Keep(kind):
            return _keep(turn, kind)
        case a.Drift():
            return drift_breaks(turn.table, turn.house, action)
        case a.Walk():
            return _walk(turn, action)
        case a.Kayak():
            return _kayak(turn, action)
        case a.Hunt() | a.Harpoon():
            return _hunt(turn, action)
        case a.Build(cell):
            return _build(turn, cell)
        case a.PlayEnergy(points):
            return _kept(turn, f"energy{points}", "energy")
        case a.PlayMelt(cell):
            return _play_melt(turn, cell) or _kept(turn, "melt", "melt")
        case a.PlayAnimals():
            return _kept(turn, "animals", "animals") or _no_step(turn)
        case a.Move():
            return _move(turn, action)
        case a.Defend(colour) | a.Pass(colour):
            return _answer(turn, action, colour)
        case a.Flee(colour, corner):
            if colour not in turn.fleeing:
                return Rule.FLEE_NOBODY
            return None if corner in CORNERS else Rule.FLEE_NOT_CORNER
    return None


def _melt(turn: Progress, cell: int) -> Rule | None:
    table = turn.table
    if rule := _no_face_down(turn, cell):
        return rule
    if not table.is_empty(cell):
        return Rule.MELT_OCCUPIED
    if ground.by_the_sea(table.board, cell):
        return None
    if cell not in RING:
        return Rule.MELT_NOT_ADJACENT
    too_early = turn.house.ring_melt == "fallback" and ground.coast(table)
    return Rule.MELT_RING_TOO_EARLY if too_early else None


def _no_face_down(turn: Progress, cell: int) -> Rule | None:
    lying = turn.table.board[cell]
    if lying == FACE_DOWN:
        return None
    return Rule.MELT_GLACIER if lying == GLACIER else Rule.MELT_NO_TILE


def _play_melt(turn: Progress, cell: int) -> Rule | None:
    if rule := _no_face_down(turn, cell):
        return rule
    if turn.table.igloo[cell]:
        return Rule.MELT_IGLOO
    return None if ground.by_the_sea(turn.table.board, cell) else Rule.MELT_NOT_ADJACENT


def _keep(turn: Progress, kind: str | None) -> Rule | None:
    known = turn.secret_tile
    if (kind and not is_red(kind)) or (known and not is_red(known)):
        return Rule.KEEP_EVENT
    if kind and ((known and known != kind) or not hands.can_be(turn.table, turn.tiles, kind)):
        return Rule.NOT_THAT_TILE
    return None if hands.room_for_red(turn.table, turn.tiles) else Rule.NOT_THAT_TILE


def _reveal(turn: Progress, reveal: a.Reveal) -> Rule | None:
    known = turn.secret_tile
    if (known and known != reveal.kind) or not hands.can_be(turn.table, turn.tiles, reveal.kind):
        return Rule.NOT_THAT_TILE
    if len(reveal.values) != tokens_due(turn, reveal.kind):
        return Rule.DRAW_COUNT
    supply, order = supply_of(turn, reveal.kind)
    if any(reveal.values.count(value) > supply[value - 1] for value in reveal.values):
        return Rule.DRAW_NOT_THERE
    on_top = order is not None and sorted(order[: len(reveal.values)]) != list(reveal.values)
    return Rule.DRAW_NOT_THERE if on_top else None


def supply_of(turn: Progress, kind: str) -> tuple[tuple[int, int, int], tuple[int, ...] | None]:
    """The supply from which a tile brings tokens, and its order where it is known."""
    secret = turn.table.secret
    if kind == "glacier":
        return turn.table.fox, secret.fox if secret else None
    return turn.table.fish, secret.fish if secret else None


def tokens_due(turn: Progress, kind: str) -> int:
    """How many tokens this tile brings as the supply is (R16, R19)."""
    if kind == "glacier":
        return min(1, sum(turn.table.fox))
    return min(int(kind[-1]), sum(turn.table.fish)) if kind.startswith("fish") else 0


def _goes(turn: Progress, action: a.Walk | a.Kayak, cost: int) -> Rule | None:
    """What walking and kayak have in common: points, and a bear on the goal (R32)."""
    if turn.points < cost:
        return Rule.TOO_MANY_POINTS
    bear = turn.table.has_bear(action.goal)
    if bear != action.harpoon:
        return Rule.BEAR_NO_HARPOON if bear else Rule.NO_BEAR
    return _kept(turn, "harpoon", "harpoon") if action.harpoon else None


def _closed(turn: Progress, goal: int) -> bool:
    return turn.table.board[goal] == LAND and turn.house.corners == "outOnly"


def _rival_igloo(turn: Progress, goal: int) -> bool:
    return turn.house.serious == "on" and turn.table.igloo[goal] not in ("", turn.mover.upper())


def may_arrive(turn: Progress, goal: int) -> bool:
    """May an Inuit of the mover end a journey here, with a harpoon where a bear is?"""
    if _closed(turn, goal) or _rival_igloo(turn, goal):
        return False
    return harpoon_ready(turn) if turn.table.has_bear(goal) else True


def harpoon_ready(turn: Progress) -> bool:
    """May the mover play a harpoon now?"""
    return _kept(turn, "harpoon", "harpoon") is None


def _walk(turn: Progress, walk: a.Walk) -> Rule | None:
    table = turn.table
    if turn.mover not in table.inuit[walk.start]:
        return Rule.NO_INUIT
    if walk.goal not in NEXT_TO[walk.start]:
        return Rule.WALK_NOT_ADJACENT
    if table.board[walk.goal] == SEA:
        return Rule.WALK_INTO_SEA
    if _closed(turn, walk.goal):
        return Rule.CORNER_CLOSED
    return Rule.RIVAL_IGLOO if _rival_igloo(turn, walk.goal) else _goes(turn, walk, WALK_COST)


def _kayak(turn: Progress, kayak: a.Kayak) -> Rule | None:
    table = turn.table
    if turn.mover not in table.inuit[kayak.start]:
        return Rule.NO_INUIT
    if table.board[kayak.goal] == SEA:
        return Rule.KAYAK_INTO_SEA
    if _closed(turn, kayak.goal):
        return Rule.CORNER_CLOSED
    same_sea = ground.waters(table, kayak.start, past_bears=True).touches(kayak.goal)
    if kayak.start == kayak.goal or not same_sea:
        return Rule.KAYAK_NO_WAY
    if not ground.waters(table, kayak.start).touches(kayak.goal):
        return Rule.KAYAK_THROUGH_BEAR
    return Rule.RIVAL_IGLOO if _rival_igloo(turn, kayak.goal) else _goes(turn, kayak, KAYAK_COST)


def _hunt(turn: Progress, hunt: a.Hunt | a.Harpoon) -> Rule | None:
    table, by_points = turn.table, isinstance(hunt, a.Hunt)
    if turn.mover not in table.inuit[hunt.hunter]:
        return Rule.NO_INUIT
    if table.board[hunt.hunter] == LAND:
        return Rule.HUNT_FROM_CORNER
    if hunt.animal not in table.animals[hunt.place]:
        return Rule.HUNT_NOT_THERE
    if by_points and hunt.animal == BEAR:
        return Rule.HUNT_BEAR
    if not within_reach(turn, hunt.hunter, hunt.animal, hunt.place):
        return Rule.HUNT_OUT_OF_REACH
    if by_points:
        return Rule.TOO_MANY_POINTS if turn.points < worth(hunt.animal) else None
    return _kept(turn, "harpoon", "harpoon")


def within_reach(turn: Progress, hunter: int, animal: str, place: int) -> bool:
    """Fox and bear on the same space, fish in sea next to it (R35); by the switch a bear there, too (R36)."""
    if place == hunter:
        return True
    at_sea = turn.table.board[place] == SEA and place in NEXT_TO[hunter]
    if animal == BEAR:
        return at_sea and turn.house.harpoon_sea_bear == "adjacent"
    return at_sea


def _build(turn: Progress, cell: int) -> Rule | None:
    table = turn.table
    if turn.mover not in table.inuit[cell]:
        return Rule.NO_INUIT
    if table.board[cell] == LAND:
        return Rule.IGLOO_CORNER
    if set(table.inuit[cell]) != {turn.mover}:
        return Rule.IGLOO_RIVAL
    if table.igloo[cell]:
        return Rule.IGLOO_THERE
    if turn.mover not in table.igloos_left:
        return Rule.IGLOO_NONE_LEFT
    return Rule.TOO_MANY_POINTS if turn.points < BUILD_COST else None


def _kept(turn: Progress, kind: str, family: str) -> Rule | None:
    """A kept tile must be there, and at most one of its kind is played in one's own turn (R27)."""
    if not hands.may_hold(turn.table, turn.tiles, turn.mover, kind):
        return Rule.TILE_NOT_HELD
    return Rule.KEPT_TWICE if family in turn.played else None


def _no_step(turn: Progress) -> Rule | None:
    return None if any(ground.animal_steps(turn.table, turn.house)) else Rule.ANIMALS_NONE


def _move(turn: Progress, move: a.Move) -> Rule | None:
    table, lying = turn.table, turn.table.board[move.goal]
    if move.animal not in table.animals[move.start]:
        return Rule.ANIMAL_NOT_THERE
    if move.goal not in NEXT_TO[move.start]:
        return Rule.ANIMAL_NOT_ADJACENT
    if move.animal.startswith("fish"):
        return None if lying == SEA else Rule.ANIMAL_GROUND
    if lying == LAND or (turn.house.barred == "centre" and move.goal in CENTRE):
        return Rule.ANIMAL_BARRED
    if move.animal != BEAR:
        return None if lying in ICE else Rule.ANIMAL_GROUND
    return Rule.BEAR_MEETS_BEAR if table.has_bear(move.goal) else None


def _answer(turn: Progress, action: a.Defend | a.Pass, colour: str) -> Rule | None:
    if colour != turn.asked[0]:
        return Rule.DEFENCE_ORDER
    if isinstance(action, a.Defend) and not hands.may_hold(turn.table, turn.tiles, colour, "harpoon"):
        return Rule.TILE_NOT_HELD
    return None
