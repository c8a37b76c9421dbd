"""What the referee says of faults about time, melting and drifting: English, German, French, Italian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Row = tuple[str, str, str, str]
"""English, German, French, Italian."""

EARLY: Final[Mapping[str, Row]] = {
    "after-the-end": (
        "The game is over; nothing more is played.",
        "Das Spiel ist zu Ende; es wird nicht weitergespielt.",
        "La partie est terminée ; on ne joue plus.",
        "La partita è finita; non si gioca più.",
    ),
    "after-the-turn": (
        "{mover:name}’s turn is over; now it is {next:name}’s.",
        "Der Zug von {mover:name} ist vorbei; jetzt ist {next:name} am Zug.",
        "Le tour de {mover:name} est fini ; c’est à {next:name}.",
        "Il turno di {mover:name} è finito; ora tocca a {next:name}.",
    ),
    "place-first": (
        "Inuit are still to be placed. {mover:name} puts one on the outer ring.",
        "Es sind noch Inuit zu setzen. {mover:name} setzt einen auf den äußeren Ring.",
        "Il reste des Inuits à placer. {mover:name} en pose un sur l’anneau extérieur.",
        "Ci sono ancora Inuit da piazzare. {mover:name} ne mette uno sull’anello esterno.",
    ),
    "place-over": (
        "All Inuit are placed. {mover:name} melts a tile.",
        "Alle Inuit sind gesetzt. {mover:name} schmilzt ein Plättchen.",
        "Tous les Inuits sont placés. {mover:name} fait fondre une tuile.",
        "Tutti gli Inuit sono piazzati. {mover:name} scioglie una tessera.",
    ),
    "attack-open": (
        "The bear attacks on {attacked}: {asked:name} answers first, harpoon or not.",
        "Der Bär greift auf {attacked} an: Zuerst antwortet {asked:name}, Harpune oder nicht.",
        "L’ours attaque en {attacked} : {asked:name} répond d’abord, harpon ou non.",
        "L’orso attacca in {attacked}: prima risponde {asked:name}, arpione o no.",
    ),
    "flee-open": (
        "Inuit of {fleeing:names} go to corners first.",
        "Zuerst kommen die Inuit von {fleeing:names} in die Ecken.",
        "Les Inuits de {fleeing:names} vont d’abord dans les coins.",
        "Prima gli Inuit di {fleeing:names} vanno negli angoli.",
    ),
    "animals-open": (
        "The animals tile is not used up: steps left, {steps}.",
        "Das Tierplättchen ist nicht aufgebraucht: noch {steps} von 3 Schritten.",
        "La tuile animaux n’est pas épuisée : pas restants, {steps}.",
        "La tessera animali non è esaurita: passi rimasti, {steps}.",
    ),
    "event-not-resolved": (
        "The tile from {drawn} is not named yet. Show it or keep it first.",
        "Das Plättchen von {drawn} ist noch nicht genannt. Erst zeigen oder behalten.",
        "La tuile de {drawn} n’est pas encore annoncée. Montrez-la ou gardez-la d’abord.",
        "La tessera di {drawn} non è ancora dichiarata. Prima mostratela o tenetela.",
    ),
    "event-not-resolved.drift": (
        "A drift is owed: push a tile first.",
        "Die Drift steht noch aus: erst ein Plättchen schieben.",
        "La dérive reste à faire : poussez d’abord une tuile.",
        "La deriva è ancora da fare: prima spingete una tessera.",
    ),
    "not-asked": (
        "Nothing calls for that now.",
        "Danach ist gerade nicht gefragt.",
        "Rien ne demande cela maintenant.",
        "Adesso non è richiesto.",
    ),
    "melt-first": (
        "{mover:name} melts a tile first.",
        "{mover:name} schmilzt zuerst ein Plättchen.",
        "{mover:name} fait d’abord fondre une tuile.",
        "{mover:name} scioglie prima una tessera.",
    ),
    "melt-twice": (
        "{mover:name} has melted a tile already; it is one in a turn.",
        "{mover:name} hat schon geschmolzen; einmal im Zug.",
        "{mover:name} a déjà fait fondre une tuile ; une par tour.",
        "{mover:name} ha già sciolto una tessera; una per turno.",
    ),
    "stop-too-early": (
        "There is a tile to melt; the game goes on.",
        "Es gibt noch ein Plättchen zu schmelzen; das Spiel geht weiter.",
        "Il y a une tuile à faire fondre ; la partie continue.",
        "C’è una tessera da sciogliere; la partita continua.",
    ),
    "stop-too-early.melted": (
        "A tile has been melted in this turn; the game goes on.",
        "In diesem Zug wurde schon geschmolzen; das Spiel geht weiter.",
        "Une tuile a fondu pendant ce tour ; la partie continue.",
        "In questo turno si è già sciolta una tessera; la partita continua.",
    ),
    "place-not-ring": (
        "{cell} is not on the outer ring. Choose a space at the edge, but no corner.",
        "{cell} liegt nicht auf dem äußeren Ring. Ein Feld dieses Rings wählen, aber keine Ecke.",
        "{cell} n’est pas sur l’anneau extérieur. Choisissez une case de l’anneau, hors des coins.",
        "{cell} non è sull’anello esterno. Scegliete una casella dell’anello, non un angolo.",
    ),
    "melt-no-tile": (
        "There is no tile on {cell}.",
        "Auf {cell} liegt kein Plättchen.",
        "Il n’y a pas de tuile en {cell}.",
        "In {cell} non c’è nessuna tessera.",
    ),
    "melt-glacier": (
        "{cell} is a glacier; glaciers never melt.",
        "{cell} ist ein Gletscher; Gletscher schmelzen nie.",
        "{cell} est un glacier ; les glaciers ne fondent jamais.",
        "{cell} è un ghiacciaio; i ghiacciai non si sciolgono mai.",
    ),
    "melt-igloo": (
        "An igloo protects {cell}. Choose another tile.",
        "Ein Iglu schützt {cell}. Bitte ein anderes Plättchen wählen.",
        "Un igloo protège {cell}. Choisissez une autre tuile.",
        "Un igloo protegge {cell}. Scegliete un’altra tessera.",
    ),
    "melt-occupied": (
        "{cell} is occupied. Only an empty tile melts.",
        "{cell} ist besetzt. Nur ein leeres Plättchen schmilzt.",
        "{cell} est occupée. Seule une tuile vide fond.",
        "{cell} è occupata. Si scioglie solo una tessera vuota.",
    ),
    "melt-not-adjacent": (
        "{cell} is not next to the sea.",
        "{cell} liegt nicht am Meer.",
        "{cell} n’est pas au bord de la mer.",
        "{cell} non è accanto al mare.",
    ),
    "melt-ring-too-early": (
        "{cell} is not next to the sea, and empty tiles by the sea are left. Melt one of those.",
        "{cell} liegt nicht am Meer, und am Meer gibt es noch leere Plättchen. Bitte eines davon schmelzen.",
        "{cell} n’est pas au bord de la mer, et il y reste des tuiles vides. Faites fondre l’une d’elles.",
        "{cell} non è accanto al mare, dove restano tessere vuote. Scioglietene una.",
    ),
    "keep-event": (
        "A tile without red border is shown and done at once; it cannot be kept.",
        "Ein Plättchen ohne roten Rand wird gezeigt und sofort ausgeführt; behalten geht nicht.",
        "Une tuile sans bord rouge se montre et s’exécute aussitôt ; on ne la garde pas.",
        "Una tessera senza bordo rosso si mostra e si esegue subito; non si tiene.",
    ),
    "not-that-tile": (
        "The tile from {drawn} cannot be that one.",
        "Das Plättchen von {drawn} kann das nicht sein.",
        "La tuile de {drawn} ne peut pas être celle-là.",
        "La tessera di {drawn} non può essere quella.",
    ),
    "draw-count": (
        "This tile brings {due} from the supply; named: {named}.",
        "Dieses Plättchen bringt {due} aus dem Vorrat, genannt: {named}.",
        "Cette tuile en fait venir {due} de la réserve, annoncés : {named}.",
        "Questa tessera ne porta {due} dalla riserva, dichiarati: {named}.",
    ),
    "draw-not-there": (
        "The supply does not give these tokens.",
        "Diese Marken gibt der Vorrat nicht her.",
        "La réserve ne donne pas ces jetons.",
        "La riserva non dà questi segnalini.",
    ),
    "drift-no-tile": (
        "There is no tile on {cell} to push.",
        "Auf {cell} liegt kein Plättchen zum Schieben.",
        "Il n’y a pas de tuile à pousser en {cell}.",
        "In {cell} non c’è nessuna tessera da spingere.",
    ),
    "drift-off-board": (
        "That push ends off the board. The foremost tile must enter sea.",
        "Dieser Schub endet neben dem Spielfeld. Das vorderste Plättchen muss ins Meer.",
        "Cette poussée sort du plateau. La tuile de tête doit entrer dans la mer.",
        "Questa spinta esce dal tabellone. La tessera davanti deve entrare nel mare.",
    ),
    "drift-into-corner": (
        "That push ends on a corner, which is land. The foremost tile must enter sea.",
        "Dieser Schub endet auf einer Ecke, also auf Land. Das vorderste Plättchen muss ins Meer.",
        "Cette poussée finit sur un coin, donc sur la terre. La tuile de tête doit entrer dans la mer.",
        "Questa spinta finisce su un angolo, cioè sulla terra. La tessera davanti deve entrare nel mare.",
    ),
    "drift-glacier": (
        "That push would move a glacier; at this table glaciers stay.",
        "Dieser Schub würde einen Gletscher bewegen; an diesem Tisch bleiben Gletscher liegen.",
        "Cette poussée déplacerait un glacier ; à cette table les glaciers restent en place.",
        "Questa spinta muoverebbe un ghiacciaio; a questo tavolo i ghiacciai restano fermi.",
    ),
    "drift-blocked": (
        "An animal in the way has nowhere to swim. Choose another push.",
        "Ein Tier im Weg kann nirgendwohin schwimmen. Bitte anders schieben.",
        "Un animal sur le chemin n’a nulle part où nager. Choisissez une autre poussée.",
        "Un animale sulla via non ha dove nuotare. Scegliete un’altra spinta.",
    ),
    "drift-no-animal": (
        "An animal was named that is not in the space being entered.",
        "Genannt wurde ein Tier, das nicht auf dem Zielfeld ist.",
        "Un animal annoncé n’est pas dans la case où la tuile entre.",
        "È stato nominato un animale che non è nella casella d’arrivo.",
    ),
    "drift-animal-left": (
        "Every animal in the space being entered swims first; one was not named.",
        "Jedes Tier auf dem Zielfeld schwimmt zuerst weg; eines wurde nicht genannt.",
        "Chaque animal de la case d’arrivée nage d’abord ; l’un d’eux n’a pas été annoncé.",
        "Ogni animale nella casella d’arrivo nuota prima via; uno non è stato nominato.",
    ),
    "drift-animal-to": (
        "An animal may not swim there: only to sea next to it, and no bear to a bear.",
        "Dorthin kann ein Tier nicht schwimmen: nur ins Meer daneben, und kein Bär zu einem Bären.",
        "Un animal ne peut pas nager là : seulement vers la mer voisine, et pas un ours vers un ours.",
        "Un animale non può nuotare lì: solo nel mare accanto, e nessun orso verso un orso.",
    ),
}
"""Key -> the sentence in each language."""
