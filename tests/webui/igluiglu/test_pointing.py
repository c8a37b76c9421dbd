"""Where the pictures of a turn of IGLU IGLU point that nobody could decide: at what is in question."""

from __future__ import annotations

from tests.webui.igluiglu.making import LATE
from webui.igluiglu.sight import IgluSight
from webui.record import events as ev
from webui.record.fold import apply, fold
from webui.record.opening import create_match
from webui.record.store import Store

PLAYERS = [{"name": "Ada", "colour": "r"}, {"name": "Bela", "colour": "b"}]


def test_a_turn_that_stays_open_rings_only_what_is_in_question() -> None:
    store = Store.in_memory()
    match = fold(store.events(create_match(store, PLAYERS, game="iglu", start=LATE)))
    store.close()
    begun = match.rules.begin(match.before).play_words(["melt c4", "reveal fish1 1"])
    first, *others = [word for word in begun.legal_words() if word.startswith("walk ")]  # type: ignore[attr-defined]
    turns = [["melt c4", "reveal fish1 1", word, "done"] for word in (first, others[0])]
    after = match.rules.judge(match.before, turns[0]).next
    assert after is not None
    verdict = {"legal": None, "question": {"text": "?", "answers": [{"turn": turn} for turn in turns]}}
    ended = ev.TurnEnded(1.0, 1, "r", tuple(turns[0]), after.to_json(), verdict)
    at = IgluSight().pointing(apply(match, ended), ended)
    touched = {cell for word in (first, others[0]) for cell in word.split()[1:3]}
    assert set(at.places) <= touched, "not the tile that melted: it did in any case"
    assert at.places
    plain = ev.TurnEnded(1.0, 1, "r", tuple(turns[0]), after.to_json(), {"legal": None})
    assert "c4" in IgluSight().pointing(apply(match, plain), plain).places
