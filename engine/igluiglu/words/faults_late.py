"""What the referee says of faults with Inuit, animals and kept tiles: English, German, French, Italian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.igluiglu.words.faults_early import Row

LATE: Final[Mapping[str, Row]] = {
    "no-inuit": (
        "{mover:name} has no Inuit on {cell}.",
        "{mover:name} hat keinen Inuit auf {cell}.",
        "{mover:name} n’a pas d’Inuit en {cell}.",
        "{mover:name} non ha nessun Inuit in {cell}.",
    ),
    "walk-not-adjacent": (
        "{goal} is not next to {cell}. A step goes straight to the next space.",
        "{goal} liegt nicht neben {cell}. Ein Schritt führt gerade auf das nächste Feld.",
        "{goal} n’est pas à côté de {cell}. Un pas va tout droit à la case voisine.",
        "{goal} non è accanto a {cell}. Un passo va dritto alla casella vicina.",
    ),
    "walk-into-sea": (
        "{goal} is sea; Inuit walk on ice and land.",
        "{goal} ist Meer; Inuit gehen auf Eis und Land.",
        "{goal} est en mer ; les Inuits marchent sur la glace et la terre.",
        "{goal} è mare; gli Inuit camminano su ghiaccio e terra.",
    ),
    "kayak-into-sea": (
        "{goal} is sea; a kayak ends at ice or land.",
        "{goal} ist Meer; eine Kajakfahrt endet auf Eis oder Land.",
        "{goal} est en mer ; le kayak aborde la glace ou la terre.",
        "{goal} è mare; il kayak approda su ghiaccio o terra.",
    ),
    "corner-closed": (
        "At this table nobody goes to a corner on purpose.",
        "An diesem Tisch geht niemand freiwillig in eine Ecke.",
        "À cette table, on ne va pas de soi-même dans un coin.",
        "A questo tavolo nessuno va in un angolo di propria scelta.",
    ),
    "kayak-no-way": (
        "No sea joins {cell} and {goal}.",
        "Kein Meer verbindet {cell} und {goal}.",
        "Aucune mer ne relie {cell} et {goal}.",
        "Nessun mare unisce {cell} e {goal}.",
    ),
    "kayak-through-bear": (
        "A bear bars every way by sea from {cell} to {goal}.",
        "Ein Bär versperrt jeden Seeweg von {cell} nach {goal}.",
        "Un ours barre tout passage par mer de {cell} à {goal}.",
        "Un orso sbarra ogni via di mare da {cell} a {goal}.",
    ),
    "rival-igloo": (
        "Another colour’s igloo stands on {goal}; in the serious game nobody else enters.",
        "Auf {goal} steht ein fremdes Iglu; im ernsten Spiel darf dort sonst niemand hin.",
        "L’igloo d’une autre couleur est en {goal} ; dans la variante sérieuse, personne d’autre n’y entre.",
        "In {goal} c’è l’igloo di un altro colore; nella variante seria nessun altro vi entra.",
    ),
    "hunt-from-corner": (
        "{cell} is land; hunting needs ice underfoot.",
        "{cell} ist Land; gejagt wird nur vom Eis.",
        "{cell} est de la terre ; on chasse depuis la glace.",
        "{cell} è terra; si caccia solo dal ghiaccio.",
    ),
    "hunt-not-there": (
        "There is {animal:no} on {place}.",
        "Auf {place} ist {animal:no}.",
        "Il n’y a {animal:no} en {place}.",
        "In {place} non c’è {animal:no}.",
    ),
    "hunt-bear": (
        "A bear is never hunted with points; it takes a harpoon.",
        "Ein Bär wird nie mit Punkten gejagt; dafür braucht es eine Harpune.",
        "On ne chasse jamais un ours avec des points ; il faut un harpon.",
        "Un orso non si caccia mai con i punti; serve un arpione.",
    ),
    "hunt-out-of-reach": (
        "From {cell}, {animal:the} on {place} is out of reach.",
        "Von {cell} aus ist {animal:the} auf {place} außer Reichweite.",
        "Depuis {cell}, {animal:the} en {place} est hors de portée.",
        "Da {cell}, {animal:the} in {place} è fuori portata.",
    ),
    "igloo-corner": (
        "{cell} is land; igloos stand on ice.",
        "{cell} ist Land; Iglus stehen auf Eis.",
        "{cell} est de la terre ; un igloo se bâtit sur la glace.",
        "{cell} è terra; gli igloo stanno sul ghiaccio.",
    ),
    "igloo-rival": (
        "Another player’s Inuit stands on {cell}; no igloo there now.",
        "Auf {cell} steht der Inuit eines anderen; dort darf jetzt kein Iglu stehen.",
        "Un Inuit d’un autre joueur est en {cell} ; pas d’igloo ici maintenant.",
        "In {cell} c’è un Inuit di un altro giocatore; per ora niente igloo.",
    ),
    "igloo-there": (
        "An igloo already stands on {cell}.",
        "Auf {cell} steht schon ein Iglu.",
        "Il y a déjà un igloo en {cell}.",
        "In {cell} c’è già un igloo.",
    ),
    "igloo-none-left": (
        "{mover:name} has built both igloos.",
        "{mover:name} hat beide Iglus gebaut.",
        "{mover:name} a bâti ses deux igloos.",
        "{mover:name} ha costruito entrambi gli igloo.",
    ),
    "too-many-points": (
        "That costs {cost:points}; {mover:name} has {points} left.",
        "Das kostet {cost:points}; {mover:name} hat noch {points}.",
        "Cela coûte {cost:points} ; il en reste {points} à {mover:name}.",
        "Costa {cost:points}; {mover:name} ne ha ancora {points}.",
    ),
    "bear-no-harpoon": (
        "A bear is on {goal}. Entering takes a harpoon.",
        "Auf {goal} ist ein Bär. Betreten geht nur mit Harpune.",
        "Un ours est en {goal}. Il faut un harpon pour entrer.",
        "In {goal} c’è un orso. Per entrare serve un arpione.",
    ),
    "no-bear": (
        "There is no bear on {goal}; keep the harpoon.",
        "Auf {goal} ist kein Bär; die Harpune bleibt.",
        "Il n’y a pas d’ours en {goal} ; gardez le harpon.",
        "In {goal} non c’è nessun orso; tenete l’arpione.",
    ),
    "defence-order": (
        "{asked:name} is asked now.",
        "Jetzt ist {asked:name} gefragt.",
        "C’est à {asked:name} de répondre.",
        "Ora risponde {asked:name}.",
    ),
    "tile-not-held": (
        "{holder:name} has no {kind:tile}.",
        "{holder:name} hat kein {kind:tile}.",
        "{holder:name} n’a aucune {kind:tile}.",
        "{holder:name} non ha nessuna {kind:tile}.",
    ),
    "kept-twice": (
        "{mover:name} has played a tile of that kind in this turn; it is one of each.",
        "{mover:name} hat in diesem Zug schon ein solches Plättchen gespielt; erlaubt ist eines je Art.",
        "{mover:name} a déjà joué une tuile de cette sorte pendant ce tour ; une seule de chaque.",
        "{mover:name} ha già giocato una tessera di quel tipo in questo turno; una per tipo.",
    ),
    "animals-none": (
        "No animal can move now; the tile stays.",
        "Kein Tier kann sich bewegen; das Plättchen bleibt.",
        "Aucun animal ne peut bouger ; la tuile reste.",
        "Nessun animale può muoversi; la tessera resta.",
    ),
    "animal-not-there": (
        "There is {animal:no} on {cell}.",
        "Auf {cell} ist {animal:no}.",
        "Il n’y a {animal:no} en {cell}.",
        "In {cell} non c’è {animal:no}.",
    ),
    "animal-not-adjacent": (
        "{goal} is not next to {cell}. An animal goes one space at a step.",
        "{goal} liegt nicht neben {cell}. Ein Schritt führt ein Feld weit.",
        "{goal} n’est pas à côté de {cell}. Un pas mène à la case voisine.",
        "{goal} non è accanto a {cell}. Un passo porta alla casella vicina.",
    ),
    "animal-barred": (
        "Foxes and bears may not go to {goal}.",
        "Füchse und Bären dürfen nicht nach {goal}.",
        "Renards et ours ne peuvent pas aller en {goal}.",
        "Volpi e orsi non possono andare in {goal}.",
    ),
    "animal-ground": (
        "Fish stay in the sea, foxes on ice; {goal} is neither’s way.",
        "Fische bleiben im Meer, Füchse auf dem Eis; nach {goal} geht das nicht.",
        "Les poissons restent en mer, les renards sur la glace ; {goal} ne convient pas.",
        "I pesci restano in mare, le volpi sul ghiaccio; {goal} non va bene.",
    ),
    "bear-meets-bear": (
        "A bear is already on {goal}; two never share a space.",
        "Auf {goal} ist schon ein Bär; zwei teilen nie ein Feld.",
        "Il y a déjà un ours en {goal} ; jamais deux sur une case.",
        "In {goal} c’è già un orso; mai due sulla stessa casella.",
    ),
    "flee-nobody": (
        "No Inuit of {holder:name} has to flee; waiting are those of {fleeing:names}.",
        "Kein Inuit von {holder:name} muss fliehen; es warten die von {fleeing:names}.",
        "Aucun Inuit de {holder:name} n’a à fuir ; attendent ceux de {fleeing:names}.",
        "Nessun Inuit di {holder:name} deve fuggire; aspettano quelli di {fleeing:names}.",
    ),
    "flee-not-corner": (
        "{goal} is no corner. Inuit flee to a1, a8, h1 or h8.",
        "{goal} ist keine Ecke. Inuit fliehen nach a1, a8, h1 oder h8.",
        "{goal} n’est pas un coin. Les Inuits fuient en a1, a8, h1 ou h8.",
        "{goal} non è un angolo. Gli Inuit fuggono in a1, a8, h1 o h8.",
    ),
}
"""Key -> the sentence in each language."""
