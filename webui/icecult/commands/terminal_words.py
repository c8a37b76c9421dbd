"""What the terminal says at a table of ICE CULT alone, beside what it says at any; in the four languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.core.wording import filled
from engine.icecult.board import SLOTS
from engine.icecult.cube import CubeSet
from engine.icecult.state import State
from engine.icecult.turn import TurnInProgress
from engine.icecult.words.phrases import FORMS, LANGUAGES, bearing, joined
from engine.icecult.words.phrases import place as place
from engine.icecult.words.texts import say
from engine.icecult.writing.diagram import text_diagram
from webui.commands.camera import terminal_words

COLOUR_LETTERS: Final = {"red": "r", "yellow": "y", "green": "g", "blue": "b"}

WORDS: Final[Mapping[str, tuple[str, str, str, str]]] = {
    **terminal_words.WORDS,
    "on": ("{symbol} on {slot}", "{symbol} auf {slot}", "{symbol} sur {slot}", "{symbol} su {slot}"),
    "cubes": ("cubes", "Eisblöcke", "cubes", "cubi"),
    "path": ("path {path}", "Eispfad {path}", "chemin {path}", "sentiero {path}"),
    "outwards": (
        "spaces from the block outwards; a stack from its bottom up",
        "Felder von innen nach außen; ein Stapel von unten nach oben",
        "cases du bloc vers l’extérieur ; une pile de bas en haut",
        "caselle dal blocco verso l’esterno; una pila dal basso in alto",
    ),
    "start": ("start", "Startposition", "point de départ", "posizione di partenza"),
    "home": ("home", "im Ziel", "à l’arrivée", "alla meta"),
    "extra": ("too many", "zu viele", "en trop", "di troppo"),
    "not-sure-which": (
        "not sure: {one} or {other}",
        "nicht sicher: {one} oder {other}",
        "pas sûr : {one} ou {other}",
        "non sicuro: {one} o {other}",
    ),
    "nobody": ("nobody", "niemand", "personne", "nessuno"),
    "tips": ("tips in pixels", "Spitzen in Pixeln", "pointes en pixels", "punte in pixel"),
    "layout.sides": (
        "the paths leave at the sides of the block",
        "die Eispfade gehen von den Seiten des Blocks aus",
        "les chemins partent des côtés du bloc",
        "i sentieri partono dai lati del blocco",
    ),
    "layout.corners": (
        "the paths leave at the corners of the block",
        "die Eispfade gehen von den Ecken des Blocks aus",
        "les chemins partent des coins du bloc",
        "i sentieri partono dagli angoli del blocco",
    ),
    "tilt": (
        "tilt {cubes} together {way}",
        "{cubes} zusammen {way} kippen",
        "faites pivoter {cubes} ensemble {way}",
        "ruotate {cubes} insieme {way}",
    ),
    "tilt-turned": (
        "tilt the {cubes} cubes together {way}",
        "die Eisblöcke {cubes} zusammen {way} kippen",
        "faites pivoter ensemble les cubes {cubes} {way}",
        "ruotate insieme i cubi {cubes} {way}",
    ),
    "corner.NW": ("north", "im Norden", "au nord", "a nord"),
    "corner.NE": ("east", "im Osten", "à l’est", "a est"),
    "corner.SE": ("south", "im Süden", "au sud", "a sud"),
    "corner.SW": ("west", "im Westen", "à l’ouest", "a ovest"),
    "turned.n": ("to the north-east", "nach Nordosten", "vers le nord-est", "verso nord-est"),
    "turned.e": ("to the south-east", "nach Südosten", "vers le sud-est", "verso sud-est"),
    "turned.s": ("to the south-west", "nach Südwesten", "vers le sud-ouest", "verso sud-ovest"),
    "turned.w": ("to the north-west", "nach Nordwesten", "vers le nord-ouest", "verso nord-ovest"),
    "wave": (
        "if it is as it should be, wave a hand over the table",
        "ist es, wie es sein soll, mit der Hand über den Tisch winken",
        "si c’est comme il faut, passez la main au-dessus de la table",
        "se è come deve essere, passate una mano sopra il tavolo",
    ),
    "as-before": (
        "these cubes look as before; {tilt} (if that is done, wave a hand over them a few times)",
        "diese Eisblöcke sehen aus wie zuvor; {tilt} (ist das getan, ein paar Mal mit der Hand darüber winken)",
        "ces cubes ont le même aspect qu’avant ; {tilt} (si c’est fait, passez quelques fois la main au-dessus)",
        "questi cubi appaiono come prima; {tilt} (se è fatto, passateci sopra la mano qualche volta)",
    ),
    "twice": (
        "Cube {slot} shows {symbol} twice. Where it does not, a tilt went another way: learn it again.",
        "Eisblock {slot} zeigt {symbol} zweimal. Stimmt das nicht, ging ein Kippen anders: noch einmal lernen.",
        "Le cube {slot} montre deux fois {symbol}. Sinon, un pivotement a été différent : recommencez.",
        "Il cubo {slot} mostra due volte {symbol}. Se non è così, una rotazione è andata diversamente: ripetete.",
    ),
    "series-stopped": (
        "the series stopped after {n} {n:tilt|tilts}{where}:",
        "die Reihe endete nach {n}-mal Kippen{where}:",
        "la série s’est arrêtée après {n} {n:pivotement|pivotements}{where} :",
        "la serie si è fermata dopo {n} {n:rotazione|rotazioni}{where}:",
    ),
    "no-faces": (
        "No face of the cubes is known yet.",
        "Noch ist keine Seite der Eisblöcke bekannt.",
        "Aucune face des cubes n’est encore connue.",
        "Nessuna faccia dei cubi è ancora nota.",
    ),
    "some-faces": (
        "Faces of the cubes known from before: {n} of 24.",
        "Von früher bekannte Seiten der Eisblöcke: {n} von 24.",
        "Faces des cubes connues d’avant : {n} sur 24.",
        "Facce dei cubi note da prima: {n} su 24.",
    ),
    "tilts-anew": (
        "The tilts begin again from the set-up.",
        "Das Kippen beginnt wieder bei der Aufstellung.",
        "Les pivotements recommencent à la mise en place.",
        "Le rotazioni ricominciano dalla disposizione iniziale.",
    ),
    "arbitrary": (
        "Which path is north is arbitrary; choose it with --north.",
        "Welcher Eispfad Norden ist, ist willkürlich; mit --north wählen.",
        "Le chemin nord est arbitraire ; choisissez-le avec --north.",
        "Quale sentiero sia a nord è arbitrario; sceglietelo con --north.",
    ),
}


def words(key: str, language: str = "en", **values: object) -> str:
    """What the terminal says for this key."""
    return filled(dict(zip(LANGUAGES, WORDS[key], strict=True))[language], language, values)


def colour_word(colour: str, language: str, form: str = "name") -> str:
    """The name of a colour, as a player is called; or another form of it."""
    return FORMS[form](colour, language)


def end_words(winners: str, language: str) -> str:
    """How a match ended."""
    if not winners:
        return say("win.stopped", language)
    if len(winners) > 1:
        return say("win.shared", language, colours=winners)
    return say("win.plain", language, colour=winners)


def symbol_words(symbol: str, facing: str | None, language: str) -> str:
    """What is on top of a cube: "red arrow to the north", "arc NE", "circle"."""
    letter = COLOUR_LETTERS.get(symbol)
    if letter is not None:
        alone = colour_word(letter, language, "arrow-alone")
        return alone if facing is None else say("symbol.arrow", language, colour=letter, path=facing)
    name = say(f"symbol.{symbol}", language) if symbol in ("circle", "arc") else say("symbol.unknown", language)
    return f"{name} {bearing(facing, language)}" if facing else name


def listed(items: list[str], language: str) -> str:
    """One after the other, as a sentence has them."""
    return joined(items, language)


def owed_words(turn: TurnInProgress, language: str) -> Iterator[str]:
    """The symbols that are still to be used in a turn, each on its cube."""
    for slot in turn.owed():
        top = turn.tops[SLOTS.index(slot)]
        name = symbol_words("" if top is None else top.symbol, None, language)
        yield words("on", language, symbol=name, slot=bearing(slot, language))


def board_text(state: State, cubes: CubeSet, language: str) -> str:
    """The board, the pawns at the start, and who is to move."""
    *board, _ = text_diagram(state, cubes).rstrip("\n").split("\n")
    to_move = words("to-move", language, player=colour_word(state.to_move, language, "word"))
    return "\n".join([*board, f"{words('start', language)} {state.start or '-'}   {to_move}"])
