"""What the referee says besides faults: symbols, the eye, questions, winners, notes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.icecult.words.faults import Row

SYMBOLS: Final[Mapping[str, Row]] = {
    "status.open": ("open", "offen", "à jouer", "da usare"),
    "status.spent": ("used", "genutzt", "joué", "usato"),
    "status.lapsed": ("lapsed", "verfallen", "perdu", "perso"),
    "status.unused": ("unused", "ungenutzt", "libre", "libero"),
    "status.none": ("waiting", "wartet", "en attente", "in attesa"),
    "why.tilts-first": (
        "Both tilts come first. (R12)",
        "Erst muss zweimal gekippt sein. (R12)",
        "Il faut d’abord faire pivoter deux fois. (R12)",
        "Prima si ruota due volte. (R12)",
    ),
    "why.unknown-face": (
        "This face is not known yet.",
        "Diese Seite ist noch nicht bekannt.",
        "Cette face n’est pas encore connue.",
        "Questa faccia non è ancora nota.",
    ),
    "why.match-won": (
        "The match is won. (R21)",
        "Die Partie ist gewonnen. (R21)",
        "La partie est gagnée. (R21)",
        "La partita è vinta. (R21)",
    ),
    "why.no-pawn": (
        "No pawn of this colour at the start or on that path. (R16)",
        "Keine Figur dieser Farbe auf der Startposition oder auf diesem Eispfad. (R16)",
        "Aucun pion de cette couleur au point de départ ni sur ce chemin. (R16)",
        "Nessuna pedina di questo colore nella posizione di partenza o su quel sentiero. (R16)",
    ),
    "why.no-arrow": (
        "No arrow on top to copy. (R17)",
        "Kein Pfeil oben, der kopiert werden könnte. (R17)",
        "Aucune flèche sur le dessus à copier. (R17)",
        "Nessuna freccia in cima da copiare. (R17)",
    ),
    "why.no-arrow-moves": (
        "No arrow on top allows a move. (R17)",
        "Kein Pfeil oben erlaubt eine Bewegung. (R17)",
        "Aucune flèche du dessus ne permet un déplacement. (R17)",
        "Nessuna freccia in cima permette uno spostamento. (R17)",
    ),
    "why.turned-away": (
        "Turned to a path where it has no move. (R19)",
        "Auf einen Eispfad gedreht, auf dem nichts zu ziehen ist. (R19)",
        "Tournée vers un chemin où rien ne peut avancer. (R19)",
        "Girata verso un sentiero dove nulla può muoversi. (R19)",
    ),
    "symbol.arrow": (
        "{colour:arrow-alone} {path:to}",
        "{colour:arrow-alone} {path:to}",
        "{colour:arrow-alone} {path:to}",
        "{colour:arrow-alone} {path:to}",
    ),
    "symbol.circle": ("circle", "Kreis", "disque", "cerchio"),
    "symbol.arc": ("arc", "Bogen", "arc de cercle", "arco"),
    "symbol.unknown": ("unknown face", "unbekannte Seite", "face inconnue", "faccia ignota"),
}

EYE: Final[Mapping[str, Row]] = {
    "eye.rest": ("at rest", "in Ruhe", "au repos", "fermo"),
    "eye.hand": ("hand in view", "Hand im Bild", "main visible", "mano in vista"),
    "eye.moving": ("moving", "Bewegung", "en mouvement", "in movimento"),
    "eye.blind": (
        "cannot see {places:commas}",
        "nicht zu sehen: {places:commas}",
        "invisible : {places:commas}",
        "non si vede: {places:commas}",
    ),
    "eye.differs": (
        "table differs: {places:commas}",
        "Tisch weicht ab: {places:commas}",
        "la table diffère : {places:commas}",
        "il tavolo è diverso: {places:commas}",
    ),
    "eye.not-set-up": ("not set up yet", "noch nicht aufgebaut", "pas encore en place", "non ancora pronto"),
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
        "the camera sends the same picture again and again: plug it in again",
        "die Kamera schickt immer dasselbe Bild: neu anschließen",
        "la caméra renvoie toujours la même image : rebranchez-la",
        "la telecamera manda sempre la stessa immagine: ricollegala",
    ),
    "eye.other-shape": (
        "the pictures have another shape than before: set the camera back, or find the board again",
        "Bilder haben ein anderes Format als vorher: Kamera zurückstellen oder Spielfeld neu suchen",
        "les images ont un autre format qu’avant : remettez la caméra ou retrouvez le plateau",
        "le immagini hanno un altro formato: reimposta la telecamera o ritrova il tabellone",
    ),
    "eye.cut-off": (
        "board cut off: move the camera until all four tips show",
        "Spielfeld abgeschnitten: Kamera rücken, bis alle vier Spitzen zu sehen sind",
        "plateau coupé : déplacez la caméra pour voir les quatre pointes",
        "tabellone tagliato: sposta la telecamera finché si vedono le quattro punte",
    ),
    "eye.too-far": (
        "too far away: bring the camera nearer",
        "zu weit weg: Kamera näher rücken",
        "trop loin : rapprochez la caméra",
        "troppo lontano: avvicina la telecamera",
    ),
    "eye.too-steep": (
        "bad angle: 35 to 75 degrees above the table is good",
        "ungünstiger Winkel: gut sind 35 bis 75 Grad über dem Tisch",
        "mauvais angle : 35 à 75 degrés au-dessus de la table conviennent",
        "angolo sfavorevole: vanno bene da 35 a 75 gradi sopra il tavolo",
    ),
    "eye.cubes-unread": (
        "the cubes can’t be read: more light from above, or the camera nearer",
        "Eisblöcke nicht lesbar: mehr Licht von oben oder Kamera näher rücken",
        "cubes illisibles : plus de lumière d’en haut, ou rapprochez la caméra",
        "cubi illeggibili: più luce dall’alto, o avvicina la telecamera",
    ),
    "eye.out-of-focus": (
        "out of focus: set the camera sharp or wipe the lens",
        "unscharf: Kamera scharf stellen oder Linse putzen",
        "image floue : réglez la netteté ou nettoyez l’objectif",
        "fuori fuoco: metti a fuoco o pulisci l’obiettivo",
    ),
}

TALK: Final[Mapping[str, Row]] = {
    "open.unseen": (
        "I could not see everything: {places:places}.",
        "Ich konnte nicht alles sehen: {places:places}.",
        "Je n’ai pas tout vu : {places:places}.",
        "Non ho visto tutto: {places:places}.",
    ),
    "open.faces": (
        "Not checked: a face that is not known yet is on top of {slots:list}.",
        "Nicht geprüft: Auf {slots:list} liegt eine noch unbekannte Seite oben.",
        "Non vérifié : une face encore inconnue est sur le dessus de {slots:list}.",
        "Non controllato: su {slots:list} c’è una faccia non ancora nota.",
    ),
    "open.finished": (
        "I could not see whether everything owed was played: {places:places}.",
        "Ich konnte nicht sehen, ob alles gespielt wurde: {places:places}.",
        "Je n’ai pas pu voir si tout a été joué : {places:places}.",
        "Non ho potuto vedere se è stato giocato tutto: {places:places}.",
    ),
    "open.progress": (
        "The turn is still in progress.",
        "Der Zug läuft noch.",
        "Le tour est encore en cours.",
        "Il turno è ancora in corso.",
    ),
    "open.several": (
        "Several turns explain the table.",
        "Mehrere Züge erklären den Tisch.",
        "Plusieurs tours expliquent la table.",
        "Più turni spiegano il tavolo.",
    ),
    "open.blind": (
        "I could not read the cubes.",
        "Ich konnte die Eisblöcke nicht lesen.",
        "Je n’ai pas pu lire les cubes.",
        "Non ho potuto leggere i cubi.",
    ),
    "open.who": (
        "A rule was broken, but I could not see by whom.",
        "Eine Regel wurde verletzt, aber ich konnte nicht sehen, von wem.",
        "Une règle a été enfreinte, mais je n’ai pas vu par qui.",
        "Una regola è stata violata, ma non ho visto da chi.",
    ),
    "question.unseen": (
        "I could not see {places:places}. What was played?",
        "Ich konnte {places:places} nicht sehen. Was wurde gespielt?",
        "Je n’ai pas vu {places:places}. Qu’est-ce qui a été joué ?",
        "Non ho visto {places:places}. Che cosa è stato giocato?",
    ),
    "question.entered": (
        "I could not see {places:places}. Did {colour:word} enter there?",
        "Ich konnte {places:places} nicht sehen. Wurde {colour:word} dort eingesetzt?",
        "Je n’ai pas vu {places:places}. {colour:name} y est-il entré ?",
        "Non ho visto {places:places}. {colour:name} vi è entrato?",
    ),
    "question.which": (
        "Several turns explain the table. Which one was played?",
        "Mehrere Züge erklären den Tisch. Welcher wurde gespielt?",
        "Plusieurs tours expliquent la table. Lequel a été joué ?",
        "Più turni spiegano il tavolo. Quale è stato giocato?",
    ),
    "answer.yes": ("Yes", "Ja", "Oui", "Sì"),
    "answer.no": ("No", "Nein", "Non", "No"),
    "answer.show": ("Show me", "Zeig es mir", "Montrez-moi", "Mostrami"),
    "answer.enter": (
        "{colour:word} entered {path:on}",
        "{colour:word} wurde {path:on} eingesetzt",
        "{colour:word} est entré {path:on}",
        "{colour:word} è entrato {path:on}",
    ),
    "answer.step": (
        "{colour:word} moved on from {place}",
        "{colour:word} zog von {place} weiter",
        "{colour:word} a avancé depuis {place}",
        "{colour:word} è avanzato da {place}",
    ),
    "answer.tilt": (
        "{pair:pair} was tilted {to:to}",
        "{pair:pair} wurde {to:to} gekippt",
        "{pair:pair} a pivoté {to:to}",
        "{pair:pair} è stata ruotata {to:to}",
    ),
    "answer.right": (
        "cube {slot} was turned right",
        "Eisblock {slot} wurde nach rechts gedreht",
        "le cube {slot} a été tourné à droite",
        "il cubo {slot} è stato girato a destra",
    ),
    "answer.left": (
        "cube {slot} was turned left",
        "Eisblock {slot} wurde nach links gedreht",
        "le cube {slot} a été tourné à gauche",
        "il cubo {slot} è stato girato a sinistra",
    ),
    "answer.no-more": ("nothing else", "sonst nichts", "rien d’autre", "nient’altro"),
    "answer.nothing": ("no pawn moved", "keine Figur zog", "aucun pion n’a bougé", "nessuna pedina si è mossa"),
    "answer.unfinished": (
        "the turn was not finished",
        "der Zug war nicht zu Ende gespielt",
        "le tour n’était pas terminé",
        "il turno non era finito",
    ),
    "answer.other": ("something else", "etwas anderes", "autre chose", "altro"),
    "win.goal": (
        "{colour:name} brings its fifth pawn home {path:on}. {colour:name} wins.",
        "{colour:name} bringt die fünfte Figur {path:on} ins Ziel. {colour:name} gewinnt.",
        "{colour:name} amène son cinquième pion à l’arrivée {path:on}. {colour:name} gagne.",
        "{colour:name} porta la quinta pedina alla meta {path:on}. {colour:name} vince.",
    ),
    "win.tower": (
        "Five {colour:pawns} stand in one stack on {place}. {colour:name} wins.",
        "Fünf {colour:pawns} stehen auf {place} in einem Stapel. {colour:name} gewinnt.",
        "Cinq {colour:pawns} forment une pile en {place}. {colour:name} gagne.",
        "Cinque {colour:pawns} formano una pila in {place}. {colour:name} vince.",
    ),
    "win.shared": (
        "{colours:names} win together.",
        "{colours:names} gewinnen gemeinsam.",
        "{colours:names} gagnent ensemble.",
        "{colours:names} vincono insieme.",
    ),
    "win.plain": ("{colour:name} wins.", "{colour:name} gewinnt.", "{colour:name} gagne.", "{colour:name} vince."),
    "win.stopped": (
        "The match was stopped.",
        "Die Partie wurde abgebrochen.",
        "La partie a été arrêtée.",
        "La partita è stata interrotta.",
    ),
    "note.stalemate": (
        "Three full rounds without a pawn moving. The rules have no answer; agree how to go on.",
        "Drei volle Runden ohne eine Bewegung. Die Regeln sagen dazu nichts; bitte einigt euch.",
        "Trois tours de table sans qu’un pion avance. La règle n’en dit rien ; mettez-vous d’accord.",
        "Tre giri completi senza muovere una pedina. Le regole non dicono nulla; mettetevi d’accordo.",
    ),
    "note.legal": ("By the rules.", "Regelgerecht.", "Conforme aux règles.", "Secondo le regole."),
    "note.adopted": (
        "The table was taken over as it stands.",
        "Der Tisch wurde übernommen, wie er steht.",
        "La table a été reprise telle quelle.",
        "Il tavolo è stato accettato così com’è.",
    ),
    "note.taken-back": (
        "The turn was taken back by agreement.",
        "Der Zug wurde einvernehmlich zurückgenommen.",
        "Le tour a été repris d’un commun accord.",
        "Il turno è stato ritirato di comune accordo.",
    ),
    "note.corrected": (
        "Turn {turn} was corrected by hand.",
        "Zug {turn} wurde von Hand berichtigt.",
        "Le tour {turn} a été corrigé à la main.",
        "Il turno {turn} è stato corretto a mano.",
    ),
    "note.resumed": (
        "The table fits again.",
        "Der Tisch stimmt wieder.",
        "La table correspond de nouveau.",
        "Il tavolo torna a combaciare.",
    ),
    "note.out-of-sight": (
        "{colour:pawns}: only {count} of 5 {count:is|are} in sight. Is one missing, or hidden?",
        "{colour:pawns}: nur {count} von 5 {count:ist|sind} zu sehen. Fehlt eine, oder ist sie verdeckt?",
        "{colour:pawns} : {count} seulement sur 5 {count:est|sont} en vue. En manque-t-il un, ou est-il caché ?",
        "{colour:pawns}: se ne {count:vede|vedono} solo {count} su 5. Ne manca una, o è nascosta?",
    ),
    "turn.whose": (
        "{colour:name}’s turn",
        "{colour:name} ist am Zug",
        "Au tour de {colour:name}",
        "Tocca a {colour:name}",
    ),
    "turn.tilts": ("Tilts", "Kippen", "Pivotements", "Rotazioni"),
    "turn.owed": ("Still owed", "Noch zu spielen", "Encore à jouer", "Ancora da giocare"),
    "turn.nothing-owed": (
        "Nothing is owed; the turn may end.",
        "Es ist nichts mehr offen; der Zug darf enden.",
        "Il ne reste rien à jouer ; le tour peut se terminer.",
        "Non resta nulla da giocare; il turno può finire.",
    ),
}
