"""What `icekeeper meet` says to whoever stands at the table, with the page's own sentences where the page has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.core.wording import sign
from webui.icecult.commands.spoken import tilt_words
from webui.icecult.commands.terminal_words import listed, words
from webui.icecult.sentences import eye_words
from webui.words import page_said, page_words

if TYPE_CHECKING:
    from calibration.icecult.equipment.kept import KeptSet
    from calibration.icecult.learn import Problem
    from vision.icecult.meeting.meeting import Meeting


def now_words(meeting: Meeting, language: str) -> str:
    """What is to be told of what was seen last; nothing while something only moves."""
    if meeting.trouble or meeting.status == "lost":
        return eye_words(meeting.eye, ())[language]
    return step_words(meeting, language) if meeting.status == "rest" else ""


def live_words(meeting: Meeting, language: str) -> str:
    """How the table is and how far the step is, for a line that is kept up to date."""
    tower = meeting.step == "tower"
    far = tower_words(meeting, language) if tower else _tilt_count(meeting, language)
    return f"[{eye_words(meeting.eye, ())[language]}] {far}"


def step_words(meeting: Meeting, language: str) -> str:
    """What is to be done now, or what is wrong with what was done."""
    page = page_words(language)
    if meeting.step == "done":
        return page["learn.finished"]
    if meeting.step == "tower":
        return tower_words(meeting, language) if meeting.tower.tower else page["meet.tower"]
    series = meeting.tilting.series
    if meeting.tilting.problems:
        told = [problem_words(problem, language) for problem in meeting.tilting.problems]
        return " ".join([*told, *([f"({words('wave', language)})"] if series.doubtful else [])])
    due = f"{_tilt_count(meeting, language)}{sign(':', language)} {_tilt(meeting, language)}"
    return due if series.begun else page["learn.setup"]


def tower_words(meeting: Meeting, language: str) -> str:
    """What is seen of the tower."""
    page, tower = page_words(language), meeting.tower.tower
    if meeting.tower.unsure:
        return page["meet.tower-unsure"]
    if tower is None:
        return page["meet.tower-none"]
    place = page[f"side.{tower.place[0]}"] + tower.place[1:]
    colour = page[f"colour.{tower.colour}"]
    return page_said("meet.tower-seen", language, place=place, n=tower.pawns, colour=colour)


def rise_words(meeting: Meeting, language: str) -> str:
    """How far a stack rises; nothing where no tower was measured."""
    rise = meeting.tower.rise
    mm = "" if rise is None else f"{rise.mm:.1f}".replace(".", "." if language == "en" else ",")
    return page_said("meet.rise", language, mm=mm) if mm else ""


def kept_words(meeting: Meeting, file: str, language: str) -> Iterator[str]:
    """What is in the file of the set when it was left before the end."""
    yield words("kept-sizes", language, file=file)
    known = _faces(meeting.kept)
    yield words("some-faces", language, n=known) if known else words("no-faces", language)
    if meeting.tilting.series.begun:
        yield words("tilts-anew", language)


def _faces(kept: KeptSet) -> int:
    return sum(face is not None for cube in (kept.cubes or {}).values() for face in cube.values())


def _tilt_count(meeting: Meeting, language: str) -> str:
    state = meeting.state()
    return page_said("learn.step", language, n=state["tilt"], of=state["tilts"])


def _tilt(meeting: Meeting, language: str) -> str:
    """The tilt that is due."""
    from calibration.icecult.learn import script

    series = meeting.tilting.series
    return tilt_words(script()[series.step], series.corners, language)


def problem_words(problem: Problem, language: str) -> str:
    """What is wrong with a look, as the page says it."""
    page, params = page_words(language), problem.params
    values = {
        "slot": listed([page[f"slot.{slot}"] for slot in params["slot"].split()], language),
        "corner": page.get(f"slot.{params.get('corner')}", ""),
        "symbol": page.get(f"symbol.{params.get('symbol')}", ""),
    }
    return page_said(f"learn.problem.{problem.key}", language, **values)
