"""What the terminal says at any table with a camera; verdicts and questions come with their own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.wording import filled
from webui.settings import LANGUAGES

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
    "turn": ("turn {turn}", "Zug {turn}", "tour {turn}", "turno {turn}"),
    "nothing": ("(nothing)", "(nichts)", "(rien)", "(niente)"),
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
    "hidden": ("not seen", "nicht zu sehen", "non vus", "non visti"),
    "sure": ("sure to {percent} %", "zu {percent} % sicher", "sûr à {percent} %", "sicuro al {percent} %"),
    "not-sure": ("not sure", "nicht sicher", "pas sûr", "non sicuro"),
    "unseen": ("not seen", "nicht zu sehen", "non vu", "non visto"),
    "written": (
        "The table’s profile is in {file}.",
        "Das Profil des Tisches steht in {file}.",
        "Le profil de la table est dans {file}.",
        "Il profilo del tavolo è in {file}.",
    ),
    "no-board": (
        "no board is seen yet; show all of it in good light, or find it with `icekeeper calibrate {option}`",
        "noch ist kein Spielfeld zu sehen; zeig es ganz und bei gutem Licht, oder such es mit "
        "`icekeeper calibrate {option}`",
        "aucun plateau visible pour l’instant ; montrez-le en entier et bien éclairé, ou repérez-le avec "
        "`icekeeper calibrate {option}`",
        "non si vede ancora nessun tabellone; mostratelo tutto e ben illuminato, o trovatelo con "
        "`icekeeper calibrate {option}`",
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
    "go-on": (
        "To go on: {command}",
        "Weiter geht es mit: {command}",
        "Pour continuer : {command}",
        "Per continuare: {command}",
    ),
}


def words(key: str, language: str = "en", **values: object) -> str:
    """What the terminal says for this key."""
    return filled(dict(zip(LANGUAGES, WORDS[key], strict=True))[language], language, values)
