"""Random talk in the product's own notation: words, states, logs, sets, answers; right, nearly right, and nonsense."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.icecult.board import COLOURS, PATHS, SLOTS
from engine.icecult.cube import POSES

Json = dict[str, Any]

NONSENSE: Final = (
    "", " ", "Nn ", "nN", "Nz", "Xn", "yE7@NE", "rN9.99@SW*NW", "rN0.0@NW", "\ud800", "N\u0301n", "r\u00b2",
    "rN\u0663@NE", "NE+@NE\n", "Nn\x00", "NWNE", "*", "@", "rN1@NN", "last", "../..", "Nn" * 10, "null",
)  # fmt: skip
JUNK: Final[tuple[Any, ...]] = (
    None, True, False, 0, -1, 3, 10**18, 10**400, 1e308, -0.5, "", "x", "\udfff", "r", "rygb", [], {}, [[]],
    {"a": None}, ["Nn"], ["r", "r"], {"r": 1}, [None] * 5,
)  # fmt: skip
HOUSE: Final = {"circles": ("must", "may", "never"), "end": ("move", "turn"), "tower": ("anyone", "owner")}
NAMES: Final = ("Ada", "Bela", "", " ", "\ud83d", "a" * 70, "<b>", "\u202eevil", "0", "Red")


class Speaker:
    """Says the same things for the same seed."""

    def __init__(self, seed: int | str) -> None:
        self.rng = random.Random(seed)

    def maybe(self, chance: float) -> bool:
        """True that often."""
        return self.rng.random() < chance

    def word(self, legal: Sequence[str] = ()) -> str:
        """An action: a lawful one, a well-formed one, or no action at all."""
        rng, luck = self.rng, self.rng.random()
        if legal and luck < 0.6:
            return rng.choice(legal)
        if luck > 0.93:
            return rng.choice(NONSENSE)
        kind = rng.random()
        if kind < 0.35:
            return rng.choice("NESWX" if self.maybe(0.1) else "NESW") + rng.choice(
                "nsewz" if self.maybe(0.1) else "nsew"
            )
        if kind < 0.8:
            return self._step()
        return f"{rng.choice(SLOTS)}{rng.choice('+-')}@{rng.choice(SLOTS)}"

    def _step(self) -> str:
        rng = self.rng
        height = f".{rng.randrange(12)}" if self.maybe(0.3) else ""
        circle = f"*{rng.choice(SLOTS)}" if self.maybe(0.3) else ""
        return (
            f"{rng.choice(COLOURS)}{rng.choice(PATHS)}{rng.choice('000123456789')}{height}@{rng.choice(SLOTS)}{circle}"
        )

    def words(self, played: Sequence[str] = ()) -> list[str]:
        """A turn: one that was played, changed here and there, or a new one."""
        out = list(played)
        for _ in range(self.rng.randrange(3)):
            at = self.rng.randrange(len(out) + 1)
            out[at : at + self.rng.randrange(2)] = [self.word(("Nn", "Ee", "Ss", "Ww"))] if self.maybe(0.6) else []
        return out

    def state(self, now: Mapping[str, Any]) -> Any:
        """A table: as it is, with a pawn or a cube elsewhere, or nothing of the kind."""
        state = copy.deepcopy(dict(now))
        for _ in range(self.rng.randrange(4)):
            self._moved(state)
        if self.maybe(0.15):
            state["to_move"] = self.rng.choice([*COLOURS, "", "x", None])
        if self.maybe(0.1):
            spaces = self.rng.choice((1, 3, 4, 6, 9))
            state["paths"] = {path: (stacks + [""] * 9)[:spaces] for path, stacks in state["paths"].items()}
        return self.spoiled(state) if self.maybe(0.2) else state

    def _moved(self, state: Json) -> None:
        """A pawn taken from one place to another, or a cube turned."""
        if self.maybe(0.4):
            state["cubes"][self.rng.choice(SLOTS)] = self.rng.choice([*POSES])
            return
        pawn, path = self.rng.choice(COLOURS), self.rng.choice(PATHS)
        if pawn in state["start"]:
            state["start"] = state["start"].replace(pawn, "", 1)
            stacks, space = state["paths"][path], self.rng.randrange(len(state["paths"][path]) + 1)
            if space == len(stacks):
                state["goal"][path] = "".join(sorted(state["goal"][path] + pawn, key=COLOURS.index))
            else:
                stacks[space] += pawn

    def house(self) -> Any:
        """House rules."""
        rules = {key: self.rng.choice(choices) for key, choices in HOUSE.items() if self.maybe(0.5)}
        return self.spoiled(rules) if self.maybe(0.1) else rules

    def players(self) -> Any:
        """Two to four seats, or nearly."""
        count = self.rng.choice((1, 2, 2, 3, 3, 4, 4, 5))
        colours = self.rng.sample(COLOURS + "x", count) if self.maybe(0.2) else list(COLOURS)[: min(count, 4)]
        seats = [{"name": self.rng.choice(NAMES[:2] if self.maybe(0.7) else NAMES), "colour": c} for c in colours]
        return self.spoiled(seats) if self.maybe(0.1) else seats

    def log(self, text: str) -> str:
        """A match log with something changed in one of its lines."""
        lines = text.splitlines()
        if self.maybe(0.2):
            lines[self.rng.randrange(len(lines)) :] = []
        if self.maybe(0.2) and lines:
            lines.insert(self.rng.randrange(len(lines) + 1), self.rng.choice(lines))
        for _ in range(self.rng.randrange(3) if lines else 0):
            at = self.rng.randrange(len(lines))
            line = (
                self.spoiled(json.loads(lines[at])) if not self.maybe(0.2) else self.relettered(json.loads(lines[at]))
            )
            lines[at] = json.dumps(line, ensure_ascii=self.maybe(0.9))
        return "\n".join(lines) + "\n"

    def relettered(self, line: Any) -> Any:
        """The same line with another word among its actions."""
        if isinstance(line, dict) and isinstance(line.get("actions"), list):
            line["actions"] = self.words(line["actions"])
        return line

    def spoiled(self, data: Any) -> Any:
        """The same JSON with one part changed, taken away or added."""
        data = copy.deepcopy(data)
        parent, key = self._part(data)
        if parent is None:
            return self.junk()
        luck = self.rng.random()
        if luck < 0.2:
            del parent[key]
        elif luck < 0.3 and isinstance(parent, dict):
            parent[self.rng.choice(("extra", "rule", "winners", "legal", "to_move", "seen", "before"))] = self.junk()
        else:
            parent[key] = self.junk()
        return data

    def _part(self, data: Any) -> tuple[Any, Any]:
        """Some part of nested JSON, as its parent and key."""
        places: list[tuple[Any, Any]] = []
        waiting = [data]
        while waiting:
            one = waiting.pop()
            keys = list(one) if isinstance(one, dict) else list(range(len(one))) if isinstance(one, list) else []
            places += [(one, key) for key in keys]
            waiting += [one[key] for key in keys]
        return self.rng.choice(places) if places else (None, None)

    def junk(self) -> Any:
        """Something that is seldom wanted."""
        return copy.deepcopy(self.rng.choice(JUNK))


def _act(say: Speaker, view: Json) -> Json:
    return {"word": say.word(view["turn"]["legal"])}


def _answer(say: Speaker, view: Json) -> Json:
    question = view["question"] or {"id": "1.?", "answers": [1]}
    return {"question": question["id"], "k": say.rng.randrange(-1, len(question["answers"]) + 1)}


def _offer(say: Speaker, view: Json) -> Json:
    verdict = view["verdict"] or {"id": "1.1", "offers": ()}
    return {"verdict": verdict["id"], "offer": say.rng.choice([*verdict["offers"], "play-it-now", "x"])}


def _turn(say: Speaker, view: Json) -> Json:
    return {"turn": say.rng.randrange(0, len(view["history"]) + 2), "words": say.words(view["turn"]["actions"])}


TABLE: dict[str, Callable[[Speaker, Json], Json]] = {
    **dict.fromkeys(("act", "act ", "act  ", "act   "), _act),
    "undo": lambda say, view: {},
    "done": lambda say, view: {},
    "done ": lambda say, view: {},
    "take-back": lambda say, view: {},
    "pause": lambda say, view: {"on": say.maybe(0.5)},
    "answer": _answer,
    "offer": _offer,
    "correct-state": lambda say, view: {"state": say.state(view["state"])},
    "correct-turn": _turn,
    "adopt": lambda say, view: {"set_up": say.maybe(0.5)},
}
"""What is sent to each address of the table; the likelier ones stand there more than once."""
