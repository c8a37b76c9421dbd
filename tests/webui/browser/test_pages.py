"""The other pages in a browser: the wizard, matches with replay and statistics, sharing, learning the cubes."""

from __future__ import annotations

from pathlib import Path

from selenium.webdriver.common.action_chains import ActionChains

from calibration.icecult.equipment.kept import KeptSet
from calibration.icecult.learn import script
from engine.icecult.board import SLOTS
from engine.icecult.cube import STANDARD_SET
from engine.icecult.moves import parse_action, perform
from engine.icecult.state import State
from tests.calibration.scenes import some_profile
from tests.webui.browser.conftest import Site, Visitor
from tests.webui.making import FIRST_TURN, PLAYERS, near_won, play
from webui.icecult.demo import demo_film

VALUE = "const n = document.querySelector(arguments[0]); n.value = arguments[1]; n.dispatchEvent(new Event('input'))"


def test_a_match_by_hand_in_three_steps(site: Site, visitor: Visitor) -> None:
    visitor.open("/")
    visitor.see("h1", "A referee beside the board")
    visitor.open("/new")
    visitor.tap('[data-game="ice-cult"]')
    visitor.tap('[data-source="none"]')
    visitor.see("#seats input")
    visitor.run(VALUE, "#match-title", "<b>Evening</b>")
    visitor.run(VALUE, "#name0", "Ada")
    visitor.choose("#colour1", "b")
    visitor.tap("#add-seat")
    visitor.see("#name2")
    visitor.tap('input[name="circles"][value="may"]')
    visitor.run("document.querySelector('input[name=circles][value=may]').checked = true")
    visitor.tap("#begin")
    visitor.see("#panel h1", "Red’s turn")
    visitor.see("#match-name", "<b>Evening</b>")
    match = site.parts.desk.table().view()["match"]
    assert [player["colour"] for player in match["players"]] == ["r", "b", "y"]
    assert match["house"]["circles"] == "may"
    assert visitor.complaints() == []


def test_the_board_is_found_by_dragging_four_tips(site: Site, visitor: Visitor) -> None:
    visitor.open("/new")
    visitor.tap('[data-game="ice-cult"]')
    visitor.tap('[data-source="demo"]')
    visitor.see(".tips .guess", seconds=40)
    visitor.run("document.querySelector('.live-picture').scrollIntoView()")
    for path, (x, y) in _true_tips().items():
        _drag(visitor, path, x, y)
    visitor.see(".grade", "The board is found", seconds=60)
    assert len(visitor.run("return [...document.querySelectorAll('.tips .proof')]")) == 34
    visitor.tap("#board-good")
    visitor.tap("#begin")
    visitor.see("#simulated:not([hidden])", "Simulated match", seconds=40)
    visitor.see('#eye[data-status="rest"], #eye[data-status="moving"]', seconds=40)


def _true_tips() -> dict[str, tuple[float, float]]:
    """Where the tips really are in the virtual table's picture."""
    tips = demo_film().profile().tips_px
    return {path: (float(tips[path][0]), float(tips[path][1])) for path in "NESW"}


def _drag(visitor: Visitor, path: str, x: float, y: float) -> None:
    """Drag one tip with the mouse to a pixel of the picture."""
    picture, point = visitor.see(".tips").rect, visitor.see(f'[data-tip="{path}"] .point')
    zoom = picture["width"] / 1280
    dx = picture["x"] + x * zoom - (point.rect["x"] + point.rect["width"] / 2)
    dy = picture["y"] + y * zoom - (point.rect["y"] + point.rect["height"] / 2)
    chain = ActionChains(visitor.driver, duration=20)
    chain.click_and_hold(point).move_by_offset(round(dx), round(dy)).release().perform()


def test_matches_are_listed_searched_replayed_and_judged_again(site: Site, visitor: Visitor) -> None:
    site.parts.desk.open(PLAYERS, name="Saturday")
    play(site.parts, FIRST_TURN)
    play(site.parts, ("Nn", "Ee"))
    site.parts.desk.open(PLAYERS, name="Sunday", start=near_won())
    play(site.parts, ("Nn", "Ee", "rS5@NE"), end=False)
    visitor.open("/matches")
    visitor.see(".match-card", "Red wins")
    visitor.run(VALUE, "#search", "satur")
    visitor.gone(".match-card:nth-child(2)")
    visitor.see(".match-card", "unfinished")
    match = visitor.run("return document.querySelector('.match-card').dataset.match")
    visitor.open(f"/matches/{match}")
    visitor.see("#name", "Saturday")
    visitor.run(VALUE, "input[type=range]", "3")
    visitor.see(".replay-said", "Green enters the south path (arrow NW)")
    visitor.see('.pawn[data-path="S"][data-space="1"][data-colour="g"]')
    visitor.tap('.replay-turns [data-turn="2"]')
    visitor.run(VALUE, "input[type=range]", "99")
    visitor.see(".replay-verdict.fault", "(R16)")
    visitor.see(".plot svg[aria-label^='Lead over time']")
    visitor.see("table", "Bela")
    visitor.tap("#rejudge button")
    visitor.see("#rejudged", "No verdict would change.")
    visitor.run("window.confirm = () => true")
    visitor.tap("#delete")
    visitor.see(".match-list", "Sunday")
    assert len(site.parts.store.matches()) == 1
    assert visitor.complaints() == []


