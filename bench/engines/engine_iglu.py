"""How fast is IGLU IGLU's engine? Part of `python -m bench.engine`: judging, legal words, explanations."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

from bench.engines.timing import percentile, progress, timed
from engine.core.verdict import Fault
from engine.igluiglu.actions import Keep, Pass, Reveal, parse_action
from engine.igluiglu.explain.aim import tile_shown
from engine.igluiglu.explain.explain import explain
from engine.igluiglu.explain.partial import PartialState
from engine.igluiglu.rules import IgluIglu
from engine.igluiglu.state import State
from engine.igluiglu.turn import TurnInProgress
from tests.engine.igluiglu.tables import random_game, random_rules

Row = tuple[str, str]
Played = tuple[IgluIglu, State, list[str], State]
NAIVE_LIMIT = 2_000
"""A naive search is stopped after so many copies: it would not end."""


def games(count: int, seed: int) -> Iterator[list[Played]]:
    """Whole random games, turn by turn, under any house rules."""
    for number in progress(range(count), "playing iglu"):
        rng = Random(seed + number)
        rules = random_rules(rng)
        yield [(rules, *turn) for turn in random_game(rng, rules, hidden=False)]


def bench_judge(played: list[list[Played]]) -> list[Row]:
    """Whole games judged, and the legal words at every point of every turn."""
    judged_s, legal_s = [], []
    for game in progress(played, "judge, legal"):
        whole_s = 0.0
        for rules, before, words, _ in game:
            whole_s += timed(lambda r=rules, b=before, w=words: r.judge(b, w).to_json())[1]  # type: ignore[misc]
            turn: TurnInProgress = rules.begin(before)
            for word in words:
                legal_s.append(timed(turn.legal_words)[1])
                after = turn.play_words([word])
                if isinstance(after, Fault):
                    raise SystemExit(f"a legal word was refused: {word}")
                turn = after
        judged_s.append(60 * whole_s / len(game))
    return [
        (f"iglu: judge 60 turns, {len(judged_s)} games", f"median {percentile(judged_s, 0.5):.0f} ms"),
        ("", f"worst  {percentile(judged_s, 1):.0f} ms"),
        (f"iglu: legal words, {len(legal_s)} points", f"median {percentile(legal_s, 0.5):.2f} ms"),
        ("", f"99 %   {percentile(legal_s, 0.99):.2f} ms"),
    ]


def seen(rng: Random, state: State) -> dict[str, Any]:
    """What a camera may see of a state: no discards, hands as numbers, three spaces hidden."""
    data = {key: value for key, value in state.to_json().items() if key not in ("supply", "out", "lost", "caught")}
    data["hands"] = {player: len(hand) for player, hand in data["hands"].items()}
    data["on"] |= {f"{rng.choice('abcdefgh')}{rng.randint(1, 8)}": None for _ in range(3)}
    return data


def spoiled(rng: Random, state: State) -> dict[str, Any]:
    """A table with one thing on another space."""
    data = state.to_json()
    cell = rng.choice(list(data["on"]))
    words = data["on"].pop(cell).split(" ")
    goal = rng.choice([name for name in data["on"] if name != cell])
    data["on"][goal] += " " + words.pop()
    if words:
        data["on"][cell] = " ".join(words)
    return data


def bench_explain(played: list[list[Played]], share: int) -> list[Row]:
    """Explanations of legal turns from all that lies there and from a camera's view, and of spoiled tables."""
    rng = Random(1)
    turns = [turn for game in played for turn in game if not turn[1].reserve and rng.randrange(share) == 0]
    rows: list[Row] = []
    for name in ("whole table", "camera", "spoiled"):
        times_s, said = [], {True: 0, False: 0, None: 0}
        for rules, before, words, after in progress(turns, f"explain, {name}"):
            data = (
                after.to_json()
                if name == "whole table"
                else seen(rng, after)
                if name == "camera"
                else spoiled(rng, after)
            )
            known = told(words) if name == "camera" else []
            found, elapsed_s = timed(
                lambda r=rules, b=before, d=data, k=known: explain(r.begin(b), PartialState.from_json(d), k)  # type: ignore[misc]
            )
            times_s.append(elapsed_s)
            said[found.legal] += 1
        if name != "spoiled" and said[False]:
            raise SystemExit(f"{said[False]} legal turns were called illegal ({name})")
        rows += [
            (f"iglu: explain, {name}, {len(times_s)} turns", f"median {percentile(times_s, 0.5):.1f} ms"),
            ("", f"99 %   {percentile(times_s, 0.99):.0f} ms"),
            ("", f"legal {said[True]}, illegal {said[False]}, open {said[None]}"),
        ]
    return rows + bench_naive(turns[:15])


def told(words: list[str]) -> list[str]:
    """What people say or show of a turn."""
    spoken = (Reveal, Keep, Pass)
    return [word for word in words if tile_shown(parse_action(word)) or isinstance(parse_action(word), spoken)]


def bench_naive(turns: list[Played]) -> list[Row]:
    """The same question by trying all words in the order of length, copying the state at every step."""
    times_s, ours_s, found = [], [], 0
    for rules, before, _, after in progress(turns, "naive search"):
        aim = PartialState.from_json(after.to_json())
        ours_s.append(timed(lambda r=rules, b=before, a=aim: explain(r.begin(b), a))[1])  # type: ignore[misc]
        hit, elapsed_s = timed(lambda r=rules, b=before, a=aim: naive(r, b, a))  # type: ignore[misc]
        times_s.append(elapsed_s)
        found += hit
    return [
        (f"iglu: naive search, same run, {len(turns)} turns", f"median {percentile(times_s, 0.5):.0f} ms"),
        ("", f"found {found}, the others given up after {NAIVE_LIMIT} copies"),
        ("  ours on the same turns", f"median {percentile(ours_s, 0.5):.1f} ms, all {len(turns)} answered"),
    ]


def naive(rules: IgluIglu, before: State, aim: PartialState) -> bool:
    """Breadth first over all legal words."""
    todo, copies = [rules.begin(before)], 0
    while todo:
        further = []
        for turn in todo:
            for word in turn.legal_words():
                after = copy.deepcopy(turn).play_words([word])
                copies += 1
                if isinstance(after, Fault):
                    continue
                if after.wants == "nothing" and aim.agrees(after.table):
                    return True
                if copies > NAIVE_LIMIT:
                    return False
                further.append(after)
        todo = further
    return False


def rows(count: int) -> list[Row]:
    """All measurements."""
    played = list(games(count, seed=500))
    return bench_judge(played) + bench_explain(played, share=3)
