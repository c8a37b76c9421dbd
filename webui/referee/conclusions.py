"""What follows from the belief: which turns are over, what has been broken, what changed, what to ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from engine.icecult.board import PATHS, PAWNS, SLOTS
from engine.icecult.partial import PartialState
from engine.icecult.turn import TurnInProgress
from engine.icecult.words.texts import in_all
from vision.icecult.belief.as_seen import places_of
from vision.icecult.belief.evidence import CLEAR, Sight
from vision.icecult.belief.histories import Line, Past
from vision.icecult.belief.prices import LOOSE, PAWN_RULES, Closed
from vision.icecult.belief.put_right import stood_otherwise
from vision.icecult.belief.tracker import BLAME, SURE, Tracker
from webui.record import events as ev
from webui.record.events import Event, Json
from webui.record.match import Match, Played
from webui.referee.by_hand import FAULT_OFFERS, stale, won
from webui.referee.ruling import Ruling, after_of, ruling
from webui.referee.sentences import Words, question_words

TURNS_REPLAYED: Final = 12
ANSWERS: Final = 4
CUBE_RULES: Final = frozenset({"tilt-alone", "cube-turned", "cubes-exchanged"})
COUNTED: Final = frozenset({"pawn-missing", "pawn-extra"})
"""Rules of notes for which nobody is to blame; others name what was put right."""
HELD: Final = 6
TURNS_OPEN: Final = 2
"""How many turns on record stay open to later sight beyond the last one, where they might be told differently."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the referee waits, in seconds.

    hold_s: a breach must have stood so long before it is told. rest_ends_s: a table at rest with nothing owed ends
    the turn (None: never). owed_s: a table at rest while something is owed is told as a fault (None: never, since
    players think).
    """

    hold_s: float = 1.0
    rest_ends_s: float | None = None
    owed_s: float | None = None


class Conclusions:
    """Turns a belief into events; remembers what has been told."""

    def __init__(self, tracker: Tracker, patience: Patience) -> None:
        self.tracker = tracker
        self._patience = patience
        self._told: set[tuple[int, str]] = set()
        self._noted: set[tuple[int, str]] = set()
        self._rulings: dict[int, Ruling] = {}
        self._held: dict[int, tuple[float, Sight]] = {}
        self._rest = -1
        self._at_s = 0.0

    def conclude(self, match: Match, at: float, final: bool = False) -> list[Event]:
        """The events that follow from the belief as it is now."""
        self._hold()
        out: list[Event] = []
        for step in (self._revise, self._close, self._breach, self._differ, self._counted, self._progress):
            news = step(match, at, final)
            out += news
            match = folded(match, news)
        return out

    def _close(self, match: Match, at: float, final: bool) -> list[Event]:
        """Turns that are over by now."""
        out: list[Event] = []
        while not match.over:
            past = self.tracker.best.record(match.number)
            won_now = self.tracker.best.turn.winners and self.tracker.best.number == match.number
            if past is None and not won_now:
                break
            news = self._ended(match, past, at, final) if past is not None else self._won(match, at)
            if not news:
                break
            self.tracker.settle(match.number - TURNS_OPEN)
            out += news
            match = folded(match, news)
        return out

    def _ended(self, match: Match, past: Past, at: float, final: bool) -> list[Event]:
        closed = past.closed
        margin = self.tracker.margin(past.number)
        now = final or self.tracker.best.number > past.number + 1
        broken = not closed.lawful and self.tracker.margin_kind(past.number) >= SURE
        if margin < SURE and not (now or broken):
            return []
        judged = self._seen_before(past, ruling(closed.turn, closed.fouls))
        if judged.rule and not (now or self._stood()):
            return []
        cleared = self.tracker.margin_cleared(past.number)
        if margin < SURE / 2 and not (judged.rule and cleared >= BLAME) and self._rivals(past):
            return self._unsure(match, past, at)
        if judged.rule and cleared < SURE / 2 <= self.tracker.margin_lawful(past.number):
            judged = Ruling({"legal": None, "text": in_all("open.who")["en"]}, actions=judged.actions)
        return self._turn_events(match, past, judged, at)

    def _seen_before(self, past: Past, judged: Ruling) -> Ruling:
        """The ruling given while the turn went on, where two views alone would blame the cubes that nobody touched."""
        earlier = self._rulings.get(past.number)
        touched = any(foul.partition("@")[0] not in PAWN_RULES for foul in past.closed.fouls)
        return earlier if earlier is not None and judged.rule in CUBE_RULES and not touched else judged

    def _stood(self) -> bool:
        """Whether what is seen now has been seen long enough, or was built upon since."""
        best, sight = self.tracker.best, self.tracker.sight
        held = sight is not None and sight.held_s >= self._patience.hold_s
        return held or best.changed_rest < self._rest or (best.parent is not None and self._built_upon(best))

    def _built_upon(self, best: Line) -> bool:
        """Whether the turn after the breach was already in progress in an earlier rest."""
        parent = best.parent
        return parent is not None and parent.number == best.number and bool(parent.turn.actions)

    def _turn_events(self, match: Match, past: Past, judged: Ruling, at: float) -> list[Event]:
        closed = past.closed
        after = after_of(closed.turn)
        words = judged.actions or _words(closed.turn)
        out: list[Event] = []
        if closed.turn.cube_set != match.cube_set:
            out.append(ev.Learned(at, closed.turn.cube_set.to_json()))
        span = (past.from_s, past.to_s)
        late = self._hindsight(past, judged, at)
        verdict = judged.verdict | _unchecked(match) | self._put_right(past.number, judged)
        out.append(ev.TurnEnded(at, past.number, match.player, words, after.to_json(), verdict, *span, "camera"))
        if judged.winners:
            out += won(folded(match, out).turns[-1], match.players, at)
        elif judged.rule and (past.number, judged.rule) not in self._told:
            out.append(self._fault_told(past.number, judged, at))
        elif not judged.rule:
            out += stale(folded(match, out), at)
        return out + late

    def _hindsight(self, past: Past, judged: Ruling, at: float) -> list[Event]:
        """A note of what stood for a while and was put right, where only later sight has made that certain."""
        told_before = any(number == past.number for number, _ in self._told)
        if told_before or judged.verdict.get("legal") is not True:
            return []
        for seen in (*self._stood_broken(past), *self._stood_otherwise(past)):
            if seen.rule and seen.text:
                note = self._note(past.number, seen.rule, seen.text, at)
                self._told.add((past.number, seen.rule))
                return note
        return []

    def _stood_broken(self, past: Past) -> Iterator[Ruling]:
        """Breaches on the line itself that were put right."""
        if self.tracker.margin_lawful(past.number) >= SURE:
            for line in self.tracker.best.stood(past.number, self._patience.hold_s):
                yield ruling(line.turn, line.fouls, over=False)

    def _stood_otherwise(self, past: Past) -> Iterator[Ruling]:
        """Tables that stood in this turn and that no lawful turn leads through."""
        turn = past.closed.turn
        if self.tracker.margin(past.number) < SURE:
            return
        for seen_at_s, sight in self._held.values():
            if past.from_s < seen_at_s <= past.to_s:
                table = stood_otherwise(sight, turn.state, turn.cube_set)
                if table is not None and ruling(turn, ("relocated",), table, over=False).rule:
                    yield ruling(turn, ("relocated",), table)  # all else stood as in the end: it was meant as the end

    def _hold(self) -> None:
        """Remember views that have stood, for hindsight."""
        sight = self.tracker.sight
        if sight is not None and sight.held_s >= self._patience.hold_s:
            self._held[self._rest] = (self._at_s, sight)
            self._held = dict(list(self._held.items())[-HELD:])

    def _put_right(self, number: int, judged: Ruling) -> Json:
        """A note of what was told about a turn and put right before it was over."""
        rules = sorted(rule for n, rule in self._told if n == number)
        return {"put_right": rules} if rules and judged.verdict.get("legal") else {}

    def _fault_told(self, number: int, judged: Ruling, at: float) -> ev.Told:
        self._told.add((number, judged.rule))
        text = judged.text or in_all("note.legal")
        return ev.Told(at, f"{number}.{judged.rule}", number, "fault", judged.rule, text, (), FAULT_OFFERS)

    def _won(self, match: Match, at: float) -> list[Event]:
        """The mover has won by a step: nothing more is owed."""
        best = self.tracker.best
        rival = min((x.cost - best.cost for x in self.tracker.lines if x.turn.winners != best.turn.winners), default=99)
        if rival < SURE:
            return []
        past = Past(_closed(best), best.number, best.from_s, best.last_s, None)
        return self._turn_events(match, past, ruling(best.turn, best.fouls), at)

    def _rivals(self, past: Past) -> list[TurnInProgress]:
        """The different ways to tell a turn, likeliest first."""
        ways: dict[tuple[str, ...], TurnInProgress] = {}
        for line in self.tracker.rivals():
            record = line.record(past.number)
            if record is not None and line.cost - self.tracker.best.cost < SURE:
                ways.setdefault(_words(record.closed.turn), record.closed.turn)
        return list(ways.values())[:ANSWERS] if len(ways) > 1 else []

    def _unsure(self, match: Match, past: Past, at: float) -> list[Event]:
        """Write the turn down as likely as it is, and ask."""
        ways, sight = self._rivals(past), self.tracker.sight
        apart = {place for way in ways for place in places_of(ways[0].state, way.state, way.cube_set)}
        unseen = [] if sight is None else [place for place in sight.unseen() if place in apart]
        text, answers = question_words([_words(way) for way in ways], unseen)
        question = {"text": text["en"], "answers": [each | {"text": each["text"]["en"]} for each in answers]}
        verdict: Json = {"legal": None, "text": in_all("open.several")["en"], "question": question}
        events = self._turn_events(match, past, Ruling(verdict), at)
        return [*events, ev.Asked(at, f"{past.number}.?", past.number, text, answers)]

    def _breach(self, match: Match, at: float, final: bool) -> list[Event]:
        """A breach of the turn in progress that has stood long enough."""
        best, sight = self.tracker.best, self.tracker.sight
        if not best.fouls or match.over or sight is None or best.number != match.number:
            return []
        stood = sight.held_s >= self._patience.hold_s or self.tracker.suspected_rest < self._rest
        cleared, lawful = self.tracker.margin_cleared(best.number), self.tracker.margin_lawful(best.number)
        if not stood or cleared < BLAME or lawful < SURE:
            return []
        surplus = bool(self.tracker.surplus()) or (best.number, "pawn-extra") in self._noted
        if surplus and sight.start.top_score < CLEAR and PAWN_RULES.issuperset(best.fouls):
            return []  # the pawn too many, which is noted, need not have come from a start out of sight
        loose = any(foul.partition("@")[0] in LOOSE for foul in best.fouls)
        seen = as_partial(best, sight, surplus) if loose else None
        return self._tell_fault(match, best, ruling(best.turn, best.fouls, seen, over=False), at)

    def _tell_fault(self, match: Match, best: Line, judged: Ruling, at: float) -> list[Event]:
        if not judged.rule or (match.number, judged.rule) in self._told:
            return []
        self._rulings = {match.number: judged}
        return [self._fault_told(match.number, judged, at)]

    def _revise(self, match: Match, at: float, final: bool) -> list[Event]:
        """Later sight changed what a past turn was."""
        changed = [turn.number for turn in match.turns[-TURNS_REPLAYED:] if self._outdated(turn)]
        if not changed or match.over:
            return []
        first = changed[0]
        records = [self._record(turn) for turn in match.turns[first - 1 :]]
        if any(record is None for record in records):
            return [ev.TurnsRevised(at, first, (), "camera")]
        revised = ev.TurnsRevised(at, first, tuple(r for r in records if r is not None), "camera")
        return [revised, *self._found_out(range(first, len(match.turns) + 1), at)]

    def _found_out(self, numbers: range, at: float) -> list[Event]:
        """Breaches that only later sight has shown."""
        pasts = [past for number in numbers if (past := self.tracker.best.record(number)) is not None]
        found = [(past.number, ruling(past.closed.turn, past.closed.fouls)) for past in pasts]
        return [self._fault_told(n, j, at) for n, j in found if j.rule and (n, j.rule) not in self._told]

    def _outdated(self, turn: Played) -> bool:
        """Whether the belief now tells this turn differently, and clearly so."""
        if turn.human or not self._differently(self.tracker.best, turn):
            return False
        agree = [x.cost for x in self.tracker.lines if not self._differently(x, turn)]
        return min(agree, default=99.0) - self.tracker.best.cost > 1.0

    def _differently(self, line: Line, turn: Played) -> bool:
        past = line.record(turn.number)
        if past is None:
            return line.number <= turn.number
        words = _words(past.closed.turn) if not past.closed.fouls else turn.actions
        return past.seen and (past.closed.after() != turn.after or words != turn.actions)

    def _record(self, turn: Played) -> Json | None:
        past = self.tracker.best.record(turn.number)
        if past is None:
            return None
        judged = ruling(past.closed.turn, past.closed.fouls)
        words = judged.actions or _words(past.closed.turn)
        verdict = judged.verdict | self._put_right(turn.number, judged)
        return replace(turn, actions=words, after=after_of(past.closed.turn), verdict=verdict).to_record()

    def _differ(self, match: Match, at: float, final: bool) -> list[Event]:
        """Which places fit no explanation, once that has stood."""
        sight = self.tracker.sight
        if sight is None:
            return []
        misfit = self.tracker.misfit()
        adopted = "adopted" in self.tracker.best.fouls
        places = misfit if sight.held_s >= self._patience.hold_s and (misfit or adopted) else ()
        if not misfit and not adopted:
            places = ()
        elif not places:
            return []
        return [] if places == match.differs else [ev.Differs(at, places)]

    def _counted(self, match: Match, at: float, final: bool) -> list[Event]:
        """A pawn that is seen no more, gone or behind another, or one too many: worth a note, nobody is to blame."""
        sight = self.tracker.sight
        if sight is None or sight.held_s < self._patience.hold_s or match.over:
            return []
        (colour, count), extra = self.tracker.short(), self.tracker.surplus()[:1]
        if colour and not extra:
            text = in_all("note.out-of-sight", colour=colour, count=count)
            return self._note(match.number, "pawn-missing", text, at)
        if extra and not colour:  # one too few and one too many is one pawn taken for another colour
            return self._note(match.number, "pawn-extra", in_all("pawn-extra", colour=extra, count=PAWNS + 1), at)
        return []

    def _note(self, number: int, rule: str, text: Words, at: float) -> list[Event]:
        """Something worth knowing about a turn, once; not where it has been told as a fault."""
        if (number, rule) in self._noted | self._told:
            return []
        self._noted.add((number, rule))
        return [ev.Told(at, f"{number}.{rule}", number, "note", rule, text)]

    def _progress(self, match: Match, at: float, final: bool) -> list[Event]:
        """The turn in progress as it is now believed."""
        best, sight = self.tracker.best, self.tracker.sight
        if match.over or best.number != match.number or sight is None:
            return []
        words = _words(best.turn)
        unknown = sight.unseen()
        if (words, best.state, unknown) == (match.actions, match.state, match.unknown):
            return []
        return [ev.Progress(at, words, best.state.to_json(), unknown, self._at_s)]


def as_partial(line: Line, sight: Sight, surplus: bool = False) -> PartialState:
    """The table as `explain` takes it: as believed, but as seen where no state can show a breach; unseen is unknown.

    With a surplus more than five pawns of a colour are plainly there: then none was taken from a start out of sight.
    """
    odd = {place for foul in line.fouls for place in foul.partition("@")[2].split("+")}
    taken = "adopted" in line.fouls

    def value(place: str, believed: str) -> str | None:
        seen = sight.readings(place)
        best: str | None = seen.best
        if place == "start" and surplus and not seen.scores:
            return believed
        return best if place in odd or taken or not seen.scores else believed

    state = line.state
    tops = line.turn.cube_set.tops(state.cubes)
    strangers = _strangers(line)
    cubes = tuple(
        (strangers.get(slot) or seen) if seen is not None and (taken or (slot in odd and seen != top)) else (pose,)
        for slot, pose, top, seen in zip(SLOTS, state.cubes, tops, (sight.top(k) for k in range(4)), strict=True)
    )
    paths = tuple(
        tuple(value(f"{path}{n}", stack) for n, stack in enumerate(stacks, start=1))
        for path, stacks in zip(PATHS, state.paths, strict=True)
    )
    goal = tuple(value(f"goal{path}", pawns) for path, pawns in zip(PATHS, state.goal, strict=True))
    return PartialState(cubes, paths, value("start", state.start), goal)


def _strangers(line: Line) -> dict[str, tuple[str]]:
    """Slots where another slot's cube is believed to stand, with that cube and its pose as the contract names them."""
    pairs = [foul.partition("@")[2].split("+") for foul in line.fouls if foul.startswith("cubes-exchanged@")]
    poses = dict(zip(SLOTS, line.state.cubes, strict=True))
    return {here: (f"{home}:{poses[home]}",) for pair in pairs for here, home in (pair, pair[::-1])}


def folded(match: Match, events: Iterable[Event]) -> Match:
    """The match after these events."""
    for event in events:
        match = match.apply(event)
    return match


def _words(turn: TurnInProgress) -> tuple[str, ...]:
    return tuple(str(action) for action in turn.actions)


def _closed(line: Line) -> Closed:
    return Closed(line.turn, line.fouls)


def _unchecked(match: Match) -> Json:
    """A note where faces were unknown, so that the tilts could not be checked."""
    known = all(text is not None for cube in match.cube_set.cubes for text in cube.prints)
    return {} if known else {"unchecked": ["tilts"]}
