"""What a view says of the turn in progress: the turn by the rules that leads there, a fault, or what must be asked."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import Final

from engine.igluiglu.actions import Keep, parse_action
from engine.igluiglu.board import NAMES
from engine.igluiglu.explain.explain import Explanation, explain
from engine.igluiglu.explain.partial import NOT_SEEN
from engine.igluiglu.faults import Rule, Violation
from engine.igluiglu.rules import IgluIglu
from engine.igluiglu.state import State
from engine.igluiglu.turn import TurnInProgress
from vision.belief.breach import Breach, Breaches
from vision.igluiglu.belief.adopting import Lying, adopted
from vision.igluiglu.belief.view import Compared, believed, fits
from vision.igluiglu.belief.ways import ways

FAULT: Final = 3.5
"""What it costs to believe that a rule was broken, in nats; that a space was misread costs -log(1 - how surely)."""
PLAIN: Final = 1.6
"""Where no more than this was misread, nothing has to be asked."""
WEAK: Final = 0.6
"""A space that is read less surely is doubted before any other."""
ALONE: Final = 4
"""So many spaces are doubted one by one before they are doubted together."""
MISREAD_MOST: Final = 3
"""A table that cannot lie so is taken as it can with no more than this misread."""
CERTAIN: Final = 0.97
"""A fault rests only on spaces that are read as surely as this; others may be misread."""


@dataclass(frozen=True, slots=True)
class IgluTurn:
    """A turn as it is believed; see `vision.belief.points.PlayedTurn`."""

    begun: TurnInProgress
    words: tuple[str, ...]
    state: State
    """The table as it lies, with the same player to move."""
    after: State
    """The table that it hands on."""
    winners: str = ""
    whole: bool = False

    def may_end(self) -> bool:
        """Whether nothing is owed in it."""
        return self.whole

    def handed_on(self) -> State:
        """The table that it leaves, with the next player to move."""
        return self.after


@dataclass(frozen=True, slots=True)
class Explained:
    """The turn in progress by one view."""

    turn: IgluTurn
    legal: bool | None = True
    violations: tuple[Violation, ...] = ()
    ways: tuple[tuple[str, ...], ...] = ()
    """Where it has to be asked: the turns that it may have been."""
    reason: str = ""
    changed: tuple[str, ...] = ()

    @property
    def breaches(self) -> Breaches:
        """The rules broken in it."""
        return tuple(Breach(str(each.rule), tuple(each.params.get("cells", ()))) for each in self.violations)


def nothing_played(rules: IgluIglu, state: State) -> Explained:
    """Before anything has happened."""
    begun = rules.begin(state)
    return Explained(IgluTurn(begun, (), state, replace(state, to_move=rules.next_mover(state, state))))


def explained(
    rules: IgluIglu,
    state: State,
    seen: Compared,
    said: Sequence[str] = (),
    sure: Mapping[str, float] | None = None,
    spare: int = 0,
) -> Explained:
    """What the turn from `state` is by what is seen of its table; `sure`: how surely each space is read.

    `spare`: so many tiles more the mover may have kept in turns of which it is not certain what was played.
    """
    if not seen.changed and not said and _same_hands(state, seen):
        return nothing_played(rules, state)
    begun = rules.begin(state)
    found = explain(begun, seen.partial(), said)
    sure = sure or {}
    if found.legal is not True and not said and _nothing_but_misread(state, seen, sure):
        return nothing_played(rules, state)
    if found.legal is False and seen.hands:  # kept tiles may have been miscounted, or an earlier turn asked in vain
        seen = replace(seen, hands={})
        found = explain(begun, seen.partial(), said)
    if found.legal is False and seen.open:  # an animal whose value nobody could read may be another one
        again = explain(begun, seen.loosely().partial(), said)
        if again.turn and again.legal is not False:
            seen, found = seen.loosely(), again
    if found.legal is False or not found.turn:
        doubtful = sorted((n for n in seen.changed if sure.get(n, 1.0) < CERTAIN), key=lambda name: sure[name])
        for names in doubts(doubtful, sum(sure[name] < WEAK for name in doubtful)):
            milder = explain(begun, seen.without(names).partial(), said) if names else found
            if milder.turn and milder.legal is not False:  # perhaps nobody broke a rule, and spaces were misread
                fewer = _fewest(begun, seen, names, said)
                return _doubted(rules, state, seen, milder, {name: sure[name] for name in names}, fewer)
            if milder.legal is None:  # the search gave up: there may be a turn, and nobody is accused
                found = milder
    if found.legal is False and spare and any(each.rule == Rule.TILE_GONE for each in found.violations):
        maybe = explain(rules.begin(_holding(state, spare)), seen.partial(), said)
        if maybe.legal is not False:  # then perhaps nobody broke a rule, and nothing tells what was played
            found = replace(maybe, legal=None, turn=(), reason="open.unshown")
    if found.legal is False:
        return _broken(rules, state, seen, found, sure)
    return _possible(rules, state, seen, found, sure)


def _holding(state: State, spare: int) -> State:
    """With so many tiles more before the mover, which nobody has seen."""
    more = {state.to_move: ("?",) * spare}
    hands = zip(state.players, state.hands, strict=True)
    return replace(state, hands=tuple(hand + more.get(player, ()) for player, hand in hands))


def _price(seen: Compared, sure: Mapping[str, float]) -> float:
    """What it costs to believe that all that has changed was misread."""
    return sum(misread_price(sure.get(name, 1.0)) for name in seen.changed)


def _nothing_but_misread(state: State, seen: Compared, sure: Mapping[str, float]) -> bool:
    """Whether nothing was played, likely: every tile lies where it lay, and little else was misread."""
    pairs = zip(seen.cells, believed(state), strict=True)
    return _price(seen, sure) < PLAIN and all(cell.ground in (NOT_SEEN, there.ground) for cell, there in pairs)


def doubts(names: Sequence[str], weak: int) -> Iterator[tuple[str, ...]]:
    """Which spaces may be misread, the likeliest first: the weakest together, each other one with them, then more."""
    for count in range(1, weak + 1):
        yield tuple(names[:count])
    for name in names[weak : weak + ALONE]:
        yield (*names[:weak], name)
    for count in range(weak + 2, len(names) + 1):
        yield tuple(names[:count])


def _fewest(begun: TurnInProgress, seen: Compared, names: tuple[str, ...], said: Sequence[str]) -> Explanation | None:
    """The turn with as few of these misread as it takes, where that is another one."""
    found = None
    for name in reversed(names):
        fewer = tuple(other for other in names if other != name)
        again = explain(begun, seen.without(fewer).partial(), said) if fewer else None
        if again is not None and again.turn and again.legal is not False:
            found, names = again, fewer
    return found


def _same_hands(state: State, seen: Compared) -> bool:
    hands = zip(state.players, state.hands, strict=True)
    return all(seen.hands.get(player) in (None, len(hand)) for player, hand in hands)


def _possible(
    rules: IgluIglu, state: State, seen: Compared, found: Explanation, sure: Mapping[str, float]
) -> Explained:
    """A turn by the rules, or one that must be asked for."""
    begun, words = rules.begin(state), tuple(str(action) for action in found.turn)
    if not words:
        after = _as_seen(rules, state, seen, sure)
        turn = IgluTurn(begun, (), replace(after, to_move=state.to_move), after)
        return Explained(turn, None, reason=found.reason, changed=seen.changed)
    words = tuple(_public(word) for word in words)
    ruling = rules.judge(state, words)
    after = ruling.next or state
    shown = replace(after, to_move=state.to_move)
    turn = IgluTurn(begun, words, shown, after, ruling.winners, True)
    open_ways = ways(rules, state, words, seen.partial())
    legal = found.legal if len(open_ways) == 1 else None
    asked = () if legal else open_ways
    return Explained(turn, legal, ways=asked, reason=found.reason or "open.several", changed=seen.changed)


def _doubted(
    rules: IgluIglu,
    state: State,
    seen: Compared,
    milder: Explanation,
    sure: Mapping[str, float],
    fewer: Explanation | None = None,
) -> Explained:
    """A table that breaks a rule as it was read, and none if these spaces were misread: asked for, as a rule.

    What is the likelier is taken as the table: that a rule was broken, or that so much was misread. Where another turn
    takes `fewer` of them to be misread, both are asked for.
    """
    words = _words(milder)
    open_ways = tuple(dict.fromkeys([words, *([_words(fewer)] if fewer else [])]))
    if fewer is not None and fewer.legal is True:
        words = _words(fewer)
    lawful = rules.judge(state, words).next if words else None
    read = adopted(state, Lying.seen(state, seen.partial()), state.to_move)
    if lawful is not None:
        there = dict(zip(NAMES, believed(lawful), strict=True))
        cells = dict(zip(NAMES, seen.cells, strict=True))
        price = sum(misread_price(p) for name, p in sure.items() if not fits(cells[name], there[name]))
        if read is None or price < FAULT:
            turn = IgluTurn(rules.begin(state), words, replace(lawful, to_move=state.to_move), lawful, "", True)
            known = milder.legal is True and price < PLAIN and len(open_ways) == 1
            return Explained(turn, True if known else None, ways=open_ways, reason="open.unseen", changed=seen.changed)
    after = _as_seen(rules, state, seen, sure)
    turn = IgluTurn(rules.begin(state), words, replace(after, to_move=state.to_move), after, "", True)
    return Explained(turn, None, ways=open_ways if words else (), reason="open.unseen", changed=seen.changed)


def _words(found: Explanation) -> tuple[str, ...]:
    return tuple(_public(str(action)) for action in found.turn)


def _public(word: str) -> str:
    """What was kept is its owner's secret."""
    action = parse_action(word)
    return "keep" if isinstance(action, Keep) else word


