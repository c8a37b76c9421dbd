"""`icekeeper rejudge`: one match on record under other house rules."""

from __future__ import annotations

import argparse
import json

from webui.commands.records.record import add_match, find_match, open_record
from webui.commands.rules.answering import add_language


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_match(parser)
    parser.add_argument("--circles", choices=("must", "may"), help="R17: may a circle lapse")
    parser.add_argument("--end", choices=("move", "turn"), help="R21: when winning is judged")
    parser.add_argument("--tower", choices=("anyone", "owner"), help="R22: whose tower counts")
    parser.add_argument(
        "--house",
        action="append",
        default=[],
        metavar="RULE=CHOICE",
        type=_pair,
        help="any rule, like serious=on",
    )
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="everything as one JSON object")


def _pair(text: str) -> str:
    """The text itself, if it names a rule and a choice."""
    if "=" not in text:
        raise argparse.ArgumentTypeError(f"expected RULE=CHOICE, got {text!r}")
    return text


def run(args: argparse.Namespace) -> int:
    """Judge every turn again and say what would change."""
    from webui.commands.records.said import say, verdict_text
    from webui.present.sheet_words import colour_word
    from webui.referee.rejudging import rejudged_json

    store = open_record(args)
    try:
        _, match = find_match(store, args.match)
        given = {key: value for key in ("circles", "end", "tower") if (value := getattr(args, key))}
        given |= dict(pair.split("=", 1) for pair in args.house)
        answer = rejudged_json(match, match.house.to_json() | given)
    finally:
        store.close()
    if args.json:
        print(json.dumps(answer))
        return 0
    for turn in answer["turns"]:
        if turn["was"] != turn["now"]:
            player = colour_word(turn["player"], args.language)
            was, now = (verdict_text(turn[key], args.language) for key in ("was", "now"))
            print(say("rejudged", args.language, n=turn["turn"], player=player, was=was, now=now))
    print(say("changes", args.language, n=answer["changed"], of=len(answer["turns"])))
    return 0
