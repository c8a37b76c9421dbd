"""What was read of a board beside the truth: every readable space, and each part of what may stand on it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from calibration.igluiglu.grid import CELLS, COLUMNS, SIDE

Json = dict[str, Any]
GROUND = {"land": "L", "ice": "#", "glacier": "^", "sea": "~"}
WORD = re.compile(r"(r*y*g*b*|[RYGB]|fish[123?]|fox[123?]|bear[4?]?)\Z")
COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
SURE = 0.9
FOUND = 0.25  # of a space: corners off by less in the mean are a board that was found
Verdict = bool | None  # right, wrong, or not read


@dataclass(slots=True)
class Judged:
    """One picture: how often each thing was right, wrong and not read, and what was wrong."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    corner_error: float | None = None  # spaces

    @property
    def exact(self) -> bool:
        return self.counts["right"] == self.counts["readable"]


@dataclass(frozen=True, slots=True)
class Words:
    """What is on a space, taken apart."""

    values: Mapping[str, list[str]]  # fish, fox -> the numbers that are said
    bears: int
    inuit: str
    igloo: str


def words_of(text: str | None) -> Words:
    """ "rrb R fish2 fox?" taken apart."""
    values: dict[str, list[str]] = {"fish": [], "fox": []}
    bears, inuit, igloo = 0, "", ""
    for word in (text or "").split():
        if not WORD.match(word):
            raise ValueError(f"no such word: {word!r}")
        if word.startswith(("fish", "fox")):
            values[word.rstrip("123?")].append(word[-1])
        elif word.startswith("bear"):
            bears += 1
        elif word.isupper():
            igloo += word
        else:
            inuit = "".join(sorted(inuit + word, key="rygb".index))
    return Words(values, bears, inuit, igloo)


def said_of(seen: Json, cell: str) -> tuple[str | None, Words | None]:
    """Ground and what is on a space, each None where it was not read."""
    rows, on = seen.get("board") or [], seen.get("on")
    letter = rows[SIDE - int(cell[1])][COLUMNS.index(cell[0])] if len(rows) == SIDE else "?"
    ground = None if letter == "?" else letter
    hidden = cell in (seen.get("hidden") or [])
    if on is None or (cell in on and on[cell] is None) or (hidden and not on.get(cell)):
        return ground, None
    if ground is None and cell not in on:
        return None, None
    return ground, words_of(on.get(cell, ""))


def turned_cell(cell: str, quarters: int) -> str:
    """The space that lies where another does after so many quarter turns anticlockwise."""
    column, row = COLUMNS.index(cell[0]), int(cell[1]) - 1
    for _ in range(quarters):
        column, row = SIDE - 1 - row, column
    return f"{COLUMNS[column]}{row + 1}"


def verdicts(true: Json, ground: str | None, said: Words | None) -> dict[str, tuple[Verdict, bool]]:
    """Part -> whether it is right, and whether there is any."""
    inuit = "".join(letter * true["inuit"].get(name, 0) for letter, name in COLOURS.items())
    igloo = true["igloo"][0].upper() if true["igloo"] else ""
    out: dict[str, tuple[Verdict, bool]] = {
        "ground": (None if ground is None else ground == GROUND[true["ground"]], True)
    }
    for kind in ("fish", "fox"):
        there = [str(value) for value in true[kind]]
        if said is None:
            out[f"{kind} count"] = out[f"{kind} values"] = (None, bool(there))
            continue
        got = said.values[kind]
        known = [value for value in got if value != "?"]
        counted = len(got) == len(there)
        fits = not Counter(known) - Counter(there)
        out[f"{kind} count"] = (counted, bool(there))
        if not there:
            out[f"{kind} values"] = (True, False)
        elif counted and len(known) == len(got):
            out[f"{kind} values"] = (fits, True)
        else:
            out[f"{kind} values"] = (None if fits else False, True)
    out["bear"] = (None if said is None else said.bears == int(true["bear"]), bool(true["bear"]))
    out["inuit"] = (None if said is None else said.inuit == inuit, bool(inuit))
    out["igloo"] = (None if said is None else said.igloo == igloo, bool(igloo))
    return out


