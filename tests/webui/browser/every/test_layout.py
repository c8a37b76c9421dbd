"""Where things stand on the screen, by their boxes: nothing covers anything, in every size and language."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from selenium.webdriver.common.action_chains import ActionChains

from engine.icecult.state import State
from tests.webui.browser.conftest import Site, Visitor
from tests.webui.making import PLAYERS, near_won, play
from tests.webui.proving import with_proof
from webui.settings import LANGUAGES

FOUR = [*PLAYERS, {"name": "Dora", "colour": "b"}]
SIZES = ((390, 844), (820, 1180), (1366, 768), (1920, 1080))
OVERLAPS = """
    const seen = arguments[0].map((css) => [css, document.querySelector(css)?.getBoundingClientRect()])
        .filter(([, b]) => b && b.width && b.height);
    const apart = (a, b) => a.left >= b.right - 1 || a.right <= b.left + 1 || a.top >= b.bottom - 1
        || a.bottom <= b.top + 1;
    return seen.flatMap(([one, a], i) => seen.slice(i + 1).filter(([, b]) => !apart(a, b))
        .map(([two]) => `${one} and ${two}`))"""
CUT = """
    const foot = document.querySelector("#history").getBoundingClientRect();
    const end = foot.height ? foot.top : innerHeight;
    return arguments[0].filter((css) => {
        const b = document.querySelector(css).getBoundingClientRect();
        return !b.height || b.top < 0 || b.bottom > end + 1 || b.left < 0 || b.right > innerWidth; })"""
SMALL = """
    return arguments[0].filter(([css, least]) => [...document.querySelectorAll(css)].some((node) =>
        parseFloat(getComputedStyle(node)[node.ownerSVGElement === undefined ? "fontSize" : "width"]) < least))"""
APART = ["#board", "#banner", "#done", "#take-back", "#more", "#panel h1", "#history", ".site-head", "#switch"]


def forms(visitor: Visitor, path: str) -> Iterator[str]:
    """The page in every language and size, one after the other; it is opened only once."""
    visitor.open(path)
    for language, (width, height) in product(LANGUAGES, SIZES):
        visitor.size(width, height, reduced_motion="reduce")
        if visitor.run("return document.documentElement.lang") != language:
            visitor.choose("#language", language)
            visitor.see(f'html[lang="{language}"]')
        assert visitor.run("return document.documentElement.scrollWidth") <= width, (width, language)
        yield f"{width}x{height} {language}"


def test_a_verdict_covers_nothing_and_all_fits_on_one_screen(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    play(site.parts, ("Nn", "Ee"))
    wrong = {}
    for form in forms(visitor, "/table"):
        visitor.see("#banner:not([hidden]) [data-offer]")
        found = visitor.run(OVERLAPS, APART) + visitor.run(CUT, ["#board", "#banner", "#done", ".owed-line"])
        if found:
            wrong[form] = found
    assert wrong == {}


PICTURE = """
    const canvas = Object.assign(document.createElement("canvas"), {width: 1280, height: 720});
    const picture = document.querySelector("#camera img");
    picture.src = canvas.toDataURL();
    picture.hidden = false;
    return picture.decode()"""


ROOMY = """
    const box = (css) => document.querySelector(css).getBoundingClientRect();
    const banner = document.querySelector("#banner");
    const board = Math.min(box("#board").width, box("#board").height);
    return [board, banner.scrollHeight - banner.clientHeight]"""


@pytest.mark.parametrize(("show", "least"), [("both", {390: 180, 820: 380, 1366: 270, 1920: 500}), ("drawing", {})])
def test_a_verdict_with_pictures_leaves_room_for_the_board(
    site: Site, visitor: Visitor, show: str, least: dict[int, int]
) -> None:
    with_proof(site.parts)
    wrong = {}
    for form in forms(visitor, f"/table?show={show}"):
        visitor.see("#banner:not([hidden]) [data-offer]")
        visitor.until(lambda: visitor.run("return [...document.images].every((each) => each.complete)"))
        if show == "both":
            visitor.run(PICTURE)
        shown = ["#board", "#banner", "#done", ".owed-line", *(["#camera"] if show == "both" else [])]
        found = visitor.run(OVERLAPS, [*APART, "#camera"]) + visitor.run(CUT, shown)
        board, over = visitor.run(ROOMY)
        width = int(form.partition("x")[0])
        if found or board < least.get(width, {390: 220, 820: 400}.get(width, 500)) or over > 1:
            wrong[form] = [*found, f"board {board:.0f}", f"banner cut by {over}"]
    assert wrong == {}


def test_a_turn_fits_and_no_panel_is_cut(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS)
    play(site.parts, ("Nn", "Ee", "gS0@NW"), end=False)
    wrong = {}
    for form in forms(visitor, "/table"):
        visitor.see(".owed-line strong")
        found = visitor.run(OVERLAPS, [*APART, ".owed-line"]) + visitor.run(CUT, ["#board", "#done", ".owed-line"])
        panel = visitor.run("const p = document.querySelector('#panel'); return p.scrollHeight - p.clientHeight")
        if found or panel > 1:
            wrong[form] = [*found, f"panel cut by {panel}"]
    assert wrong == {}


def test_done_stays_in_sight_below_drawing_and_picture(site: Site, visitor: Visitor) -> None:
    with_proof(site.parts)
    play(site.parts, ("Ss", "Ww"), end=False)
    wrong = {}
    for form in forms(visitor, "/table?show=both"):
        visitor.see(".owed-line")
        visitor.run(PICTURE)
        found = visitor.run(OVERLAPS, [*(each for each in APART if each != "#banner"), ".owed-line"])
        found += visitor.run(CUT, ["#done", ".owed-line", "#board"])
        wide = visitor.run("return ['#board', '#camera'].map((c) => document.querySelector(c).clientWidth)")
        if found or min(wide) < 0.9 * max(wide):
            wrong[form] = [*found, wide]
    assert wrong == {}


def test_on_an_upright_tablet_the_ice_is_large(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(FOUR, game="iglu")
    play(site.parts, ("place b1", "place a4", "place h4", "place b8"), end=False)
    for form in forms(visitor, "/table"):
        if form.startswith("820"):
            visitor.see("#panel .iglu-players")
            board, _ = visitor.run(ROOMY.replace("#banner", "body"))
            assert board >= 520, (form, board)
            assert visitor.run(CUT, ["#board", "#done", ".owed-line"]) == [], form


@pytest.mark.parametrize("game", ["ice-cult", "iglu"])
def test_the_table_view_is_read_from_afar_and_covers_nothing(site: Site, visitor: Visitor, game: str) -> None:
    site.parts.desk.open(PLAYERS, game=game)
    if game == "ice-cult":
        play(site.parts, ("Nn", "Ee"))
        play(site.parts, ("Nn", "Ee"), end=False)
    parts = ["#board", "#banner", ".far-turn", ".far-lines", ".site-head", "#far-switch", "[data-far-done]"]
    for form in forms(visitor, "/table?view=far"):
        visitor.see(".far-lines .owed")
        apart = [css for css in parts if css != "#far-switch"]
        assert visitor.run(OVERLAPS, apart) == [], form
        assert visitor.run(CUT, [".far-turn", ".far-lines", "#far-switch"]) == [], form
        if not form.startswith("390"):
            assert visitor.run(CUT, ["#board"]) == [], form
            least = [[".far-turn", 48], [".far-lines .owed", 48], [".far-lines .owed svg", 72]]
            assert visitor.run(SMALL, least) == [], form
    assert visitor.complaints() == []


def test_the_table_view_is_switched_and_remembered(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS, start=near_won())
    visitor.open("/table")
    visitor.tap("#far-switch")
    visitor.see("body.far .far-turn", "Ada’s turn")
    visitor.open("/table")
    visitor.see("body.far")
    play(site.parts, ("Nn", "Ee", "rS5@NE"), end=False)
    visitor.see(".far-turn", "Ada · Red wins")
    visitor.tap("#menu")
    visitor.tap('[data-item="far.off"]')
    visitor.gone("#far")
    visitor.see("#panel h1", "Red wins")


def stacked() -> State:
    """Two red pawns with a yellow one between them on the south path, and a stack on the north one."""
    return State.from_json(
        {
            "cubes": dict.fromkeys(("NW", "NE", "SE", "SW"), "UN"),
            "paths": {"N": ["bgb", "gb", "", "", ""], "E": [""] * 5, "S": ["", "ryr", "", "", ""], "W": [""] * 5},
            "start": "rrryyyyggg" + "bb",
            "goal": dict.fromkeys("NESW", ""),
            "to_move": "r",
        }
    )


UPRIGHT = """
    const middle = (n) => { const b = n.getBoundingClientRect(); return [b.left + b.width / 2, b.bottom]; };
    return [...document.querySelectorAll('#board .pawn')].reduce((out, n) => {
        const key = n.dataset.path + n.dataset.space;
        (out[key] ??= []).push(middle(n)); return out; }, {})"""


def test_stacks_stand_upright_and_open_when_tapped(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS, start=stacked())
    play(site.parts, ("Nn", "Ee"), end=False)
    visitor.size(390, 844, reduced_motion="reduce")
    visitor.open("/table")
    places = visitor.run(UPRIGHT)
    for place in ("N1", "N2", "S2"):
        columns = {round(x) for x, _ in places[place]}
        assert max(columns) - min(columns) <= 1, f"{place} leans"
    assert abs(places["N1"][0][0] - places["N2"][0][0]) > 10, "no stack hides the next one"
    low = visitor.see('.pawn.can[data-path="S"][data-height="0"]')
    ActionChains(visitor.driver).move_to_element(low).click().perform()
    visitor.see("dialog [data-pawn]")
    heights = visitor.run("return [...document.querySelectorAll('dialog [data-pawn]')].map((n) => n.offsetHeight)")
    assert len(heights) == 2
    assert min(heights) >= 44
    visitor.tap('dialog [data-pawn="0"]')
    visitor.until(lambda: visitor.view()["state"]["paths"]["S"][2] == "ryr")
    assert visitor.complaints() == []


def test_the_drawing_turns_to_the_viewer(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS, start=stacked())
    visitor.open("/table")
    names = "return [...document.querySelectorAll('.path-name')].map((n) => [n.textContent, n.getAttribute('x')])"
    assert dict(visitor.run(names))["W"].startswith("-")
    visitor.tap("#menu")
    visitor.tap('[data-item="seat.sit"]')
    visitor.tap('[data-seat="N"]')
    visitor.until(lambda: not dict(visitor.run(names))["W"].startswith("-"))
    visitor.open("/table")
    assert not dict(visitor.run(names))["W"].startswith("-"), "remembered on this device"
    assert visitor.complaints() == []


MIDDLE = """
    const [one, sea] = [arguments[0], "#board .sea"].map((css) => document.querySelector(css)?.getBoundingClientRect());
    return one ? [(one.left + one.width / 2 - sea.left) / sea.width, (one.top + one.height / 2 - sea.top) / sea.height]
        : [0, 0]"""
"""Where the middle of something lies on the ice, from 0 to 1."""


def test_the_ice_turns_to_the_viewer_and_is_tapped_where_it_lies(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS, game="iglu")
    visitor.open("/table")
    visitor.see('.space.can[data-cell="a3"]')
    assert visitor.run(MIDDLE, '.space[data-cell="a3"]') == pytest.approx([1 / 16, 11 / 16], abs=0.01)
    visitor.tap("#menu")
    visitor.tap('[data-item="seat.menu"]')
    visitor.see('[data-seat="E"]', "column h")
    visitor.tap('[data-seat="E"]')
    visitor.until(lambda: visitor.run(MIDDLE, '.space[data-cell="a3"]') == pytest.approx([5 / 16, 1 / 16], abs=0.01))
    assert visitor.run("return [...document.querySelectorAll('.grid-name')].map((n) => n.textContent).join('')") == (
        "12345678abcdefgh"
    )
    ActionChains(visitor.driver).move_to_element(visitor.see('.space[data-cell="a3"]')).click().perform()
    visitor.until(lambda: visitor.run(MIDDLE, '[data-on="a3"]') == pytest.approx([5 / 16, 1 / 16], abs=0.02))
    assert visitor.complaints() == []
