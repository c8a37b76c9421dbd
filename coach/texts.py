"""What the coach says about a match, in four languages, short and without blame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from coach.analysis import AnalysedTurn, Analysis
from coach.marks import MARKS
from engine.core.colours import COLOURS
from engine.core.wording import filled, sign

LANGUAGES: Final = ("en", "de", "fr", "it")
_COLOURS: Final = {
    "en": ("Red", "Yellow", "Green", "Blue"),
    "de": ("Rot", "Gelb", "Grün", "Blau"),
    "fr": ("Rouge", "Jaune", "Vert", "Bleu"),
    "it": ("Rosso", "Giallo", "Verde", "Blu"),
}
TEXTS: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "slip": ("slip", "Ungenauigkeit", "imprécision", "imprecisione"),
    "mistake": ("mistake", "Fehler", "erreur", "errore"),
    "blunder": ("blunder", "grober Fehler", "grosse erreur", "grave errore"),
    "slips": (
        "{n} {n:slip|slips}",
        "{n} {n:Ungenauigkeit|Ungenauigkeiten}",
        "{n} {n:imprécision|imprécisions}",
        "{n} {n:imprecisione|imprecisioni}",
    ),
    "mistakes": (
        "{n} {n:mistake|mistakes}",
        "{n} {n:Fehler|Fehler}",
        "{n} {n:erreur|erreurs}",
        "{n} {n:errore|errori}",
    ),
    "blunders": (
        "{n} {n:blunder|blunders}",
        "{n} {n:grober Fehler|grobe Fehler}",
        "{n} {n:grosse erreur|grosses erreurs}",
        "{n} {n:grave errore|gravi errori}",
    ),
    "turn": ("Turn {n}, {colour}", "Zug {n}, {colour}", "Tour {n}, {colour}", "Turno {n}, {colour}"),
    "fell": (
        "{mark}: {best} → {played}",
        "{mark}: {best} → {played}",
        "{mark} : {best} → {played}",
        "{mark}: {best} → {played}",
    ),
    "best": ("best", "am besten", "meilleur", "migliore"),
    "open": ("then as the tile says", "dann nach dem Plättchen", "puis selon la tuile", "poi secondo la tessera"),
    "wins": ("wins", "gewinnt", "gagne", "vince"),
    "missed": (
        "missed a win, turn {turns}",
        "verpasster Sieg: Zug {turns}",
        "victoire manquée, tour {turns}",
        "vittoria mancata: turno {turns}",
    ),
    "dearest": (
        "the dearest was turn {n}: {best} → {played}",
        "am teuersten war Zug {n}: {best} → {played}",
        "le plus coûteux : tour {n}, {best} → {played}",
        "il più caro: turno {n}, {best} → {played}",
    ),
    "clean": ("nothing that cost much", "nichts, was viel kostete", "rien de coûteux", "nulla di costoso"),
    "progress": ("turn {n} of {of}", "Zug {n} von {of}", "tour {n} sur {of}", "turno {n} di {of}"),
    "thorough": (
        "Looked at thoroughly. Positions in all: {n}, about {each} a turn.",
        "Gründlich angesehen. Stellungen insgesamt: {n}, etwa {each} je Zug.",
        "Examen approfondi. Positions en tout : {n}, environ {each} par tour.",
        "Esame approfondito. Posizioni in tutto: {n}, circa {each} per turno.",
    ),
    "cut": (
        "Looked at less thoroughly, as the time was up: turn {turns}.",
        "Weniger gründlich angesehen, weil die Zeit um war: Zug {turns}.",
        "Examen moins approfondi, faute de temps : tour {turns}.",
        "Esame meno approfondito, per mancanza di tempo: turno {turns}.",
    ),
    "silent": (
        "The coach says nothing about this turn.",
        "Zu diesem Zug sagt der Trainer nichts.",
        "Le coach ne dit rien de ce tour.",
        "Su questo turno il coach non dice nulla.",
    ),
    "over": (
        "The match is over; it is nobody’s turn.",
        "Die Partie ist vorbei; niemand ist am Zug.",
        "La partie est finie ; ce n’est le tour de personne.",
        "La partita è finita; non è il turno di nessuno.",
    ),
    "stopped": (
        "Stopped; nothing was kept.",
        "Abgebrochen; nichts wurde behalten.",
        "Interrompu ; rien n’a été gardé.",
        "Interrotto; nulla è stato tenuto.",
    ),
}  # fmt: skip


def say(key: str, language: str, **params: object) -> str:
    """One text with its places filled."""
    return filled(TEXTS[key][LANGUAGES.index(language)], language, params)


def colour_name(colour: str, language: str) -> str:
    """A player by colour."""
    return _COLOURS[language][COLOURS.index(colour)]


def percent(chance: float, spread: float = 0.0) -> str:
    """A chance as people read it; with what it may be off by, where that matters."""
    return f"{100 * chance:.0f} %" + (f" ± {100 * spread:.0f}" if spread >= 0.005 else "")


def summary(analysis: Analysis, player: str, language: str) -> str:
    """What is to be said about one player's turns."""
    turns = [turn for turn in analysis.turns if turn.player == player]
    parts = [*_missed(turns, language), *_counted(turns, language), *_dearest(turns, player, language)]
    said = f"{sign(';', language)} ".join(parts) or say("clean", language)
    return f"{colour_name(player, language)}{sign(':', language)} {said}."


def summaries(analysis: Analysis) -> dict[str, dict[str, str]]:
    """Player -> the summary in all languages."""
    return {p: {lang: summary(analysis, p, lang) for lang in LANGUAGES} for p in analysis.players}


def thoroughness(analysis: Analysis, language: str) -> str:
    """How thoroughly a match was looked at, and in which turns the time was up before that."""
    looked = sum(turn.looked for turn in analysis.turns)
    if cut := ", ".join(str(turn.turn) for turn in analysis.turns if turn.cut):
        return say("cut", language, turns=cut)
    return say("thorough", language, n=_grouped(looked), each=_grouped(round(looked / max(1, len(analysis.turns)))))


def _grouped(number: int) -> str:
    """A number with a no-break space between its thousands, which all four languages can read."""
    return f"{number:,}".replace(",", "\N{NO-BREAK SPACE}")


def _missed(turns: list[AnalysedTurn], language: str) -> list[str]:
    missed = [str(turn.turn) for turn in turns if turn.missed_win]
    return [say("missed", language, turns=", ".join(missed))] if missed else []


def _counted(turns: list[AnalysedTurn], language: str) -> list[str]:
    count = Counter(turn.mark for turn in turns if turn.mark)
    each = [say(f"{m}s", language, n=count[m]) for m in MARKS if count[m]]
    return [", ".join(each)] if each else []


def _dearest(turns: list[AnalysedTurn], player: str, language: str) -> list[str]:
    marked = [turn for turn in turns if turn.mark and turn.played]
    if not marked:
        return []
    worst = max(marked, key=lambda turn: turn.fell)
    assert worst.played is not None
    best, played = (percent(option.chances[player]) for option in (worst.best[0], worst.played))
    return [say("dearest", language, n=worst.turn, best=best, played=played)]