def judge(truth: Json, seen: Json, quarters: int = 0) -> Judged:
    """One picture as it was read with another corner for a1, by so many quarters."""
    out, things = Judged(), truth["things"]
    sure, otherwise = seen.get("confidences") or {}, float(seen.get("confidence", 1.0) or 0.0)
    for cell in CELLS:
        true, name = truth["cells"][cell], turned_cell(cell, quarters)
        legible = {
            kind: all(things[k]["legible"] for k in true["things"] if things[k]["kind"] == kind)
            for kind in ("fish", "fox")
        }
        ground, said = said_of(seen, name)
        each = verdicts(true, ground, said)
        need = {part: verdict for part, (verdict, _) in each.items()}
        for kind, clear in legible.items():
            if not clear and need[f"{kind} values"] is None and need[f"{kind} count"]:
                need[f"{kind} values"] = True  # nobody can read it: `fish?` is right
        bad, done = False in need.values(), all(verdict is True for verdict in need.values())
        if not true["readable"]:
            out.counts += Counter({"hidden": 1, "hidden wrong": int(bad)})
            continue
        out.counts += Counter({"readable": 1, "right": int(done), "wrong": int(bad), "unread": int(not (done or bad))})
        if bad:
            out.counts["sure and wrong"] += sure.get(name, otherwise) >= SURE
            what = "null" if said is None else (seen.get("on") or {}).get(name, "")
            out.faults.append(f"{cell}: {true['ground']} {true['words'] or '-'} read as {ground or '?'} {what}")
        for part, (verdict, there) in each.items():
            kind = part.split()[0]
            if part.endswith("values") and (not there or not legible[kind]):
                continue
            out.counts[f"{part} n"] += 1
            out.counts[f"{part} right"] += verdict is True
            out.counts[f"{part} there"] += there
            out.counts[f"{part} there right"] += there and verdict is True
            out.counts[f"{part} invented"] += not there and verdict is False
    hands_of(truth, seen, out)
    if seen.get("corners"):
        out.corner_error = corner_error(truth, seen["corners"], quarters)
        out.counts["board found"] = int(out.corner_error < FOUND)
        out.counts["board wrong"] = int(out.corner_error >= FOUND)
    out.counts["exact"] = int(out.exact)
    return out


def hands_of(truth: Json, seen: Json, out: Judged) -> None:
    """How many tiles before each player were counted right."""
    for player, count in truth["observation"]["hands"].items():
        if count is not None:
            got = (seen.get("hands") or {}).get(player)
            out.counts["hands n"] += 1
            out.counts["hands right"] += got == count
            out.counts["hands wrong"] += got is not None and got != count


def corner_error(truth: Json, corners: Any, quarters: int) -> float:
    """How far the corners are off in the mean, in spaces."""
    true = {name: np.array(at, float) for name, at in truth["pixels"]["grid_corners"].items()}
    order = [turned_cell(name, (4 - quarters) % 4) for name in ("a1", "h1", "h8", "a8")]
    far = np.mean([np.linalg.norm(np.array(at) - true[name]) for at, name in zip(corners, order, strict=True)])
    sides = [np.linalg.norm(true[a] - true[b]) for a, b in (("a1", "h1"), ("h1", "h8"), ("h8", "a8"), ("a8", "a1"))]
    return float(far / (np.sum(sides) / 32))


def best(truth: Json, seen: Json) -> Judged:
    """The best of the four turns: whoever reads was not told which corner is a1."""
    tried = [judge(truth, seen, quarters) for quarters in range(4)]
    return max(tried, key=lambda one: (one.counts["right"], -one.counts["wrong"], -(one.corner_error or 0.0)))
