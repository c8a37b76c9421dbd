"""What the referee says of faults that only two views of the table tell, and where it cannot tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.igluiglu.words.faults_early import Row

SEEN: Final[Mapping[str, Row]] = {
    "tile-gone": (
        "Too many tiles are gone: {cells:list}. One melts in a turn, one more with a Melt tile.",
        "Es fehlen zu viele Plättchen: {cells:list}. Im Zug schmilzt eines, mit Schmelzplättchen ein weiteres.",
        "Il manque trop de tuiles : {cells:list}. Une fond par tour, une de plus avec une tuile fonte.",
        "Mancano troppe tessere: {cells:list}. Se ne scioglie una per turno, un’altra con la tessera Sciogliere.",
    ),
    "tile-back": (
        "Ice lies where sea was: {cells:list}. No drift explains it.",
        "Eis liegt, wo Meer war: {cells:list}. Keine Drift erklärt das.",
        "Il y a de la glace là où était la mer : {cells:list}. Aucune dérive ne l’explique.",
        "C’è ghiaccio dove c’era mare: {cells:list}. Nessuna deriva lo spiega.",
    ),
    "tile-turned": (
        "Tiles were turned over: {cells:list}. Only a drawn glacier lies face up, and it stays so.",
        "Plättchen wurden gewendet: {cells:list}. Nur ein gezogener Gletscher liegt offen, und so bleibt er.",
        "Des tuiles ont été retournées : {cells:list}. Seul un glacier tiré est face visible, et le reste.",
        "Tessere girate: {cells:list}. Solo un ghiacciaio pescato sta scoperto, e così resta.",
    ),
    "tile-shifted": (
        "Tiles moved without a drift, or further than one: {cells:list}.",
        "Plättchen sind ohne Drift oder zu weit verschoben: {cells:list}.",
        "Des tuiles ont bougé sans dérive, ou trop loin : {cells:list}.",
        "Tessere spostate senza deriva, o troppo lontano: {cells:list}.",
    ),
    "inuit-far": (
        "{mover:name}’s Inuit stand further than the points reach: {cells:list}.",
        "Inuit von {mover:name} stehen weiter, als die Punkte reichen: {cells:list}.",
        "Des Inuits de {mover:name} sont plus loin que les points ne le permettent : {cells:list}.",
        "Inuit di {mover:name} più lontani di quanto i punti permettano: {cells:list}.",
    ),
    "inuit-other": (
        "Inuit of {colours:names} moved, and neither a bear nor a Melt tile explains it.",
        "Inuit von {colours:names} wurden bewegt, und weder Bär noch Schmelzplättchen erklärt das.",
        "Des Inuits de {colours:names} ont bougé, sans ours ni tuile fonte pour l’expliquer.",
        "Inuit di {colours:names} si sono mossi, e né un orso né una tessera Sciogliere lo spiegano.",
    ),
    "inuit-missing": (
        "Inuit of {colours:names} are missing.",
        "Es fehlen Inuit von {colours:names}.",
        "Il manque des Inuits de {colours:names}.",
        "Mancano Inuit di {colours:names}.",
    ),
    "inuit-extra": (
        "There are too many Inuit of {colours:names}.",
        "Es sind zu viele Inuit von {colours:names}.",
        "Il y a trop d’Inuits de {colours:names}.",
        "Ci sono troppi Inuit di {colours:names}.",
    ),
    "igloo-missing": (
        "Igloos of {colours:names} are missing; igloos are never taken away.",
        "Es fehlen Iglus von {colours:names}; Iglus werden nie weggenommen.",
        "Il manque des igloos de {colours:names} ; on n’enlève jamais un igloo.",
        "Mancano igloo di {colours:names}; gli igloo non si tolgono mai.",
    ),
    "igloo-extra": (
        "There are more igloos of {colours:names} than could be built.",
        "Es stehen mehr Iglus von {colours:names}, als gebaut werden konnten.",
        "Il y a plus d’igloos de {colours:names} qu’on n’a pu en bâtir.",
        "Ci sono più igloo di {colours:names} di quanti si potessero costruire.",
    ),
    "igloo-moved": (
        "Igloos changed their place: {cells:list}. They travel only with their tile.",
        "Iglus haben den Platz gewechselt: {cells:list}. Sie reisen nur mit ihrem Plättchen.",
        "Des igloos ont changé de place : {cells:list}. Ils ne voyagent qu’avec leur tuile.",
        "Igloo spostati: {cells:list}. Viaggiano solo con la loro tessera.",
    ),
    "animal-stray": (
        "Animals moved without an animals tile or a drift: {cells:list}.",
        "Tiere haben sich ohne Tierplättchen oder Drift bewegt: {cells:list}.",
        "Des animaux ont bougé sans tuile animaux ni dérive : {cells:list}.",
        "Animali mossi senza tessera animali né deriva: {cells:list}.",
    ),
    "animal-missing": (
        "Animals are gone that nobody could have hunted: {cells:list}.",
        "Es fehlen Tiere, die niemand gejagt haben kann: {cells:list}.",
        "Il manque des animaux que personne n’a pu chasser : {cells:list}.",
        "Mancano animali che nessuno può aver cacciato: {cells:list}.",
    ),
    "animal-extra": (
        "Animals appeared that no event brought: {cells:list}.",
        "Es sind Tiere da, die kein Ereignis gebracht hat: {cells:list}.",
        "Des animaux sont là qu’aucun événement n’a fait venir : {cells:list}.",
        "Ci sono animali che nessun evento ha portato: {cells:list}.",
    ),
    "hand-count": (
        "The number of kept tiles of {colours:names} does not fit what was drawn and shown.",
        "Die Zahl der behaltenen Plättchen von {colours:names} passt nicht zu dem, was gezogen und gezeigt wurde.",
        "Le nombre de tuiles gardées par {colours:names} ne correspond pas à ce qui a été tiré et montré.",
        "Il numero di tessere tenute da {colours:names} non corrisponde a quanto pescato e mostrato.",
    ),
    "open.many": (
        "Too much has changed to be sure of one turn.",
        "Es hat sich zu viel geändert, um sicher zu sein.",
        "Trop de choses ont changé pour être sûr d’un tour.",
        "È cambiato troppo per essere sicuri di un turno.",
    ),
    "open.unshown": (
        "It fits only with a kept tile that nobody showed. Was one played?",
        "Das passt nur mit einem behaltenen Plättchen, das niemand gezeigt hat. Wurde eines gespielt?",
        "Cela ne va qu’avec une tuile gardée que personne n’a montrée. En a-t-on joué une ?",
        "Torna solo con una tessera tenuta che nessuno ha mostrato. Ne è stata giocata una?",
    ),
    "open.unseen": (
        "Not all of it could be seen, and what is seen fits no turn that I found.",
        "Nicht alles war zu sehen, und zum Gesehenen habe ich keinen Zug gefunden.",
        "Tout n’était pas visible, et je n’ai trouvé aucun tour pour ce qui l’était.",
        "Non tutto si vedeva, e per ciò che si vedeva non ho trovato alcun turno.",
    ),
    "question.which": (
        "What did {mover:name} do in this turn?",
        "Was hat {mover:name} in diesem Zug getan?",
        "Qu’a fait {mover:name} pendant ce tour ?",
        "Che cosa ha fatto {mover:name} in questo turno?",
    ),
}
"""Key -> the sentence in each language."""
