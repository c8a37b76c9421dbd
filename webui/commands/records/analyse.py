"""`icekeeper analyse`: what each turn of a match was worth, and what would have been better."""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.core.errors import NotationError
from engine.core.log import MatchLog
from engine.core.parsing import parsed
from webui.commands.records.record import add_store, find_match, open_record

if TYPE_CHECKING:
    from coach.analysis import AnalysedTurn, Analysis
    from coach.coach import Option

_HELP: Final = """
Every turn: each player's chance to win, the best three turns, a mark where the chance fell (slip, mistake, blunder).
The result stays on record with the match; asked again, it is there at once. Ctrl-C stops, and nothing is kept.
The coach looks at so many positions however long that takes, about a second a turn, so that the answer is always the
same; with --seconds it stops sooner, says so, and nothing is kept.
"""
LANGUAGES: Final = ("en", "de", "fr", "it")
BAR: Final = 30
GENTLE: Final = 10
"""How much way is given to whatever else runs on this machine, a table being refereed above all."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _HELP
    parser.add_argument("match", metavar="MATCH", help="id, its beginning, a name, `last`, or a log file; - reads one")
    add_store(parser)
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="default en")
    parser.add_argument("--seconds", type=_seconds, default=math.inf, help="look at each turn no longer than that")
    parser.add_argument("--again", action="store_true", help="think again, though there is an analysis on record")
    parser.add_argument("--next", action="store_true", help="only the best turns for whoever is to move")
    parser.add_argument("--before", type=_object, metavar="STATE", help="the table as it stood, as JSON")
    parser.add_argument("--so-far", type=_words, default=(), metavar="WORDS", help="of the turn in progress, as JSON")
    parser.add_argument("--turn", type=int, metavar="N", help="weigh other --words in place of turn N")
    parser.add_argument("--words", type=_words, default=(), metavar="WORDS", help="as JSON, for --turn")
    parser.add_argument("--json", action="store_true", help="everything as one JSON object")
    parser.add_argument("--progress", choices=("bar", "json", "none"), help="default: a bar on a terminal")


def _seconds(text: str) -> float:
    """A time that one can wait for."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.05 <= value <= 60:
        raise argparse.ArgumentTypeError(f"expected seconds from 0.05 to 60, got {text!r}")
    return value


def _object(text: str) -> dict[str, Any]:
    """A JSON object."""
    try:
        found = parsed(text)
    except NotationError:
        found = None
    if not isinstance(found, dict):
        raise argparse.ArgumentTypeError(f"expected a JSON object, got {text[:60]!r}")
    return found


def _words(text: str) -> tuple[str, ...]:
    """A JSON list of words."""
    try:
        words = parsed(text)
    except NotationError:
        words = None
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise argparse.ArgumentTypeError(f"expected a JSON list of words, got {text[:60]!r}")
    return tuple(words)


def run(args: argparse.Namespace) -> int:
    """Analyse one match and say what was found."""
    from coach.analysis import Analysis, analyse, checksum

    if args.match == "-" or Path(args.match).is_file():
        from webui.commands.rules.replay import read_log

        if args.match == "-" and not args.next:  # nobody waits at the table for an analysis
            getattr(os, "nice", int)(GENTLE)  # Windows has none
        log, match_id = read_log(args.match), ""
    else:
        log, match_id = _on_record(args)
    if args.next:
        return _next(log, args)
    if args.turn is not None:
        return _weighed(log, args)
    about = checksum(log)
    old = None if args.again else _kept(args, match_id, about)
    found = Analysis.from_json(old) if old else analyse(log, args.seconds, _progress(args.progress))
    if old is None and match_id and found.thorough:
        _keep(args, match_id, about, found.to_json())
    print(json.dumps(found.to_json())) if args.json else _show(found, log, args.language)
    return 0


def _next(log: MatchLog, args: argparse.Namespace) -> int:
    """What the coach would do now."""
    from coach.analysis import advise_next
    from coach.texts import say

    coach, advice = advise_next(log, args.seconds, args.so_far, args.before)
    if args.json:
        print(json.dumps(advice.to_json()))
        return 0
    if not advice.best:
        print(say("silent" if advice.player else "over", args.language))
    for option in advice.best:
        print(f"{_line(option, advice.player, args.language)}  {coach.in_words(option.words, args.language)}")
    return 0


