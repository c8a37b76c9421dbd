"""The demo plays a whole game by itself, shows everything there is, and gives no kept tile away."""

from __future__ import annotations

import argparse
import json

import pytest

from tests.webui.making import parts_for
from webui.commands.table.play import add_arguments
from webui.igluiglu.demo import DemoGame, DemoPlayers, open_demo
from webui.table.first import open_table

EVERY_WORD = "place melt reveal keep drift walk kayak hunt harpoon build play move defend flee done"
EVERY_EVENT = "fish bear drift glacier"
EVERY_KEPT = "energy melt animals"


@pytest.mark.slow
def test_the_demo_comes_to_its_scored_end_and_shows_everything() -> None:
    parts = parts_for()
    open_demo(parts.desk, pace_s=0.0)
    company = parts.desk.company
    assert isinstance(company, DemoPlayers)
    assert company.wait(60)
    match, view = parts.desk.table().match, parts.desk.table().view()
    assert match.how == "ice"
    assert view["score"]["winners"] == match.winners
    assert view["match"]["simulated"]
    words = [word.split() for turn in match.turns for word in turn.actions]
    assert {word[0] for word in words} >= set(EVERY_WORD.split())
    assert {word[1].rstrip("123") for word in words if word[0] == "reveal"} == set(EVERY_EVENT.split())
    assert {word[1].rstrip("123") for word in words if word[0] == "play"} == set(EVERY_KEPT.split())
    assert all(turn.legal for turn in match.turns)
    assert all(len(word) == 1 for word in words if word[0] == "keep")
    record = json.dumps([event.to_json() for event in parts.store.events(parts.desk.table().match_id)])
    assert '"secret"' not in record
    parts.desk.clear()
    parts.store.close()


def test_another_shuffle_is_another_game_and_the_same_one_the_same() -> None:
    assert DemoGame(3).start == DemoGame(3).start
    assert DemoGame(3).start != DemoGame(4).start


def test_the_demo_leaves_the_table_to_people_who_touch_it() -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    parts = parts_for()
    open_table(parts.desk, parts.learning, parser.parse_args(["demo:hand", "--game", "iglu"]))
    company, table = parts.desk.company, parts.desk.table()
    assert isinstance(company, DemoPlayers)
    table.act("place a2").result(5)
    assert company.wait(30)
    assert len(table.match.turns) <= 2
    parts.desk.clear()
    parts.store.close()
