"""What is seen of a table of ICE CULT, said to a person at a terminal; programs get JSON (docs/FORMATS.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.wording import chosen, sign
from engine.icecult.board import COLOURS, PATHS
from engine.icecult.words.phrases import bearing
from vision.icecult.observation import SURE_LEAST, CubeReading, Observation
from webui.icecult.commands.terminal_words import COLOUR_LETTERS, colour_word, listed, symbol_words, words
from webui.words import page_words

Json = Mapping[str, Any]
WIDE = 12


def tilt_words(tilt: str, corners: bool, language: str) -> str:
    """A tilt that is asked for; where paths leave through the corners the block stands turned by 45 degrees."""
    from calibration.icecult.learn import PAIRS

    page, slots = page_words(language), PAIRS[tilt[0]]
    if corners:
        cubes = [words(f"corner.{slot}", language) for slot in slots]
        return words("tilt-turned", language, cubes=listed(cubes, language), way=words(f"turned.{tilt[1]}", language))
    cubes = [page[f"slot.{slot}"] for slot in slots]
    return words("tilt", language, cubes=listed(cubes, language), way=page[f"toward.{tilt[1]}"])


def script_lines(corners: bool, language: str) -> Iterator[str]:
    """The set-up and the tilts of the guided series, one after the other."""
    from calibration.icecult.learn import script

    yield f"0. {page_words(language)['learn.setup']}"
    for number, tilt in enumerate(script(), 1):
        yield f"{number}. {tilt_words(tilt, corners, language)}"


def observation_lines(observation: Observation, language: str) -> Iterator[str]:
    """What one picture shows, in words."""
    seen, label = observation.to_json(), words("cubes", language)
    for slot, cube in observation.cubes.items():
        yield f"{label:{WIDE}} {bearing(slot, language)}  {_cube(cube, language)}"
        label = ""
    for path, stacks in seen["paths"].items():
        cells = ("?" if stack is None else stack or "-" for stack in stacks)
        name = words("path", language, path=bearing(path, language))
        yield f"{name:{WIDE}} " + " ".join(f"{cell:5s}" for cell in cells).rstrip()
    yield f"{'':{WIDE}} ({words('outwards', language)})"
    yield f"{words('start', language):{WIDE}} {_pawns(seen['start'], language)}"
    colon, semicolon = sign(":", language), sign(";", language)
    home = [
        f"{bearing(path, language)}{colon} {_pawns(pawns, language)}"
        for path in PATHS
        if (pawns := seen["goal"][path]) != ""
    ]
    yield f"{words('home', language):{WIDE}} {f'{semicolon} '.join(home) or words('nobody', language)}"
    if seen["hidden"]:
        yield f"{words('hidden', language):{WIDE}} {', '.join(_place(place, language) for place in seen['hidden'])}"
    if unsure := [place for place, sure in seen["confidences"].items() if sure < SURE_LEAST]:
        yield f"{words('not-sure', language):{WIDE}} {', '.join(_place(place, language) for place in unsure)}"
    if seen.get("extra"):
        names = [colour_word(colour, language, "pawns") for colour in seen["extra"]]
        yield f"{words('extra', language):{WIDE}} {listed(names, language)}"
    yield words("sure", language, percent=round(100 * seen["confidence"]))


def _cube(cube: CubeReading | None, language: str) -> str:
    if cube is None:
        return words("unseen", language)
    if cube.confidence < SURE_LEAST:
        return _either(cube, language)
    return f"{_top(cube, language)}, {words('sure', language, percent=round(100 * cube.confidence))}"


def _either(cube: CubeReading, language: str) -> str:
    """That nobody can say what a cube shows, and the two things it is likeliest to be."""
    if cube.rival is None:
        return words("not-sure", language)
    one, other = (_top(each, language) for each in (cube, cube.rival))
    if cube.facing == cube.rival.facing and {cube.symbol, cube.rival.symbol} <= COLOUR_LETTERS.keys():
        colours = (COLOUR_LETTERS[each.symbol] for each in (cube, cube.rival))
        one, other = (colour_word(colour, language, "word") for colour in colours)
    return words("not-sure-which", language, one=one, other=other)


def _top(cube: CubeReading, language: str) -> str:
    return symbol_words(cube.symbol, cube.facing, language)


def _place(place: str, language: str) -> str:
    """A place as people read it: N3, the start, or home behind a tip."""
    if place == "start":
        return words("start", language)
    if place.startswith("goal"):
        return f"{words('home', language)} {bearing(place[4:], language)}"
    return bearing(place, language)


def _pawns(letters: str | None, language: str) -> str:
    """How many pawns of each colour."""
    if letters is None:
        return words("unseen", language)
    counts = [_counted(n, colour, language) for colour in COLOURS if (n := letters.count(colour))]
    return ", ".join(counts) or words("nobody", language)


def _counted(count: int, colour: str, language: str) -> str:
    """So many pawns of a colour: "1 red pawn", "3 red pawns"."""
    forms = "|".join(colour_word(colour, language, form) for form in ("pawn", "pawns"))
    return f"{count} {chosen(count, forms, language)}"


def found_lines(found: Json, language: str) -> Iterator[str]:
    """What was found of the board, in words."""
    tips = "   ".join(f"{bearing(path, language)} {x:.0f},{y:.0f}" for path, (x, y) in found["tips"].items())
    layout = words(f"layout.{found['exit']}", language)
    yield f"{words('tips', language)}{sign(':', language)} {tips}{sign(';', language)} {layout}"
    if found["north"] == "arbitrary":
        yield words("arbitrary", language)