def _weighed(log: MatchLog, args: argparse.Namespace) -> int:
    """What other words would have been worth in place of a turn."""
    from coach.texts import say
    from coach.weighing import weigh

    advice = weigh(log, args.turn, args.words, args.seconds)
    if args.json:
        print(json.dumps(advice.to_json()))
    else:
        tried = "" if advice.played is None else _line(advice.played, advice.player, args.language)
        print(tried or say("silent", args.language))
    return 0


def _on_record(args: argparse.Namespace) -> tuple[MatchLog, str]:
    from webui.present.sheet import log_text

    store = open_record(args)
    try:
        match_id, match = find_match(store, args.match)
        return MatchLog.parse(log_text(match)), match_id
    finally:
        store.close()


def _kept(args: argparse.Namespace, match_id: str, about: str) -> Any:
    if not match_id:
        return None
    from webui.record.ready.analyses import Analyses

    store = open_record(args)
    try:
        return Analyses(store).kept(match_id, about)
    finally:
        store.close()


def _keep(args: argparse.Namespace, match_id: str, about: str, found: Any) -> None:
    """Put the analysis on record, unless a page has the record to itself just now."""
    from webui.record.ready.analyses import Analyses
    from webui.record.store import StoreError

    try:
        store = open_record(args, create=True)
    except StoreError as error:
        print(f"icekeeper: the analysis is not kept: {error}", file=sys.stderr)
        return
    try:
        Analyses(store).keep(match_id, about, found)
    finally:
        store.close()


def _progress(wanted: str | None) -> Callable[[int, int], None]:
    """Who is told how far it has come, and how."""
    kind = wanted or ("bar" if sys.stderr.isatty() else "none")
    begun_s = time.monotonic()

    def bar(done: int, of: int) -> None:
        filled = BAR * done // max(1, of)
        left_s = (time.monotonic() - begun_s) / done * (of - done) if done else 0.0
        text = f"\r[{'#' * filled}{'.' * (BAR - filled)}] {done}/{of}  {left_s:3.0f} s "
        print("\r\033[K" if done == of else text, end="", file=sys.stderr, flush=True)

    def line(done: int, of: int) -> None:
        print(json.dumps({"done": done, "of": of}), file=sys.stderr, flush=True)

    return {"bar": bar, "json": line}.get(kind, lambda done, of: None)


def _show(found: Analysis, log: MatchLog, language: str) -> None:
    """The whole analysis in words."""
    from coach.texts import summary, thoroughness
    from engine.core.game import find_game
    from engine.games import GAMES

    rules = find_game(GAMES, log.header.game).make_rules(log.header.equipment, log.header.house, log.header.colours)
    from coach.games import coach_for

    coach = coach_for(found.game, rules)
    for turn in found.turns:
        _show_turn(turn, lambda words: coach.in_words(words, language), language)
    print()
    for player in found.players:
        print(summary(found, player, language))
    print(thoroughness(found, language))


def _show_turn(turn: AnalysedTurn, in_words: Callable[[tuple[str, ...]], str], language: str) -> None:
    from coach.texts import colour_name, percent, say

    head = say("turn", language, n=turn.turn, colour=colour_name(turn.player, language))
    every = "  ".join(f"{colour_name(p, language)} {percent(c)}" for p, c in turn.chances.items())
    print(f"\n{head}   {every if turn.best else say('silent', language)}")
    if turn.mark and turn.played:
        best, played = (percent(o.chances[turn.player], o.spread) for o in (turn.best[0], turn.played))
        print(f"  {say('fell', language, mark=say(turn.mark, language).upper(), best=best, played=played)}")
    for number, option in enumerate(turn.best, start=1):
        print(f"  {number}. {_line(option, turn.player, language)}  {in_words(option.words)}")


def _line(option: Option, player: str, language: str) -> str:
    from coach.texts import percent, say

    if option.wins:
        return say("wins", language)
    more = "" if option.whole else f" ({say('open', language)})"
    return percent(option.chances[player], option.spread) + more
