"""From two views of the table to the turn between them: the legal turn, or what went wrong, or what stays open.

    explain(rules.begin(before), after).to_json("de")

A turn is legal if any legal turn leads from `before` to what is seen; nobody is accused on a doubt. Otherwise the
nearest explanation is told: the one that needs the fewest (and mildest) faults. Its faults stand in the order of
`faults.Rule`, so the first is *the* rule. What was not seen is taken as honest play would leave it, with one exception:
where an unfinished turn fits as well as a finished one, the answer stays open.

`others` counts further explanations that differ in what happened, not in the order: other symbols came up, or other
pawns moved. With `over=False` the turn may still be going on: a lawful beginning is then open, not a fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from engine.core.errors import NotationError
from engine.core.verdict import Fault
from engine.icecult import winning
from engine.icecult.board import COLOURS, PAWNS, SLOTS
from engine.icecult.cube import CubeSet, print_of
from engine.icecult.ends.ends import Turns
from engine.icecult.explain.cubes import CubeReader, Story, tilted
from engine.icecult.explain.explanation import Candidate, Explanation
from engine.icecult.explain.pawns import PawnReader, Reading
from engine.icecult.explain.shifts import miscount
from engine.icecult.explain.words import words_of
from engine.icecult.faults import Rule, Violation
from engine.icecult.partial import PartialState
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress

_LIMITS: Final = (1.05, 2.05, 3.05, 4.55, 6.05, 9.05, 40.0)
"""How much an explanation may cost, tried from little to much: cheap ones are found fast."""
_MOST_CANDIDATES: Final = 8
_MOST_ENDS: Final = 400  # that get their turn in words; a view that fits more ends stays open in any case
_RIVALS: Final = {Rule.TILT_ALONE: Rule.CUBE_TURNED, Rule.CUBE_TURNED: Rule.TILT_ALONE}
_RIVAL_COST: Final = 1.1  # one cube, rolled or turned once


def explain(begun: TurnInProgress, after: State | PartialState, over: bool = True) -> Explanation:
    """The turn that leads from `begun`, before its first tilt, to `after`; or the nearest one; or what stays open."""
    seen = after if isinstance(after, PartialState) else PartialState.of(after)
    if seen.spaces != begun.before.spaces:
        raise NotationError(f"expected paths of {begun.before.spaces} spaces as before, got {seen.spaces}")
    return _Case(begun, seen, over).answer()


class _Case:
    """One question, with what is worked out on the way."""

    def __init__(self, begun: TurnInProgress, seen: PartialState, over: bool) -> None:
        self.begun, self.before, self.set = begun, begun.before, begun.cube_set
        self.seen, self.over = seen, over
        self.cubes = CubeReader(self.before.cubes, seen, self.set)
        self.pawns = PawnReader(begun, seen, over)
        self.open = (*self._open_cubes(), *seen.unseen_pawns())

    def _open_cubes(self) -> Iterator[str]:
        """The cubes that may stand in several ways."""
        yield from (slot for slot, poses in zip(SLOTS, self.cubes.possible, strict=True) if len(poses) > 1)

    def answer(self) -> Explanation:
        """Legal if it can be; open if it must stay open; else the nearest faults."""
        # Who plays on after the match was won breaks a rule, whatever was played.
        if self.begun.over:
            return Explanation(False, violations=(Violation(Rule.AFTER_THE_END),))
        # 1. The cubes: the stories of lawful tilts that end as seen; the known ones are those whose every top is known.
        regular = self.cubes.regular()
        known = [story for story in regular if not story.unknown]
        # 2. A view that hides nothing: first the cheap way, then every legal end of a turn.
        if self.seen.complete and (plain := self._plainly_legal(known)):
            return plain
        legal = self._legal(known)
        if legal and self.seen.complete:
            return self._is_legal(legal, known)
        # 3. A view that hides something may show a turn that is not over, besides one that is.
        unfinished = self._unfinished(known, legal)
        if legal:
            return self._open(legal, unfinished, known) if unfinished else self._is_legal(legal, known)
        # 4. No legal end fits. Before the turn is said to be over, a lawful beginning accuses nobody.
        if unfinished and not self.over:
            return Explanation(None, unfinished[0], open=self.open, reason="open.progress")
        # 5. Where a face came up that nobody knows, only the pawns' numbers can tell of a fault.
        unknown = next((story for story in regular if story.unknown), None)
        if unknown is not None and (counted := self._miscounted()):
            return Explanation(False, unknown.tilts, violations=counted)
        if unknown is not None:
            slots = unknown.unknown
            return Explanation(None, unknown.tilts, open=self.open, reason="open.faces", params={"slots": slots})
        # 6. Nothing lawful is left: the nearest faults.
        return self._illegal(known)

    def _plainly_legal(self, stories: list[Story]) -> Explanation | None:
        """The shortest reading without any fault, if it can be played in the order in which it is told.

        It fails where a step has won the match and must be the last; `ends` finds the order then.
        """
        exact = [r for story in stories for r in self.pawns.read(story, story.cost, exact_only=True)]
        lawful = [reading for reading in exact if not reading.missed.cost]
        if not lawful:
            return None
        words = words_of(min(lawful, key=lambda reading: reading.actions), self.pawns.pawns)
        # The judge has the last word: what is told must lead to what is seen when it is played in that order.
        turn = self.begun.play_words(words)
        verdict = turn.end() if isinstance(turn, TurnInProgress) else None
        if verdict is None or verdict.next is None or not self.seen.fits(verdict.next, self.set):
            return None
        # The same symbols and pawns in another order are no other explanation.
        others = len({reading.substance for reading in lawful}) - 1
        best = Candidate(words, verdict.next, verdict.winners)
        return Explanation(True, words, verdict.winners, others=others, candidates=(best,))

    def _legal(self, stories: list[Story]) -> list[Candidate]:
        """Every legal end that fits, the shortest turns first."""
        if self.seen.complete:
            return self._legal_end(stories)
        found: list[Candidate] = []
        for cube_set, some in _by_set(stories, self.set):
            # All legal ends after these tilts, then those that are seen: with unseen places many may fit.
            turns = Turns(replace(self.begun, cube_set=cube_set))
            ends = turns.after(*((story.tilts[0], story.tilts[1]) for story in some))
            fitting = (end for end in ends if self.seen.fits(end[0], cube_set))
            found += [Candidate(ends[end], *end) for end in islice(fitting, _MOST_ENDS)]
        return sorted(found, key=lambda candidate: len(candidate.turn))

    def _legal_end(self, stories: list[Story]) -> list[Candidate]:
        """The one end that a complete view shows, if it is legal."""
        if any(self.seen.count(colour) != PAWNS for colour in COLOURS):
            return []
        cubes = tuple(next(iter(poses)) for poses in self.cubes.possible)
        paths = tuple(tuple(stack or "" for stack in path) for path in self.seen.paths)
        goal = tuple(pawns or "" for pawns in self.seen.goal)
        stands = State.trusted(cubes, paths, self.seen.start or "", goal, self.before.to_move)
        turns = Turns(self.begun)
        end = State.trusted(cubes, paths, stands.start, goal, turns.to_move)
        ends = turns.after(*((story.tilts[0], story.tilts[1]) for story in stories))
        # The same table may be the end of a turn that wins or of one that goes on: it depends on the last step.
        for winners in dict.fromkeys(("", winning.winners(stands, self.begun.house, self.begun.players))):
            if turn := ends.get((end, winners)):
                return [Candidate(turn, end, winners)]
        return []

    def _is_legal(self, legal: list[Candidate], stories: list[Story]) -> Explanation:
        best = legal[0]
        return Explanation(
            True,
            best.turn,
            best.winners,
            others=self._others(stories),
            open=self.open,
            candidates=tuple(legal[:_MOST_CANDIDATES]),
        )

    def _others(self, stories: list[Story]) -> int:
        """How many more ways there are to explain it legally, other than in another order."""
        exact = (r for story in stories for r in self.pawns.read(story, story.cost, exact_only=True))
        return max(0, len({reading.substance for reading in exact if not reading.missed.cost}) - 1)

    def _unfinished(self, stories: list[Story], legal: list[Candidate]) -> list[tuple[str, ...]]:
        """Lawful beginnings of a turn that fit what is seen and are no legal end."""
        if self.seen.complete and legal:
            return []
        # Beginnings that leave the table as a legal end does tell nothing new.
        ended = {(tilted(self.before.cubes, c.turn[:2]), c.state.paths, c.state.goal) for c in legal if c.state}
        found: list[tuple[str, ...]] = []
        if not self.seen.complete or not self.over:
            for story in stories:
                for reading in self.pawns.read(story, 40.0, exact_only=True):
                    if reading.missed.cost and self._board(reading) not in ended:
                        found.append(words_of(reading, self.pawns.pawns))
            # Or only cubes were tilted so far, and no pawn has moved.
            if self.seen.fits_pawns(self.before):
                still = [s for s in self.cubes.fewer() if not s.free_turns and all(0 in spins for spins in s.spins)]
                found += [story.tilts for story in still]
        return sorted(dict.fromkeys(found), key=lambda words: -len(words))

    def _board(self, reading: Reading) -> tuple[object, ...]:
        letters = self.pawns.pawns.letters
        paths = tuple(tuple(letters(stack) for stack in trail.stacks) for trail in reading.trails)
        goal = tuple("".join(sorted(letters(trail.goal), key=COLOURS.index)) for trail in reading.trails)
        return reading.story.poses, paths, goal

    def _miscounted(self) -> tuple[Violation, ...]:
        """What the pawns' numbers alone tell, whatever lies on top."""
        if self.pawns.shifts.unseen:
            return ()
        return _sorted(tuple(v for c in COLOURS if (v := miscount(c, self.seen.count(c)))))

    def _open(self, legal: list[Candidate], unfinished: list[tuple[str, ...]], stories: list[Story]) -> Explanation:
        """The explanation that leaves open whether the turn was finished."""
        candidates = (*legal, *(Candidate(words) for words in unfinished))
        reason = "open.finished" if self.over else "open.progress"
        return Explanation(
            None,
            legal[0].turn,
            legal[0].winners,
            others=self._others(stories),
            open=self.open,
            candidates=candidates[:_MOST_CANDIDATES],
            reason=reason,
            params={"places": self.open},
        )

    def _illegal(self, regular: list[Story]) -> Explanation:
        """The reading that needs the fewest faults."""
        stories = [*regular, *self.cubes.irregular()]
        # Dear readings are many: they are only looked for when there is no cheap one (iterative deepening).
        for limit in _LIMITS:
            if best := self._nearest(stories, limit):
                return self._accuse(best, self._rival(best, stories))
            if self.pawns.shifts.tired:
                break
        # All too different for a search: then it is told as if no lawful step had been made.
        return self._accuse(self.pawns.idle(stories[0]), ())

    def _nearest(self, stories: Iterable[Story], limit: float) -> Reading | Story | None:
        """The cheapest reading within the limit, or a story where not all symbols on top are known."""
        best: Reading | Story | None = None
        for story in stories:
            if story.cost > limit:
                continue
            if story.unknown:  # what the pawns did cannot be judged; the cubes' faults are certain
                best, limit = story, story.cost - 1e-6
                continue
            for reading in self.pawns.read(story, limit):
                if best is None or reading.cost < best.cost - 1e-6:
                    best, limit = reading, min(limit, reading.cost)
        return best

    def _rival(self, best: Reading | Story, stories: Iterable[Story]) -> tuple[Violation, ...]:
        """The cubes' fault in another light: one rolled alone can look just like another turned on the spot."""
        story = best if isinstance(best, Story) else best.story
        # Only where one single cube did one single thing wrong.
        kinds = {violation.rule for violation in story.violations}
        other = _RIVALS.get(next(iter(kinds))) if len(kinds) == 1 and len(story.tilts) <= 2 else None
        for rival in stories if other else ():
            if [violation.rule for violation in rival.violations] == [other] and rival.cost < _RIVAL_COST:
                # The rival must explain the pawns as well as the best story does.
                pawns = 0.0 if isinstance(best, Story) else best.cost - story.cost
                if rival.unknown or any(True for _ in self.pawns.read(rival, rival.cost + pawns)):
                    return rival.violations
        return ()

    def _accuse(self, best: Reading | Story, rival: tuple[Violation, ...]) -> Explanation:
        """The explanation that names these faults."""
        if isinstance(best, Story):
            return Explanation(False, best.tilts, violations=_sorted(best.violations, rival), open=self.open)
        words = words_of(best, self.pawns.pawns)
        violations = _sorted(self.pawns.violations(best), rival)
        if not violations:  # every step is lawful and nothing owed, but the match may have been won before the last
            played = self.begun.play_words(words)
            if not isinstance(played, Fault):
                return Explanation(None, words, open=self.open, reason="open.several")
            violations = (Violation(Rule.AFTER_THE_END),)
        return Explanation(False, words, violations=self._early(best, violations), open=self.open)

    def _early(self, best: Reading, violations: tuple[Violation, ...]) -> tuple[Violation, ...]:
        """While the turn goes on, a pawn that moved after one tilt moved too early."""
        if self.over or all(violation.rule is not Rule.TILT_COUNT for violation in violations) or best.story.tilts[1:]:
            return violations
        # Whoever moved first: by a lawful step, or by a fault that names a colour, or by turning a cube.
        hops = [hop for trail in best.trails for hop in trail.hops]
        colours = [self.pawns.pawns.colour[hop.mover] for hop in hops]
        colours += [str(v.params["colour"]) for v in violations if "colour" in v.params]
        early = Violation(Rule.EARLY_MOVE, {"colour": colours[0]}) if colours else None
        turned = [v for v in violations if v.rule is Rule.CUBE_TURNED]
        if early is None and turned:
            early = Violation(Rule.EARLY_MOVE, {"slot": turned[0].params["slots"][0]}, "turn")
        return (*([early] if early else []), *(v for v in violations if v.rule is not Rule.TILT_COUNT))


def _sorted(*groups: tuple[Violation, ...]) -> tuple[Violation, ...]:
    """All violations in the order of `Rule`."""
    return tuple(sorted((v for group in groups for v in group), key=lambda violation: violation.rule.order))


def _by_set(stories: list[Story], cube_set: CubeSet) -> Iterator[tuple[CubeSet, list[Story]]]:
    """The stories by the set they stand for: faces the camera has just seen for the first time are part of it."""
    groups: dict[CubeSet, list[Story]] = {}
    for story in stories:
        groups.setdefault(_learned(story, cube_set), []).append(story)
    yield from groups.items()


def _learned(story: Story, cube_set: CubeSet) -> CubeSet:
    cubes = list(cube_set.cubes)
    for i, (pose, top) in enumerate(zip(story.poses, story.tops, strict=True)):
        if top is not None and cubes[i][pose[0]] is None:
            cubes[i] = cubes[i].with_print(pose[0], print_of(pose, top))
    if tuple(cubes) == cube_set.cubes:
        return cube_set
    return CubeSet((cubes[0], cubes[1], cubes[2], cubes[3]), cube_set.name, cube_set.spaces)
