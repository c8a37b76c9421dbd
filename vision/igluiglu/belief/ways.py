"""What the melted tile may have shown, where the picture leaves that open: the turns that people choose from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.igluiglu.actions import Keep, Melt, Reveal, parse_action
from engine.igluiglu.explain.explain import explain
from engine.igluiglu.explain.partial import PartialState
from engine.igluiglu.rules import IgluIglu
from engine.igluiglu.state import State
from engine.igluiglu.turn import TurnInProgress

MOST: Final = 6
"""A question offers no more answers."""
FEW_TRIES: Final = 4_000
Words = tuple[str, ...]


def ways(rules: IgluIglu, state: State, words: Words, seen: PartialState) -> tuple[Words, ...]:
    """This turn and all that look the same and differ in what the drawn tile was; alone where nothing is open."""
    at = next((k for k, word in enumerate(words) if isinstance(parse_action(word), Keep | Reveal)), -1)
    if at < 0:
        return (words,)
    found = [words]
    for other in (*_renamed(rules, state, words, at, seen), *_caught_at_once(rules, state, words, at, seen)):
        if other not in found:
            found.append(other)
    return tuple(found[:MOST])


def _renamed(rules: IgluIglu, state: State, words: Words, at: int, seen: PartialState) -> Iterator[Words]:
    """The same words with another tile."""
    drawn = rules.begin(state).play_words(words[:at])
    if not isinstance(drawn, TurnInProgress):
        return
    for word in drawn.legal_words():
        named = parse_action(word)
        if isinstance(named, Keep) and named.kind:  # what was kept is its owner's secret
            continue
        other = (*words[:at], word, *words[at + 1 :])
        ruling = rules.judge(state, other)
        if ruling.next is not None and seen.agrees(ruling.next):
            yield other


def _caught_at_once(rules: IgluIglu, state: State, words: Words, at: int, seen: PartialState) -> Iterator[Words]:
    """A fish came and was hunted in the same turn: it looks as if the tile was kept, unless kept tiles are seen."""
    mover = state.to_move
    if not isinstance(parse_action(words[at]), Keep) or seen.hand(mover) is not None or not _beside(state, words):
        return
    for value, count in enumerate(state.fish, 1):
        if count:
            told = explain(rules.begin(state), seen, [*words[:at], f"reveal fish1 {value}"], FEW_TRIES)
            if told.legal:
                yield tuple(str(action) for action in told.turn)


def _beside(state: State, words: Sequence[str]) -> bool:
    """Whether the mover has Inuit near enough to the melted tile to hunt there."""
    melted = next((a.cell for word in words if isinstance(a := parse_action(word), Melt)), None)
    if melted is None:
        return False
    column, row = divmod(melted, 8)
    own = [divmod(cell, 8) for cell, people in enumerate(state.inuit) if state.to_move in people]
    return any(abs(column - c) + abs(row - r) <= 3 for c, r in own)
