"""A match that begins while the table is not set up: what has to be put back is shown, and a tap begins without it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.webui.browser.conftest import Site, Visitor
from vision.icecult.sim.play.script import TurnScript
from vision.icecult.sim.play.source import SimSource
from vision.sources.paced import Paced
from webui.icecult.demo import demo_film
from webui.record.opening import seats

WAITS = {
    "en": ("back to the start: Red, Blue", "Begin from what lies there"),
    "de": ("zurück auf die Startposition: Rot, Blau", "Mit dem jetzigen Stand beginnen"),
    "fr": ("retour au point de départ\u00a0: Rouge, Bleu", "Commencer avec ce qui est posé"),
    "it": ("torna alla posizione di partenza: Rosso, Blu", "Comincia da ciò che c’è sul tavolo"),
}


@pytest.fixture
def left_over(site: Site) -> SimSource:
    """A new match in front of a table that lies as in the middle of one, and stays so."""
    script = demo_film().script
    film = SimSource(replace(script, turns=(TurnScript("r", ()),), fps=4.0, rest_s=(120.0, 120.0)))
    site.parts.desk.watch(Paced(film), film.profile(), seats("ryg"), equipment=dict(film.cube_set))
    return film


def test_what_has_to_be_put_back_is_shown_and_the_match_may_begin_without(
    site: Site, visitor: Visitor, left_over: SimSource
) -> None:
    for language, (pawns, begin) in WAITS.items():
        visitor.speak(language)
        visitor.open("/table")
        visitor.see("#set-up li", pawns)
        visitor.see("#adopt", begin)
    visitor.speak("en")
    visitor.open("/table")
    visitor.see('#eye[data-status="not-set-up"]', "not set up yet")
    visitor.see("#set-up li", "E3 back to the start: Red, Blue")
    visitor.see('#board .ring.differs[data-goal="E"]')
    visitor.see('#board .pawn[data-path="E"][data-space="3"][data-colour="b"]')
    assert not visitor.shows("#done")
    visitor.tap("#adopt")
    visitor.gone("#set-up")
    visitor.see("#done")
    view = visitor.view()
    assert view["state"]["goal"] == left_over.script.start["goal"]
    assert (view["turn"]["number"], view["turn"]["player"], view["waiting"]) == (1, "r", [])
    assert visitor.complaints() == []
