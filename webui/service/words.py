"""What the table says besides verdicts: the state of the eye, questions and notes, in four languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LANGUAGES: Final = ("en", "de", "fr", "it")

COLOUR: Final[Mapping[str, Mapping[str, str]]] = {
    "r": {"en": "Red", "de": "Rot", "fr": "Rouge", "it": "Rosso"},
    "y": {"en": "Yellow", "de": "Gelb", "fr": "Jaune", "it": "Giallo"},
    "g": {"en": "Green", "de": "Grün", "fr": "Vert", "it": "Verde"},
    "b": {"en": "Blue", "de": "Blau", "fr": "Bleu", "it": "Blu"},
}

_TEXTS: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "eye.rest": ("at rest", "in Ruhe", "au repos", "fermo"),
    "eye.hand": ("hand in view", "Hand im Bild", "main dans l’image", "mano nell’immagine"),
    "eye.moving": ("moving", "in Bewegung", "en mouvement", "in movimento"),
    "eye.blind": (
        "cannot see {places}",
        "{places} nicht zu sehen",
        "{places} : caché",
        "{places}: nascosto",
    ),
    "eye.differs": (
        "table differs at {places}",
        "Tisch weicht ab bei {places}",
        "la table diffère en {places}",
        "il tavolo differisce in {places}",
    ),
    "eye.lost": ("camera lost", "Kamera verloren", "caméra perdue", "telecamera persa"),
    "eye.paused": ("paused", "angehalten", "en pause", "in pausa"),
    "eye.off": ("by hand", "von Hand", "à la main", "a mano"),
    "note.stalemate": (
        "No pawn has moved for three full rounds. The rules know no stalemate: agree how to go on.",
        "Seit drei Runden hat sich keine Figur bewegt. Die Regeln kennen kein Patt: einigt euch, wie es weitergeht.",
        "Aucun pion n’a bougé depuis trois tours complets. Les règles n’en disent rien : convenez de la suite.",
        "Nessuna pedina si muove da tre giri. Le regole non conoscono lo stallo: accordatevi su come proseguire.",
    ),
    "note.camera-moved": (
        "The camera or the board was moved. Nothing is judged until the board is found again.",
        "Kamera oder Spielplan wurde bewegt. Nichts wird gewertet, bis der Plan wiedergefunden ist.",
        "La caméra ou le plateau a bougé. Rien n’est jugé avant que le plateau soit retrouvé.",
        "La telecamera o il tabellone si è spostato. Nulla viene giudicato finché il tabellone non è ritrovato.",
    ),
    "note.adopted": (
        "The table was adopted as it stands.",
        "Der Tisch wurde übernommen, wie er steht.",
        "La table a été reprise telle quelle.",
        "Il tavolo è stato accettato così com’è.",
    ),
    "note.not-now": (
        "That is not possible now.",
        "Das geht jetzt nicht.",
        "Ce n’est pas possible maintenant.",
        "Ora non è possibile.",
    ),
    "win": ("{who} wins.", "{who} gewinnt.", "{who} gagne.", "{who} vince."),
    "win.shared": (
        "{who} share the win.",
        "{who} gewinnen gemeinsam.",
        "{who} gagnent ensemble.",
        "{who} vincono insieme.",
    ),
    "and": (" and ", " und ", " et ", " e "),
    "ask.turn": (
        "I could not see all of {who}’s turn. What was played?",
        "Ich konnte den Zug von {who} nicht ganz sehen. Was wurde gespielt?",
        "Je n’ai pas pu voir tout le tour de {who}. Qu’est-ce qui a été joué ?",
        "Non ho potuto vedere tutto il turno di {who}. Che cosa è stato giocato?",
    ),
    "unsure": (
        "{who}’s turn could not be seen for certain at {places}.",
        "Der Zug von {who} war bei {places} nicht sicher zu sehen.",
        "Le tour de {who} n’a pas pu être vu avec certitude en {places}.",
        "Il turno di {who} non si è potuto vedere con certezza in {places}.",
    ),
    "unchecked": (
        "The tilts of {who}’s turn could not be checked: not all faces of the cubes are known yet.",
        "Das Kippen im Zug von {who} konnte nicht geprüft werden: noch sind nicht alle Seiten der Würfel bekannt.",
        "Les pivots du tour de {who} n’ont pu être vérifiés : certaines faces des cubes sont encore inconnues.",
        "Le rotazioni del turno di {who} non si sono potute verificare: non tutte le facce dei cubi sono note.",
    ),
}  # fmt: skip


def words(key: str, **values: str) -> dict[str, str]:
    """The text of `key` in all four languages; `{who}` may be letters of colours."""
    texts = dict(zip(LANGUAGES, _TEXTS[key], strict=True))
    who = values.get("who", "")
    return {
        language: text.format(**(values | {"who": _names(who, language)} if "who" in values else values))
        for language, text in texts.items()
    }


def win_words(winners: str) -> dict[str, str]:
    """Who wins, alone or together."""
    return words("win" if len(winners) == 1 else "win.shared", who=winners)


def _names(letters: str, language: str) -> str:
    """Colours in words, joined as one says it."""
    names = [COLOUR[letter][language] for letter in letters]
    joint = dict(zip(LANGUAGES, _TEXTS["and"], strict=True))[language]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + joint + names[-1]
