"""The words of a score sheet in the four languages, as far as the page does not have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.core.colours import colour_name
from engine.core.wording import filled, sign
from webui.settings import LANGUAGES
from webui.words import game_words, page_said, page_words

_WORDS: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "players": ("players: {names}", "Spieler: {names}", "joueurs : {names}", "giocatori: {names}"),
    "house": ("house rules:", "Hausregeln:", "règles maison :", "regole della casa:"),
    "fault": ("fault", "Regelverstoß", "faute", "infrazione"),
    "legal": ("by the rules", "regelgerecht", "selon les règles", "secondo le regole"),
    "open": ("not certain", "nicht sicher", "pas certain", "non certo"),
    "put-right": (
        "told and put right: {rules}",
        "gesagt und in Ordnung gebracht: {rules}",
        "signalé et remis en ordre : {rules}",
        "detto e rimesso a posto: {rules}",
    ),
    "human": ("corrected by hand", "von Hand berichtigt", "corrigé à la main", "corretto a mano"),
    "running": (
        "The match is not over.",
        "Die Partie ist noch nicht zu Ende.",
        "La partie n’est pas terminée.",
        "La partita non è finita.",
    ),
}


def say(key: str, language: str, **values: object) -> str:
    """One of the sheet's own sentences."""
    return filled(dict(zip(LANGUAGES, _WORDS[key], strict=True))[language], language, values)


def colour_word(colour: str, language: str) -> str:
    """The name of a colour, as a player is called."""
    return page_words(language).get(f"Colour.{colour}", colour)


def player_name(name: str, colour: str, language: str) -> str:
    """A player by name and colour; one who gave no name by colour alone."""
    said = colour_word(colour, language)
    return said if name in ("", colour_name(colour)) else f"{name} ({said})"


def rule_name(rule: str, language: str) -> str:
    """What a fault is called in lists; its key where the page has no name for it."""
    return page_words(language).get(f"rule.{rule}", rule)


def ruling(legal: bool | None, rule: str, language: str) -> str:
    """A verdict in a few words: by the rules, not certain, or what the fault is called here."""
    return rule if legal is False else say("open" if legal is None else "legal", language)


def house_lines(page: str, house: Mapping[str, Any], language: str) -> Iterator[str]:
    """Each house rule and what this table chose, by the names that the page gives them."""
    words = {**page_words(language), **game_words(page, language)}
    for rule, choice in house.items():
        names = [words.get(key) or words.get(f"house.{key}", key) for key in (rule, f"{rule}.{choice}")]
        yield f"  {names[0]}{sign(':', language)} {names[1]}"


def ending(winners: str, how: str | None, language: str) -> str:
    """How the match ended, if it has."""
    if how is None:
        return say("running", language)
    why = page_words(language).get(f"won.{how}", "")
    if not winners:
        return why or page_words(language)["won.stopped"]
    key = "history.shared" if len(winners) > 1 else "history.win"
    won = page_said(key, language, colour=", ".join(colour_word(colour, language) for colour in winners))
    return f"{won}. {why}".strip()
