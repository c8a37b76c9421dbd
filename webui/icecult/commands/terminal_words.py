"""What the terminal says by itself, in the four languages; verdicts and questions come with their own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.wording import filled
from engine.icecult.words.phrases import FORMS, LANGUAGES, bearing, joined
from engine.icecult.words.texts import say

COLOUR_LETTERS: Final = {"red": "r", "yellow": "y", "green": "g", "blue": "b"}

WORDS: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "begin": (
        "{name}: {players}. Ctrl-C stops.",
        "{name}: {players}. Strg-C beendet.",
        "{name} : {players}. Ctrl-C arrête.",
        "{name}: {players}. Ctrl-C ferma.",
    ),
    "now": (
        "[{eye}] turn {turn} {player}: {played}",
        "[{eye}] Zug {turn} {player}: {played}",
        "[{eye}] tour {turn} {player} : {played}",
        "[{eye}] turno {turn} {player}: {played}",
    ),
    "nothing-yet": ("nothing yet", "noch nichts", "encore rien", "ancora niente"),
    "owed": ("; still to use: {what}", "; noch zu nutzen: {what}", " ; reste à jouer : {what}", "; da usare: {what}"),
    "on": ("{symbol} on {slot}", "{symbol} auf {slot}", "{symbol} sur {slot}", "{symbol} su {slot}"),
    "turn": ("turn {turn}", "Zug {turn}", "tour {turn}", "turno {turn}"),
    "nothing": ("(nothing)", "(nichts)", "(rien)", "(niente)"),
    "legal": ("by the rules", "regelgerecht", "selon les règles", "secondo le regole"),
    "open": ("not certain", "nicht sicher", "pas certain", "non certo"),
    "put-right": (
        " ({what} put right)",
        " ({what} in Ordnung gebracht)",
        " ({what} remis en ordre)",
        " ({what} rimesso a posto)",
    ),
    "differs": (
        "the table differs: {places}",
        "der Tisch weicht ab: {places}",
        "la table diffère : {places}",
        "il tavolo è diverso: {places}",
    ),
    "put-back": (
        "not set up yet, nothing is judged before the table is as before the first turn; to put back: {places}",
        "noch nicht aufgebaut, beurteilt wird erst, wenn alles wie vor dem ersten Zug steht; zurückzustellen: {places}",
        "pas encore en place, rien n’est jugé avant que tout soit comme avant le premier tour ; à remettre : {places}",
        "non ancora pronto, si giudica solo quando tutto è come prima del primo turno; da rimettere a posto: {places}",
    ),
    "fits": (
        "the table fits again",
        "der Tisch stimmt wieder",
        "la table concorde à nouveau",
        "il tavolo è di nuovo giusto",
    ),
    "revised": (
        "turn {turn} corrected by later sight",
        "Zug {turn} nach späterer Sicht berichtigt",
        "tour {turn} corrigé d’après la suite",
        "turno {turn} corretto da quanto visto dopo",
    ),
    "end": ("end: {how}", "Ende: {how}", "fin : {how}", "fine: {how}"),
    "board-moved": (
        "the camera or the board was moved a little; followed",
        "Kamera oder Spielfeld wurde etwas bewegt; nachgeführt",
        "la caméra ou le plateau a un peu bougé ; suivi",
        "la telecamera o il tabellone si è spostato un po’; seguito",
    ),
    "board-lost": (
        "the board is not where it was; put it back, or run `icekeeper calibrate` again",
        "das Spielfeld liegt nicht mehr, wo es war; zurücklegen oder `icekeeper calibrate` wiederholen",
        "le plateau n’est plus à sa place ; remettez-le, ou relancez `icekeeper calibrate`",
        "il tabellone non è più al suo posto; rimettetelo, o ripetete `icekeeper calibrate`",
    ),
    "board-back": (
        "the board is in its place again",
        "das Spielfeld liegt wieder an seinem Platz",
        "le plateau est de nouveau à sa place",
        "il tabellone è di nuovo al suo posto",
    ),
    "never-rested": (
        "No two pictures of this folder show the table at rest. If each is a view of its own, watch it with --single.",
        "Keine zwei Bilder dieses Ordners zeigen den Tisch in Ruhe. Ist jedes eine Ansicht für sich, hilft --single.",
        "Dans ce dossier, aucune paire d’images ne montre la table au repos. Si chaque image est une vue à part, "
        "utilisez --single.",
        "In questa cartella non ci sono due immagini del tavolo fermo. Se ognuna è una vista a sé, usate --single.",
    ),
    "which-number": (
        "expected a number from 1 to {most}, got {text!r}",
        "erwartet wird eine Zahl von 1 bis {most}, nicht {text!r}",
        "on attend un nombre de 1 à {most}, pas {text!r}",
        "serve un numero da 1 a {most}, non {text!r}",
    ),
    "to-move": ("{player} to move", "{player} ist am Zug", "à {player} de jouer", "tocca a {player}"),
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
    "hidden": ("not seen", "nicht zu sehen", "non vus", "non visti"),
    "extra": ("too many", "zu viele", "en trop", "di troppo"),
    "sure": ("sure to {percent} %", "zu {percent} % sicher", "sûr à {percent} %", "sicuro al {percent} %"),
    "not-sure": ("not sure", "nicht sicher", "pas sûr", "non sicuro"),
    "not-sure-which": (
        "not sure: {one} or {other}",
        "nicht sicher: {one} oder {other}",
        "pas sûr : {one} ou {other}",
        "non sicuro: {one} o {other}",
    ),
    "unseen": ("not seen", "nicht zu sehen", "non vu", "non visto"),
    "nobody": ("nobody", "niemand", "personne", "nessuno"),
    "written": (
        "The table’s profile is in {file}.",
        "Das Profil des Tisches steht in {file}.",
        "Le profil de la table est dans {file}.",
        "Il profilo del tavolo è in {file}.",
    ),
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
    "no-board": (
        "no board is seen yet; show all of it in good light, or find it with `icekeeper calibrate --tips`",
        "noch ist kein Spielfeld zu sehen; zeig es ganz und bei gutem Licht, oder such es mit "
        "`icekeeper calibrate --tips`",
        "aucun plateau visible pour l’instant ; montrez-le en entier et bien éclairé, ou repérez-le avec "
        "`icekeeper calibrate --tips`",
        "non si vede ancora nessun tabellone; mostratelo tutto e ben illuminato, o trovatelo con "
        "`icekeeper calibrate --tips`",
    ),
    "no-board-covered": (
        "no board is seen while a hand or an arm is in the picture; take it away",
        "kein Spielfeld zu sehen, solange eine Hand oder ein Arm im Bild ist; nimm sie weg",
        "aucun plateau visible tant qu’une main ou un bras est dans l’image ; retirez-le",
        "non si vede nessun tabellone finché una mano o un braccio è nell’immagine; toglietelo",
    ),
    "nothing-kept": (
        "No board was found, so nothing is kept.",
        "Kein Spielfeld wurde gefunden, darum ist nichts gespeichert.",
        "Aucun plateau n’a été trouvé : rien n’est gardé.",
        "Non è stato trovato nessun tabellone: nulla è salvato.",
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
    "by-pictures": (
        "Take a picture after each of these, then: {command}",
        "Nach jedem davon ein Bild aufnehmen, dann: {command}",
        "Prenez une photo après chaque étape, puis : {command}",
        "Scattate una foto dopo ogni passo, poi: {command}",
    ),
    "by-camera": (
        "Or let a camera watch: {command}",
        "Oder eine Kamera zusehen lassen: {command}",
        "Ou laissez une caméra regarder : {command}",
        "O lasciate guardare una telecamera: {command}",
    ),
    "set-written": (
        "The set is in {file}.",
        "Der Satz steht in {file}.",
        "Le jeu est dans {file}.",
        "Il set è in {file}.",
    ),
    "not-over": (
        "{file} is there already, and the virtual table’s set is not written over it; name another file with --out",
        "{file} gibt es schon und wird nicht mit dem Satz des virtuellen Tisches überschrieben; mit --out eine andere "
        "Datei nennen",
        "{file} existe déjà, et le jeu de la table virtuelle ne le remplace pas ; nommez un autre fichier avec --out",
        "{file} esiste già e il set del tavolo virtuale non lo sovrascrive; indicate un altro file con --out",
    ),
    "kept-sizes": (
        "The sizes measured so far are kept in {file}.",
        "Die bisher gemessenen Maße stehen in {file}.",
        "Les mesures faites jusqu’ici sont gardées dans {file}.",
        "Le misure prese finora sono salvate in {file}.",
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
    "go-on": (
        "To go on: {command}",
        "Weiter geht es mit: {command}",
        "Pour continuer : {command}",
        "Per continuare: {command}",
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
