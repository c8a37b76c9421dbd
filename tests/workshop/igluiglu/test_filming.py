"""A film shows its match: the table rests as its truth says, a hand comes in between."""

from __future__ import annotations

import json
import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.igluiglu.board import NAMES
from engine.igluiglu.rules import IgluIglu
from vision.igluiglu.belief.explained import explained
from vision.igluiglu.belief.glimpse import Cell
from vision.igluiglu.belief.view import BoardView, Compared, believed
from vision.igluiglu.sim.plain import plain_scene
from vision.igluiglu.sim.play.film import IgluFilm, Pace
from vision.igluiglu.sim.play.fouls import FOULS, foul, public, seen
from vision.igluiglu.sim.play.script import honest, script, shuffled
from workshop.igluiglu.world.__main__ import main
from workshop.igluiglu.world.filming import film

pytestmark = pytest.mark.slow


def test_scripted_turns_follow_one_another() -> None:
    match = script(3, 5, "ryb", 2, 1)
    assert [turn.foul != "" for turn in match.turns].count(True) == 1
    before = match.start
    for turn in match.turns:
        assert turn.before == before
        if not turn.foul:
            assert IgluIglu(players="ryb").judge(before, turn.words).next == turn.after
        before = turn.after
    assert match.known.secret is None


def test_every_foul_can_be_seen_and_leaves_a_table_that_can_be() -> None:
    rules, rng = IgluIglu(players="rygb"), np.random.default_rng(5)
    state = shuffled(5, "rygb")
    for _ in range(24):
        state = honest(rules, state, rng).after
    made = {kind: foul(kind, rules, state, rng) for kind in FOULS}
    assert sum(found is not None for found in made.values()) >= 5
    for found in made.values():
        if found is not None:
            tables, broken = found
            assert broken
            assert rules.read_state(public(tables[-1]).to_json()).board == tables[-1].board
            assert seen(tables[-1]).agrees(public(tables[-1]))


def test_a_hand_comes_between_two_rests() -> None:
    film = IgluFilm(script(1, 1, "rb", 1, 0), plain_scene(480, 270), Pace(fps=4, rest_s=1.0, first_s=1.0, noise=0.0))
    frames, truths = [], []
    for frame in film.frames():
        frames.append(frame.bgr)
        truths.append(film.truth)
    moving = [truth is not None and truth.moving for truth in truths]
    assert moving[0] is moving[-1] is False
    assert any(moving)
    first, last = frames[0].astype(int), frames[-1].astype(int)
    in_hand = frames[moving.index(True) + 2].astype(int)
    assert np.abs(in_hand - first).mean() > 2 * np.abs(last - first).mean() > 0
    assert (frames[0] == frames[1]).all()


def test_a_film_is_written_with_its_truth(tmp_path: Path) -> None:
    assert (
        main(
            ["film", "--seeds", "2:3", "--difficulty", "easy", "--turns", "1", "--faults", "0", "--out", str(tmp_path)]
        )
        == 0
    )
    lines = [json.loads(line) for line in (tmp_path / "2" / "truth.jsonl").read_text().splitlines()]
    assert [line["index"] for line in lines] == list(range(len(lines)))
    match = json.loads((tmp_path / "2" / "match.json").read_text())
    assert lines[-1]["state"]["board"] == match["turns"][0]["after"]["board"]
    assert cv2.imread(str(tmp_path / "2" / "00000.jpg")) is not None


def test_a_fox_whose_number_cannot_be_read_may_be_another_one_that_drifted_there() -> None:
    played = film(1, "easy", 6, 1).script
    before, after = (
        played.known,
        played.turns[0].after,
    )  # a glacier with fox3 is pushed to h6, one with fox2 to its place
    assert played.turns[0].words[:3] == ("melt c4", "reveal drift", "drift e6 e")
    cells = [Cell(cell.ground, re.sub("fox.", "fox?", cell.words or ""), 0.96) for cell in believed(after)]
    seen = Compared.with_(BoardView(tuple(cells), {}, (), 1.0), before, {})
    assert "g6" not in seen.changed
    said = explained(IgluIglu(players=played.players), before, seen, (), dict.fromkeys(NAMES, 0.96))
    assert (said.legal, said.turn.words[2]) == (True, "drift e6 e")
