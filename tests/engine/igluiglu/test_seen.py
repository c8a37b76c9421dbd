"""Hidden information stays hidden (I1-I5): what one player may see of a table and of a turn."""

from __future__ import annotations

import json
from random import Random

from engine.igluiglu.equipment import is_red
from engine.igluiglu.writing.seen import seen_by, words_seen_by
from tests.engine.igluiglu.tables import random_game, random_rules


def test_only_ones_own_kept_tiles_have_faces() -> None:
    hidden = 0
    for seed in range(3):
        rng = Random(seed)
        rules = random_rules(rng)
        for _, _, state in random_game(rng, rules)[::4]:
            for viewer in (None, *rules.players):
                seen = seen_by(state, viewer)
                assert rules.read_state(seen.to_json()) == seen
                assert "secret" not in seen.to_json()
                for player in rules.players:
                    own = player == viewer
                    assert seen.hand(player) == (state.hand(player) if own else ("?",) * len(state.hand(player)))
                    hidden += not own and bool(state.hand(player))
                assert seen_by(seen, viewer) == seen
    assert hidden


def test_no_trace_of_a_face_is_left_in_the_json() -> None:
    for seed in range(3):
        rng = Random(50 + seed)
        rules = random_rules(rng)
        for _, _, state in random_game(rng, rules)[::4]:
            data = seen_by(state, None).to_json()
            discarded = data.pop("out")
            text = json.dumps(data)
            kinds = {tile for hand in state.hands for tile in hand} | set(discarded)
            assert not [kind for kind in kinds if is_red(kind) and f'"{kind}"' in text]


def test_what_was_kept_is_the_movers_secret() -> None:
    words = ["melt c4", "keep harpoon", "walk c3 c4", "done"]
    assert words_seen_by(words, "r", "r") == words
    for viewer in ("b", None):
        assert words_seen_by(words, "r", viewer) == ["melt c4", "keep", "walk c3 c4", "done"]


def test_a_verdict_from_what_all_see_tells_no_hand() -> None:
    """Whoever holds what: judged from what all see, a fault reads the same."""
    rng = Random(7)
    rules = random_rules(rng)
    for state, words, _ in random_game(rng, rules)[12::5]:
        other = next(player for player in rules.players if player != state.to_move)
        shown = seen_by(state, None)
        emptied = seen_by(state, other)
        for word in ("done", "play animals", "walk a1 a2"):
            first = rules.judge(shown, [word]).fault
            assert first == rules.judge(seen_by(emptied, None), [word]).fault, words