def _broken(rules: IgluIglu, state: State, seen: Compared, found: Explanation, sure: Mapping[str, float]) -> Explained:
    """A turn that breaks rules, or must be asked for as it was misread rather: the table is taken as it lies."""
    after = _as_seen(rules, state, seen, sure)
    turn = IgluTurn(rules.begin(state), (), replace(after, to_move=state.to_move), after)
    plain = all(sure.get(name, 1.0) >= CERTAIN for name in seen.changed)
    if _price(seen, sure) < FAULT or not plain:
        return Explained(turn, None, reason="open.unseen", changed=seen.changed)
    return Explained(turn, False, found.violations, changed=seen.changed)


def _as_seen(rules: IgluIglu, state: State, seen: Compared, sure: Mapping[str, float]) -> State:
    """The table as it lies; where it cannot be so, without what was read least surely. The next player is to move."""
    price = {name: misread_price(sure.get(name, 1.0)) for name in seen.changed}
    few = chain.from_iterable(combinations(seen.changed, count) for count in range(MISREAD_MOST + 1))
    for names in (*sorted(few, key=lambda names: sum(price[name] for name in names)), seen.changed):
        there = adopted(state, Lying.seen(state, seen.without(names).partial()), state.to_move)
        if there is not None:
            return replace(there, to_move=rules.next_mover(state, there))
    return replace(state, to_move=rules.next_mover(state, state))


def misread_price(sure: float) -> float:
    """What it costs to believe that a space was misread that was read so surely, in nats (as measured on strangers)."""
    wrong = (1 - sure) * (0.2 if sure >= 0.9 else 1.0)
    return -math.log(max(wrong, 1e-6))
