"""What the referee says of each fault: key -> the sentence in English, German, French, Italian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Row = tuple[str, str, str, str]
"""English, German, French, Italian."""

FAULTS: Final[Mapping[str, Row]] = {
    "after-the-end": (
        "The match was already won; nothing more is played.",
        "Die Partie war schon gewonnen; es wird nicht weitergespielt.",
        "La partie était déjà gagnée ; on ne joue plus.",
        "La partita era già vinta; non si gioca più.",
    ),
    "tilt-axis": (
        "No pair of cubes tilts that way. Tilt two cubes side by side around the axis through both.",
        "So lässt sich kein Paar kippen. Zwei Eisblöcke nebeneinander kippen um ihre gemeinsame Achse.",
        "Aucune paire ne pivote ainsi. Faites pivoter deux cubes côte à côte autour de leur axe commun.",
        "Nessuna coppia ruota così. Si ruotano due cubi affiancati attorno al loro asse comune.",
    ),
    "tilt-count": (
        "One tilt seen, two are needed.",
        "Nur einmal gekippt; zweimal ist Pflicht.",
        "Un seul pivotement vu ; il en faut deux.",
        "Una sola rotazione vista; ne servono due.",
    ),
    "tilt-count.none": (
        "No tilt seen, two are needed.",
        "Nicht gekippt; zweimal ist Pflicht.",
        "Aucun pivotement vu ; il en faut deux.",
        "Nessuna rotazione vista; ne servono due.",
    ),
    "tilt-count.three": (
        "Three tilts seen; a turn has exactly two. Put the last one back.",
        "Dreimal gekippt; erlaubt ist genau zweimal. Bitte das letzte Kippen zurücknehmen.",
        "Trois pivotements vus ; un tour en compte exactement deux. Annulez le dernier.",
        "Tre rotazioni viste; un turno ne ha esattamente due. Annullate l’ultima.",
    ),
    "tilt-undone": (
        "The cubes stand as before the turn: the second tilt put the first one back. Choose another tilt.",
        "Die Eisblöcke stehen wie vor dem Zug: Das zweite Kippen hat das erste aufgehoben. Bitte anders kippen.",
        "Les cubes sont comme avant le tour : le second pivotement a annulé le premier. Choisissez-en un autre.",
        "I cubi stanno come prima del turno: la seconda rotazione ha annullato la prima. Sceglietene un’altra.",
    ),
    "tilt-undone.pair": (
        "The second tilt put {pair:pair} back where it stood. Choose another tilt.",
        "Das zweite Kippen hat {pair:pair} zurückgestellt. Bitte anders kippen.",
        "Le second pivotement a remis {pair:pair} comme avant. Choisissez-en un autre.",
        "La seconda rotazione ha rimesso {pair:pair} com’era. Sceglietene un’altra.",
    ),
    "early-move": (
        "A {colour:pawn} moved before the second tilt. Put it back and tilt first.",
        "Eine {colour:pawn} zog vor dem zweiten Kippen. Zurückstellen und erst kippen.",
        "Un {colour:pawn} a avancé avant le second pivotement. Remettez-le et faites d’abord pivoter.",
        "Una {colour:pawn} si è mossa prima della seconda rotazione. Rimettetela e ruotate prima.",
    ),
    "early-move.turn": (
        "Cube {slot} was turned before the second tilt. Turn it back and tilt first.",
        "Eisblock {slot} wurde vor dem zweiten Kippen gedreht. Zurückdrehen und erst kippen.",
        "Le cube {slot} a été tourné avant le second pivotement. Remettez-le et faites d’abord pivoter.",
        "Il cubo {slot} è stato girato prima della seconda rotazione. Rimettetelo e ruotate prima.",
    ),
    "not-an-arrow": (
        "There is no arrow on top of {slot}.",
        "Auf {slot} liegt kein Pfeil oben.",
        "Il n’y a pas de flèche sur {slot}.",
        "Su {slot} non c’è una freccia.",
    ),
    "not-a-circle": (
        "There is no circle on top of {slot}.",
        "Auf {slot} liegt kein Kreis oben.",
        "Il n’y a pas de disque sur {slot}.",
        "Su {slot} non c’è un cerchio.",
    ),
    "not-an-arc": (
        "There is no arc on top of {slot}.",
        "Auf {slot} liegt kein Bogen oben.",
        "Il n’y a pas d’arc sur {slot}.",
        "Su {slot} non c’è un arco.",
    ),
    "wrong-colour": (
        "The {arrow:arrow} on {slot} does not move a {colour:pawn}. Take a {arrow:pawn}.",
        "Der {arrow:arrow} auf {slot} bewegt keine {colour:pawn}. Eine {arrow:pawn} nehmen.",
        "La {arrow:arrow} de {slot} ne fait pas avancer un {colour:pawn}. Prenez un {arrow:pawn}.",
        "La {arrow:arrow} su {slot} non muove una {colour:pawn}. Prendete una {arrow:pawn}.",
    ),
    "wrong-path": (
        "The {arrow:arrow} on {slot} points {to:to}, but the pawn moved {path:on}.",
        "Der {arrow:arrow} auf {slot} zeigt {to:to}, gezogen wurde aber {path:on}.",
        "La {arrow:arrow} de {slot} pointe {to:to}, mais le pion a avancé {path:on}.",
        "La {arrow:arrow} su {slot} punta {to:to}, ma la pedina si è mossa {path:on}.",
    ),
    "arrow-spent": (
        "The arrow on {slot} has had its move. Each arrow gives one.",
        "Der Pfeil auf {slot} ist schon genutzt. Jeder Pfeil gibt eine Bewegung.",
        "La flèche de {slot} a déjà servi. Chaque flèche donne un seul déplacement.",
        "La freccia su {slot} è già stata usata. Ogni freccia dà un solo spostamento.",
    ),
    "circle-spent": (
        "The circle on {slot} has had its move. Each circle gives one.",
        "Der Kreis auf {slot} ist schon genutzt. Jeder Kreis gibt eine Bewegung.",
        "Le disque de {slot} a déjà servi. Chaque disque donne un seul déplacement.",
        "Il cerchio su {slot} è già stato usato. Ogni cerchio dà un solo spostamento.",
    ),
    "arc-spent": (
        "The arc on {slot} has been used. Each arc turns one cube once.",
        "Der Bogen auf {slot} ist schon genutzt. Jeder Bogen dreht einen Eisblock einmal.",
        "L’arc de {slot} a déjà servi. Chaque arc tourne un cube une seule fois.",
        "L’arco su {slot} è già stato usato. Ogni arco gira un cubo una sola volta.",
    ),
    "no-such-pawn": (
        "There is no {colour:pawn} to move there: {place:place}.",
        "Dort ist keine {colour:pawn} zum Ziehen: {place:place}.",
        "Il n’y a pas de {colour:pawn} à avancer là : {place:place}.",
        "Lì non c’è una {colour:pawn} da muovere: {place:place}.",
    ),
    "missed-arrow.enter": (
        "{mover:name}’s turn ended with the {colour:arrow} on {slot} unused. "
        "It points {path:to}, and {colour:word} could enter there.",
        "Der Zug von {mover:name} endete, und der {colour:arrow} auf {slot} blieb ungenutzt. "
        "Er zeigt {path:to}; dort ließe sich eine {colour:pawn} einsetzen.",
        "Le tour de {mover:name} s’est terminé sans utiliser la {colour:arrow} de {slot}. "
        "Elle pointe {path:to} ; un {colour:pawn} pouvait y entrer.",
        "Il turno di {mover:name} è finito senza usare la {colour:arrow} su {slot}. "
        "Punta {path:to}; una {colour:pawn} poteva entrarvi.",
    ),
    "missed-arrow.move": (
        "{mover:name}’s turn ended with the {colour:arrow} on {slot} unused. "
        "It points {path:to}, and {colour:word} could move on there.",
        "Der Zug von {mover:name} endete, und der {colour:arrow} auf {slot} blieb ungenutzt. "
        "Er zeigt {path:to}; dort könnte eine {colour:pawn} weiterziehen.",
        "Le tour de {mover:name} s’est terminé sans utiliser la {colour:arrow} de {slot}. "
        "Elle pointe {path:to} ; un {colour:pawn} pouvait y avancer.",
        "Il turno di {mover:name} è finito senza usare la {colour:arrow} su {slot}. "
        "Punta {path:to}; una {colour:pawn} poteva avanzarvi.",
    ),
    "missed-arrow": (
        "{mover:name}’s turn ended with the {colour:arrow} on {slot} unused. "
        "It points {path:to}, and {colour:word} could enter or move on there.",
        "Der Zug von {mover:name} endete, und der {colour:arrow} auf {slot} blieb ungenutzt. "
        "Er zeigt {path:to}; dort ließe sich eine {colour:pawn} einsetzen oder weiterziehen.",
        "Le tour de {mover:name} s’est terminé sans utiliser la {colour:arrow} de {slot}. "
        "Elle pointe {path:to} ; un {colour:pawn} pouvait y entrer ou y avancer.",
        "Il turno di {mover:name} è finito senza usare la {colour:arrow} su {slot}. "
        "Punta {path:to}; una {colour:pawn} poteva entrarvi o avanzarvi.",
    ),
    "missed-circle": (
        "{mover:name}’s turn ended with the circle on {slot} unused. It could copy the {colour:arrow} on {arrow}.",
        "Der Zug von {mover:name} endete, und der Kreis auf {slot} blieb ungenutzt. "
        "Er könnte den {colour:arrow-object} auf {arrow} kopieren.",
        "Le tour de {mover:name} s’est terminé sans utiliser le disque de {slot}. "
        "Il pouvait copier la {colour:arrow} de {arrow}.",
        "Il turno di {mover:name} è finito senza usare il cerchio su {slot}. "
        "Poteva copiare la {colour:arrow} su {arrow}.",
    ),
    "tilt-alone": (
        "Cube {slots:list} stands as no two tilts could leave it. Cubes tilt in pairs, side by side.",
        "Eisblock {slots:list} steht so, wie er nach zweimal Kippen nicht stehen kann. "
        "Gekippt wird paarweise, nebeneinander.",
        "Le cube {slots:list} est dans une position que deux pivotements ne donnent pas. "
        "Les cubes pivotent par paires, côte à côte.",
        "Il cubo {slots:list} è in una posizione che due rotazioni non danno. I cubi ruotano a coppie, affiancati.",
    ),
    "tilt-alone.many": (
        "Cubes {slots:list} stand as no two tilts could leave them. Cubes tilt in pairs, side by side.",
        "Die Eisblöcke {slots:list} stehen so, wie sie nach zweimal Kippen nicht stehen können. "
        "Gekippt wird paarweise, nebeneinander.",
        "Les cubes {slots:list} sont dans une position que deux pivotements ne donnent pas. "
        "Les cubes pivotent par paires, côte à côte.",
        "I cubi {slots:list} sono in una posizione che due rotazioni non danno. I cubi ruotano a coppie, affiancati.",
    ),
    "cube-turned": (
        "Cube {slots:list} was turned, but no arc is on top that allows it. Turn it back.",
        "Eisblock {slots:list} wurde gedreht, aber dafür liegt kein Bogen oben. Bitte zurückdrehen.",
        "Le cube {slots:list} a été tourné, mais aucun arc ne le permet. Remettez-le.",
        "Il cubo {slots:list} è stato girato, ma nessun arco lo permette. Rimettetelo com’era.",
    ),
    "cube-turned.many": (
        "Cubes {slots:list} were turned, but no arc is on top that allows it. Turn them back.",
        "Die Eisblöcke {slots:list} wurden gedreht, aber dafür liegt kein Bogen oben. Bitte zurückdrehen.",
        "Les cubes {slots:list} ont été tournés, mais aucun arc ne le permet. Remettez-les.",
        "I cubi {slots:list} sono stati girati, ma nessun arco lo permette. Rimetteteli com’erano.",
    ),
    "cube-turned.arcs": (
        "Cubes turned on the spot: {slots:list}. Quarter turns seen: {turns}; arcs on top: {arcs}. "
        "Turn back what is too much.",
        "Auf der Stelle gedreht: {slots:list}. Vierteldrehungen: {turns}; Bögen oben: {arcs}. "
        "Bitte zurückdrehen, was zu viel ist.",
        "Cubes tournés sur place : {slots:list}. Quarts de tour : {turns} ; arcs sur le dessus : {arcs}. "
        "Remettez ce qui est de trop.",
        "Cubi girati sul posto: {slots:list}. Quarti di giro: {turns}; archi in cima: {arcs}. "
        "Rimettete quanto è di troppo.",
    ),
    "cube-turned.more": (
        "The pawns’ moves fit only if a cube was turned once more than the arcs on top allow ({arcs}).",
        "Die Bewegungen passen nur, wenn ein Eisblock einmal mehr gedreht wurde, als die Bögen oben erlauben ({arcs}).",
        "Ces déplacements supposent qu’un cube a été tourné une fois de plus que ne le permettent les arcs ({arcs}).",
        "Gli spostamenti si spiegano solo se un cubo è stato girato una volta più di quanto permettano "
        "gli archi ({arcs}).",
    ),
    "cubes-exchanged": (
        "Cubes have changed places: {slots:list}. Each stays where it belongs; put them back.",
        "Eisblöcke sind vertauscht: {slots:list}. Jeder bleibt an seinem Platz; bitte zurückstellen.",
        "Des cubes ont changé de place : {slots:list}. Chacun garde la sienne ; remettez-les.",
        "Dei cubi si sono scambiati: {slots:list}. Ognuno resta al suo posto; rimetteteli.",
    ),
    "pawn-unearned": (
        "A {colour:pawn} moved {path:on}, but no arrow or circle allows that move. Put it back.",
        "Eine {colour:pawn} zog {path:on}, aber kein Pfeil oder Kreis erlaubt das. Bitte zurückstellen.",
        "Un {colour:pawn} a avancé {path:on}, mais aucune flèche ni aucun disque ne le permet. Remettez-le.",
        "Una {colour:pawn} si è mossa {path:on}, ma nessuna freccia e nessun cerchio lo permette. Rimettetela.",
    ),
    "pawn-far": (
        "{colour:name} moved {spaces:number} spaces {path:on}; arrows and circles allow {allowed:number}.",
        "{colour:name} zog {spaces:number} Felder {path:on}; Pfeile und Kreise erlauben nur {allowed}.",
        "{colour:name} a avancé de {spaces:number} cases {path:on} ; flèches et disques n’en permettent que {allowed}.",
        "{colour:name} è avanzato di {spaces:number} caselle {path:on}; frecce e cerchi ne permettono {allowed}.",
    ),
    "pawn-far.arrow": (
        "{colour:name} moved {spaces:number} spaces {path:on}; one arrow points there.",
        "{colour:name} zog {spaces:number} Felder {path:on}; nur ein Pfeil zeigt dorthin.",
        "{colour:name} a avancé de {spaces:number} cases {path:on} ; une seule flèche y mène.",
        "{colour:name} è avanzato di {spaces:number} caselle {path:on}; una sola freccia punta lì.",
    ),
    "pawn-inwards": (
        "A {colour:pawn} came nearer to the block {path:on}. Pawns only move outwards; put it back.",
        "Eine {colour:pawn} kam {path:on} den Eisblöcken näher. Figuren ziehen nur nach außen; bitte zurückstellen.",
        "Un {colour:pawn} s’est rapproché des cubes {path:on}. Les pions ne vont que vers l’extérieur ; remettez-le.",
        "Una {colour:pawn} si è avvicinata ai cubi {path:on}. Le pedine vanno solo verso l’esterno; rimettetela.",
    ),
    "pawn-inwards.start": (
        "A {colour:pawn} went {path:from} back to the start. Pawns only move outwards; put it back.",
        "Eine {colour:pawn} kam {path:from} zurück zur Startposition. Figuren ziehen nur nach außen; "
        "bitte zurückstellen.",
        "Un {colour:pawn} est revenu {path:from} au point de départ. Les pions ne vont que vers l’extérieur ; "
        "remettez-le.",
        "Una {colour:pawn} è tornata {path:from} alla posizione di partenza. Le pedine vanno solo verso l’esterno; "
        "rimettetela.",
    ),
    "pawn-changed-path": (
        "A {colour:pawn} went {path:from} {to:onto}. Pawns stay on their path; put it back.",
        "Eine {colour:pawn} wechselte {path:from} {to:onto}. Figuren bleiben auf ihrem Eispfad; bitte zurückstellen.",
        "Un {colour:pawn} est passé {path:from} {to:onto}. Les pions restent sur leur chemin ; remettez-le.",
        "Una {colour:pawn} è passata {path:from} {to:onto}. Le pedine restano sul loro sentiero; rimettetela.",
    ),
    "rider-left": (
        "The {rider:pawn} on top stayed behind when {colour:word} moved; it rides along.",
        "Die {rider:pawn} obenauf blieb zurück, als die {colour:pawn} zog; sie wird mitgetragen.",
        "Le {rider:pawn} du dessus est resté quand le {colour:pawn} a avancé ; il doit être emporté.",
        "La {rider:pawn} in cima è rimasta quando la {colour:pawn} si è mossa; va portata con lei.",
    ),
    "rider-left.many": (
        "The pawns on top ({riders:stack}) stayed behind when {colour:word} moved; they ride along.",
        "Die Figuren obenauf ({riders:stack}) blieben zurück, als die {colour:pawn} zog; sie werden mitgetragen.",
        "Les pions du dessus ({riders:stack}) sont restés quand le {colour:pawn} a avancé ; ils doivent être emportés.",
        "Le pedine in cima ({riders:stack}) sono rimaste quando la {colour:pawn} si è mossa; vanno portate con lei.",
    ),
    "pawn-dragged": (
        "The {below:pawn} below went along when {colour:word} moved; what is below stays.",
        "Die {below:pawn} darunter ging mit, als die {colour:pawn} zog; was darunter ist, bleibt stehen.",
        "Le {below:pawn} du dessous a suivi quand le {colour:pawn} a avancé ; ce qui est dessous reste en place.",
        "La {below:pawn} sottostante è andata via con la {colour:pawn}; ciò che sta sotto resta fermo.",
    ),
    "pawn-dragged.many": (
        "The pawns below ({belows:stack}) went along when {colour:word} moved; what is below stays.",
        "Die Figuren darunter ({belows:stack}) gingen mit, als die {colour:pawn} zog; was darunter ist, bleibt stehen.",
        "Les pions du dessous ({belows:stack}) ont suivi quand le {colour:pawn} a avancé ; "
        "ce qui est dessous reste en place.",
        "Le pedine sottostanti ({belows:stack}) sono andate via con la {colour:pawn}; ciò che sta sotto resta fermo.",
    ),
    "stack-order": (
        "The stack on {place} is in another order. From the bottom it should be: {stack:stack}.",
        "Der Stapel auf {place} hat eine andere Reihenfolge. Von unten müsste er so sein: {stack:stack}.",
        "La pile en {place} est dans un autre ordre. De bas en haut, elle devrait être : {stack:stack}.",
        "La pila in {place} è in un altro ordine. Dal basso dovrebbe essere: {stack:stack}.",
    ),
    "pawn-missing": (
        "A {colour:pawn} is missing: {count} of 5 are on the table. Put it back.",
        "Eine {colour:pawn} fehlt: {count} von 5 sind auf dem Tisch. Bitte zurückstellen.",
        "Il manque un {colour:pawn} : {count} sur 5 sont sur la table. Remettez-le.",
        "Manca una {colour:pawn}: {count} su 5 sono sul tavolo. Rimettetela.",
    ),
    "pawn-missing.many": (
        "{missing:number} {colour:pawns} are missing: {count} of 5 {count:is|are} on the table. Put them back.",
        "{missing:number} {colour:pawns} fehlen: {count} von 5 {count:ist|sind} auf dem Tisch. Bitte zurückstellen.",
        "Il manque {missing:number} {colour:pawns} : {count} sur 5 {count:est|sont} sur la table. Remettez-les.",
        "Mancano {missing:number} {colour:pawns}: {count} su 5 {count:è|sono} sul tavolo. Rimettetele.",
    ),
    "pawn-extra": (
        "There is one {colour:pawn} too many: {count} instead of 5. Take it away.",
        "Eine {colour:pawn} ist zu viel: {count} statt 5. Bitte wegnehmen.",
        "Il y a un {colour:pawn} de trop : {count} au lieu de 5. Retirez-le.",
        "C’è una {colour:pawn} di troppo: {count} invece di 5. Toglietela.",
    ),
    "pawn-extra.many": (
        "There are {extra:number} {colour:pawns} too many: {count} instead of 5. Take them away.",
        "{extra:number} {colour:pawns} sind zu viel: {count} statt 5. Bitte wegnehmen.",
        "Il y a {extra:number} {colour:pawns} de trop : {count} au lieu de 5. Retirez-les.",
        "Ci sono {extra:number} {colour:pawns} di troppo: {count} invece di 5. Toglietele.",
    ),
}