def test_a_shared_match_opens_without_any_server(site: Site, visitor: Visitor, tmp_path: Path) -> None:
    match = site.parts.desk.open(PLAYERS, name="Shared & <kept>")
    play(site.parts, FIRST_TURN)
    visitor.open("/table")
    text = visitor.run("return fetch(arguments[0]).then((r) => r.text())", f"/api/matches/{match}/share")
    (tmp_path / "match.html").write_text(text, "utf-8")
    visitor.driver.get("about:blank")  # the table's page would rightly complain that its server is gone
    site.stop()
    visitor.driver.get((tmp_path / "match.html").as_uri())
    visitor.see("h1", "Shared & <kept>")
    visitor.tap('[data-control="forward"]')
    visitor.see(".replay-said", "North pair tilted")
    visitor.choose("#language", "de")
    visitor.see("caption", "Spieler für Spieler")
    assert visitor.complaints() == []


def test_the_cubes_are_learned_by_hand_with_a_picture_of_each_tilt(site: Site, visitor: Visitor) -> None:
    tilted_by_hand(visitor, 3)
    visitor.see(".learn-next .hint-arrow")
    visitor.see(".net .seen")
    sides = "return [...document.querySelectorAll('.learn-next .side-name')].map((each) => each.textContent).join('')"
    for language, letters in (("en", "NESW"), ("de", "NOSW"), ("fr", "NESO"), ("it", "NESO")):
        visitor.choose("#language", language)
        visitor.until(lambda letters=letters: visitor.run(sides) == letters)  # type: ignore[misc]
    assert visitor.complaints() == []


def test_a_block_that_stands_turned_is_drawn_and_named_so(site: Site, visitor: Visitor) -> None:
    site.parts.learning.keep(KeptSet.of(some_profile(corners=True)))
    site.parts.learning.restart()
    tilted_by_hand(visitor, 0)
    visitor.see("#learn-next h2", "Tilt the north and east cubes together to the north-east.")
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in visitor.run(PAIR)]
    (north_x, north_y), (east_x, east_y) = middles
    assert north_x < east_x
    assert north_y < east_y
    assert visitor.complaints() == []


def tilted_by_hand(visitor: Visitor, tilts: int) -> None:
    """The set-up and the first tilts, entered by hand."""
    visitor.open("/learn")
    visitor.see("#learn-next h2", "Set the cubes up")
    state = State.setup()
    for number, word in enumerate((None, *script()[:tilts])):
        state = state if word is None else perform(state, parse_action(word))
        for slot, top in zip(SLOTS, STANDARD_SET.tops(state.cubes), strict=True):
            assert top is not None
            visitor.run(CHOOSE_TOP, f"#top-{slot}", top.symbol, top.facing)
        visitor.tap("#enter")
        visitor.see("#learn-next", f"{number} of 12 tilts")


PAIR = (
    "return [...document.querySelectorAll('.learn-next .moved')].map((each) => each.getBoundingClientRect().toJSON())"
)

CHOOSE_TOP = """
    const words = {red: "red arrow", yellow: "yellow arrow", green: "green arrow", blue: "blue arrow"};
    const [css, symbol, facing] = arguments;
    const label = symbol === "circle" ? "circle" : symbol === "arc" ? `arc ${facing}` : `${words[symbol]} › ${facing}`;
    const select = document.querySelector(css);
    select.value = [...select.options].find((option) => option.textContent === label).value;
    select.dispatchEvent(new Event("change"))"""


def test_help_says_whether_everything_is_ready(site: Site, visitor: Visitor) -> None:
    visitor.open("/help")
    visitor.tap("#doctor-look")
    visitor.see("#findings dt", "Camera")
    visitor.see("#findings dd", "Plug one in")
    visitor.see("#findings [data-state='well']", "Disk")
    visitor.choose("#language", "de")
    visitor.see("#findings dt", "Speicherplatz")
    assert visitor.complaints() == []
