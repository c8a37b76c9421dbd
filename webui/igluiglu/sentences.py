"""What the referee of IGLU IGLU says of what the camera sees, in all four languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.core.wording import filled
from engine.igluiglu.actions import Keep, Melt, Reveal, parse_action
from engine.igluiglu.board import NAMES
from engine.igluiglu.words.phrases import FORMS, LANGUAGES
from webui.referee.sentences import own_words
from webui.settings import Words

Row = tuple[str, str, str, str]
TABLE: Final[Mapping[str, Row]] = {
    "eye.rest": ("at rest", "in Ruhe", "au repos", "fermo"),
    "eye.hand": ("hand in view", "Hand im Bild", "main visible", "mano in vista"),
    "eye.moving": ("moving", "Bewegung", "en mouvement", "in movimento"),
    "eye.blind": (
        "cannot see {places}",
        "nicht zu sehen: {places}",
        "invisible : {places}",
        "non si vede: {places}",
    ),
    "eye.differs": (
        "table differs: {places}",
        "Tisch weicht ab: {places}",
        "la table diffère : {places}",
        "il tavolo è diverso: {places}",
    ),
    "eye.not-set-up": (
        "not set up yet: {places}",
        "noch nicht aufgebaut: {places}",
        "pas encore en place : {places}",
        "non ancora pronto: {places}",
    ),
    "eye.lost": ("camera lost", "Kamera weg", "caméra perdue", "telecamera persa"),
    "eye.away": (
        "board not in its place",
        "Spielfeld nicht an seinem Platz",
        "plateau pas à sa place",
        "tabellone fuori posto",
    ),
    "eye.too-dark": (
        "too dark: switch on a light",
        "zu dunkel: Licht einschalten",
        "trop sombre : allumez une lampe",
        "troppo buio: accendi una luce",
    ),
    "eye.too-noisy": (
        "picture too noisy: more light helps",
        "Bild rauscht zu sehr: mehr Licht hilft",
        "image trop bruitée : il faut plus de lumière",
        "immagine troppo disturbata: serve più luce",
    ),
    "eye.flicker": (
        "something flickers: cover screens, use another lamp",
        "etwas flackert: Bildschirme abdecken, andere Lampe nehmen",
        "quelque chose clignote : couvrez les écrans, changez de lampe",
        "qualcosa sfarfalla: copri gli schermi, cambia lampada",
    ),
    "eye.frozen": (
        "the camera sends the same picture again and again",
        "die Kamera schickt immer dasselbe Bild",
        "la caméra envoie toujours la même image",
        "la telecamera invia sempre la stessa immagine",
    ),
    "eye.other-shape": (
        "the picture has another shape: calibrate again",
        "das Bild hat eine andere Form: neu einrichten",
        "l’image a une autre forme : recalibrez",
        "l’immagine ha un’altra forma: ricalibra",
    ),
    "eye.cut-off": (
        "part of the board is outside the picture",
        "ein Teil des Spielfelds liegt außerhalb des Bildes",
        "une partie du plateau est hors de l’image",
        "una parte del tabellone è fuori dall’immagine",
    ),
    "eye.too-far": (
        "the board is too small in the picture: move the camera closer",
        "das Spielfeld ist zu klein im Bild: Kamera näher stellen",
        "le plateau est trop petit : rapprochez la caméra",
        "il tabellone è troppo piccolo: avvicina la telecamera",
    ),
    "eye.too-steep": (
        "the camera looks too flatly: put it higher",
        "die Kamera blickt zu flach: höher stellen",
        "la caméra regarde trop à plat : placez-la plus haut",
        "la telecamera guarda troppo di sbieco: mettila più in alto",
    ),
    "eye.out-of-focus": (
        "the picture is out of focus",
        "das Bild ist unscharf",
        "l’image est floue",
        "l’immagine è sfocata",
    ),
    "note.legal": ("By the rules.", "Regelgerecht.", "Conforme aux règles.", "Secondo le regole."),
    "open.several": (
        "The picture does not tell all of this turn.",
        "Das Bild sagt nicht alles über diesen Zug.",
        "L’image ne dit pas tout de ce tour.",
        "L’immagine non dice tutto di questo turno.",
    ),
    "open.blind": (
        "I could not see enough of the board.",
        "Ich konnte zu wenig vom Spielfeld sehen.",
        "Je n’ai pas vu assez du plateau.",
        "Non ho visto abbastanza del tabellone.",
    ),
    "open.who": (
        "A rule was broken, but I could not see by whom.",
        "Eine Regel wurde verletzt, aber ich konnte nicht sehen, von wem.",
        "Une règle a été enfreinte, mais je n’ai pas vu par qui.",
        "Una regola è stata violata, ma non ho visto da chi.",
    ),
    "ask.melted": (
        "{mover:name} melted {cell}; what was on it?",
        "{mover:name} hat {cell} geschmolzen; was war darauf?",
        "{mover:name} a fait fondre {cell} ; qu’y avait-il dessus ?",
        "{mover:name} ha sciolto {cell}; che cosa c’era sopra?",
    ),
    "ask.turn": (
        "What did {mover:name} do in this turn?",
        "Was hat {mover:name} in diesem Zug getan?",
        "Qu’a fait {mover:name} pendant ce tour ?",
        "Che cosa ha fatto {mover:name} in questo turno?",
    ),
}


def sentence(key: str, **params: Any) -> Words:
    """A sentence in all languages."""
    rows = zip(LANGUAGES, TABLE[key], strict=True)
    return {language: filled(row, language, params, FORMS) for language, row in rows}


def eye_words(status: str, places: Sequence[str]) -> Words:
    """The state of the eye."""
    if status in ("off", "paused"):
        return own_words(f"eye.{status}")
    return sentence(f"eye.{status}", places=", ".join(places)) if places else sentence(f"eye.{status}", places="")


def question_words(mover: str, turns: Sequence[tuple[str, ...]]) -> tuple[Words, tuple[dict[str, Any], ...]]:
    """What happened in a turn: what was on the melted tile where only that differs; the answers, likeliest first."""
    from coach.igluiglu.words import in_words  # what only an answer needs

    def answer(turn: Sequence[str], said: Sequence[str]) -> dict[str, Any]:
        return {"text": {language: in_words(said, language) for language in LANGUAGES}, "turn": list(turn)}

    rest = {tuple(word for word in turn if not names_tile(word)) for turn in turns}
    melted = [action.cell for word in (turns[0] if turns else ()) if isinstance(action := parse_action(word), Melt)]
    if len(turns) > 1 and len(rest) == 1 and melted:
        answers = tuple(answer(turn, [word for word in turn if names_tile(word)]) for turn in turns)
        return sentence("ask.melted", mover=mover, cell=NAMES[melted[0]]), answers
    return sentence("ask.turn", mover=mover), tuple(answer(turn, turn) for turn in turns)


def names_tile(word: str) -> bool:
    """Whether a word says what the drawn tile was."""
    return isinstance(parse_action(word), Keep | Reveal)
