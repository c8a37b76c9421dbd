"""Films of matches: what happens is what the script says, and every frame knows it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bench.play.matches import script_for
from engine.icecult.cube import CubeSet
from engine.icecult.explain.explain import explain
from engine.icecult.partial import PartialState
from engine.icecult.rules import IceCult
from engine.icecult.state import State
from vision.icecult.sim.play.fouls import FOULS, begin, honest_turn
from vision.icecult.sim.play.match import find_foul, late_state, plain_to_see, random_match, winning_turn
from vision.icecult.sim.play.motions import Carry, Exchange, Roll, moved, played
from vision.icecult.sim.play.script import HAPPENINGS, Film, MatchScript, TurnScript
from vision.icecult.sim.play.shots import SLIVER_PX, in_view
from vision.icecult.sim.scene import Scene
from vision.icecult.sim.staging import LIGHTS, stage_for
from vision.icecult.sim.states import random_set
from vision.sim.camera import fitted

pytestmark = pytest.mark.slow


def middle_game(seed: int, turns: int = 6) -> tuple[State, CubeSet, dict[str, Any], np.random.Generator]:
    rng = np.random.default_rng([seed, 3])
    prints = random_set(rng)
    cube_set, state = CubeSet.from_json(prints), State.setup("r")
    for _ in range(turns):
        verdict = honest_turn(begin(state, cube_set, "rygb"), rng).done.end()
        assert verdict.next is not None
        state = verdict.next
    return state, cube_set, prints, rng


def without_turn(table: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key != "to_move"}


def stacks_of(scene: Scene) -> dict[str, str]:
    """What stands where, by the drawn pawns alone."""
    out: dict[str, str] = {}
    for pawn in sorted(scene.pawns, key=lambda p: p.level):
        key = "start" if pawn.where.startswith("start") else pawn.where[:5] if pawn.where[0] == "g" else pawn.where
        out[key] = out.get(key, "") + pawn.colour
    return out


def test_words_do_what_the_engine_does() -> None:
    for seed in range(12):
        state, cube_set, _, rng = middle_game(seed, 3)
        honest = honest_turn(begin(state, cube_set, "rygb"), rng)
        assert without_turn(played(state.to_json(), honest.words)) == without_turn(honest.state.to_json())


def test_motions_beyond_the_rules() -> None:
    table = State.setup("r").to_json()
    swapped = moved(table, Exchange("NW", "NE"))
    assert (swapped["cubes"]["NW"], swapped["cubes"]["NE"]) == ("NE:UN", "NW:UN")
    assert moved(swapped, Exchange("NW", "NE")) == table
    assert moved(swapped, Roll(("NW",), "n"))["cubes"]["NW"] == "NE:SU"
    entered = moved(table, Carry("start", "g", "E1"))
    assert entered["paths"]["E"][0] == "g"
    assert moved(entered, Carry("E1", "g", "start")) == table
    with pytest.raises(ValueError, match="expected 'r'"):
        moved(entered, Carry("E1", "r", "E2"))


@pytest.mark.parametrize("kind", FOULS)
def test_fouls_are_what_they_say(kind: str) -> None:
    """The rules name the breach first, and nothing is left of it once it is put right."""
    found = 0
    for seed in range(20):
        state, cube_set, prints, rng = middle_game(seed)
        foul = find_foul(rng, state, cube_set, "rygb", [kind], plain_to_see(prints, "rygb"))
        if foul is None:
            continue
        found += 1
        after = played(state.to_json(), foul.acts)
        assert explain(IceCult(cube_set).begin(state), PartialState.from_json(after)).rule == kind
        if foul.fix:
            fixed = State.from_json(played(after, foul.fix))
            assert explain(IceCult(cube_set).begin(state), fixed).legal
        if found == 2:
            return
    assert found


@pytest.mark.parametrize("layout", ["sides", "corners"])
def test_film_keeps_to_the_script(layout: str) -> None:
    """Resting frames show the state, hands are never in a resting frame, turns end as the log says."""
    kinds = ["missed-arrow", "pawn-missing", "tilt-alone"]
    script = random_match(5, "ryg", 8, kinds, stage=stage_for(5, layout, "window"), happenings=0.6)
    assert sorted(t.fault for t in script.turns if t.fault) == sorted(kinds)
    log, over, acts = script.log(), 0, 0
    for scene, truth in Film(script).scenes():
        hands = [hand for hand in scene.hands if in_view(scene, hand, SLIVER_PX)]
        assert truth.hand == bool(hands)
        assert not (truth.resting and (hands or any(p.held for p in scene.pawns) or any(c.held for c in scene.cubes)))
        assert truth.time_s == truth.index / 12
        for event in truth.events:
            acts += event.kind == "act"
            if event.kind == "turn-over":
                assert without_turn(dict(truth.state)) == without_turn(log[over]["after"])
                assert (truth.player, truth.turn) == (log[over]["player"], over + 1)
                over += 1
        if truth.resting:
            shown = stacks_of(scene)
            for arm, stacks in truth.state["paths"].items():
                assert [shown.get(f"{arm}{i}", "") for i in range(5)] == list(stacks)
            assert sorted(shown.get("start", "")) == sorted(truth.state["start"])
            assert {c.slot: c.pose for c in scene.cubes} == {
                s: text.rpartition(":")[2] for s, text in truth.state["cubes"].items()
            }
    assert over == len(script.turns)
    assert acts == sum(len(t.acts) + len(t.fix) for t in script.turns)


def test_tempo_decides_how_often_hands_come() -> None:
    start = State.setup("r").to_json()
    base = random_match(2, "ry", 1, happenings=0)
    acts = base.turns[0].acts

    def visits(tempo: str) -> int:
        script = MatchScript(base.cube_set, "ry", start, (TurnScript("r", acts, tempo=tempo),))
        return sum(e.kind == "hand-out" for _, truth in Film(script).scenes() for e in truth.events)

    assert visits("fast") == 1
    assert visits("slow") == len(acts)


@pytest.mark.parametrize("kind", HAPPENINGS)
def test_what_is_no_move_leaves_the_state_alone(kind: str) -> None:
    state, _, prints, _ = middle_game(1)
    script = MatchScript(prints, "rygb", state.to_json(), (TurnScript("r", (), before=(kind,)),), seed=3)
    shots = list(Film(script).scenes())
    assert all(without_turn(dict(t.state)) == without_turn(state.to_json()) for _, t in shots)
    first, last = shots[0][0], shots[-1][0]
    places = [np.array([p.origin_mm for p in s.pawns]) for s in (first, last)]
    assert np.abs(places[0] - places[1]).max() <= (7.5 if kind == "touch-pawn" else 0)
    tips = [s.camera.project([s.dims.on_arm("N", s.dims.tip, 0)])[0] for s in (first, last)]
    moved_px = float(np.hypot(*(tips[0] - tips[1])))
    assert moved_px == 0 if kind not in ("bump", "push") else 1 < moved_px < 30
    disturbed = {t.disturbance for _, t in shots} - {""}
    assert disturbed == ({kind} if kind in ("light", "shadow", "bump", "push") else set())
    assert any(t.hand for _, t in shots) == (kind not in ("light", "shadow", "bump"))


def test_same_script_same_film() -> None:
    script = random_match(9, "ry", 3, ["pawn-unearned"])
    again = random_match(9, "ry", 3, ["pawn-unearned"])
    assert script.log() == again.log()
    one, two = (list(Film(s).scenes()) for s in (script, again))
    assert [t for _, t in one] == [t for _, t in two]
    assert one[-1][0].pawns == two[-1][0].pawns


def test_measured_matches_commit_every_kind_of_breach() -> None:
    scripts = [script_for(number) for number in range(16)]
    assert {turn.fault for script in scripts for turn in script.turns} == {"", *FOULS}
    assert {script.dims.exit for script in scripts} == {"sides", "corners"}
    assert {script.stage.light for script in scripts} == set(LIGHTS)
    assert {len(script.players) for script in scripts} == {2, 3, 4}
    assert max(len(script.turns) for script in scripts) <= 12
    assert any(script.winners for script in scripts)


def test_winners() -> None:
    state = late_state(3, "ry")
    rng = np.random.default_rng(1)
    honest = winning_turn(state, CubeSet.from_json(random_set(rng)), "ry", rng)
    assert honest is not None
    assert honest.done.end().winners == "r"


def test_every_light_and_layout_has_a_stage() -> None:
    for light in LIGHTS:
        for layout in ("sides", "corners"):
            stage = stage_for(1, layout, light, (640, 480))
            assert stage.lighting == LIGHTS[light]
            assert stage.camera == replace(stage.camera, width=640, height=480)
            assert fitted(stage.camera, stage.dims.tips(), 1.0).distance_mm <= stage.camera.distance_mm
