"""What the page plays on while the server is away is what the referee makes of it, step by step."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.webui.making import PLAYERS, near_won, parts_for

pytestmark = pytest.mark.slow

AHEAD = Path(__file__).parents[3] / "webui" / "static" / "icecult" / "away" / "ahead.js"
SCRIPT = f"""
    import {{ readFileSync }} from "node:fs";
    import {{ ahead }} from {json.dumps(AHEAD.as_uri())};
    const steps = JSON.parse(readFileSync(0, "utf8"));
    process.stdout.write(JSON.stringify(steps.map(([view, path, said]) => ahead(view, path, said))));
"""
HOUSES: tuple[dict[str, str], ...] = ({}, {"circles": "may"}, {"end": "turn"}, {"tower": "owner"})


def said_ahead(steps: list[list[Any]]) -> list[Any]:
    """The views that the page draws after these steps, None where it leaves that to the referee."""
    found = subprocess.run(
        ["node", "--input-type=module", "-e", SCRIPT],
        input=json.dumps(steps),
        capture_output=True,
        text=True,
        check=True,
    )
    views: list[Any] = json.loads(found.stdout)
    return views


def told(view: dict[str, Any]) -> dict[str, Any]:
    """What both must agree on."""
    turn = view["turn"]
    keys = ("number", "player", "actions", "tilts", "may_end")
    return {
        **{key: turn[key] for key in keys},
        "symbols": [{**each, "why": None} for each in turn["symbols"]],
        "owed": sorted(turn["owed"], key=lambda each: str(each["slot"])),
        "legal": sorted(turn["legal"]),
        "state": view["state"],
        "turns": [each["turn"] for each in view["history"]],
    }


def test_the_page_plays_on_as_the_referee_would() -> None:
    parts = parts_for(None)
    steps, results = list[list[Any]](), list[dict[str, Any]]()
    for seed in range(24):
        chance = random.Random(seed)
        parts.desk.open(PLAYERS[: 2 + seed % 2], house=HOUSES[seed % 4])
        table = parts.desk.table()
        view = table.view()
        while len(view["history"]) < 14 and not view["how"]:
            legal, before = view["turn"]["legal"], view
            ends = len(view["turn"]["tilts"]) == 2 and (not legal or chance.random() < 0.3)
            said = {} if ends else {"word": chance.choice(legal)}
            view = (table.done() if ends else table.act(said["word"])).result(5)
            if not view["how"]:
                steps.append([before, "done" if ends else "act", said])
                results.append(view)
    parts.desk.clear()
    assert len(steps) > 1000
    for (before, path, said), mine, theirs in zip(steps, said_ahead(steps), results, strict=True):
        assert mine is not None, (before["turn"], path, said)
        assert told(mine) == told(theirs), (before["state"], before["turn"], path, said)


def test_what_is_the_referees_to_say_is_left_to_the_referee() -> None:
    parts = parts_for(None)
    parts.desk.open(PLAYERS, start=near_won())
    table = parts.desk.table()
    fresh = table.view()
    for word in ("Nn", "Ee"):
        table.act(word).result(5)
    tilted = table.view()
    parts.desk.clear()
    winning = next(word for word in tilted["turn"]["legal"] if word.startswith("rS5"))
    (won,) = said_ahead([[tilted, "act", {"word": winning}]])
    assert won["turn"]["legal"] == []
    assert won["winners"] == ""
    asked = [[won, "done", {}], [fresh, "done", {}], [fresh, "act", {"word": "rN0@NW"}], [fresh, "undo", {}]]
    assert said_ahead(asked) == [None] * 4
    watched = {key: value for key, value in fresh.items() if key != "set"}
    assert said_ahead([[watched, "act", {"word": "Nn"}]]) == [None]
