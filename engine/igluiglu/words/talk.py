"""What the referee says besides faults: what a turn waits for, and how the game ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.igluiglu.words.faults_early import Row

TALK: Final[Mapping[str, Row]] = {
    "wants.place": (
        "{who:name} places an Inuit on the outer ring.",
        "{who:name} setzt einen Inuit auf den äußeren Ring.",
        "{who:name} place un Inuit sur l’anneau extérieur.",
        "{who:name} piazza un Inuit sull’anello esterno.",
    ),
    "wants.melt": (
        "{who:name} melts a tile.",
        "{who:name} schmilzt ein Plättchen.",
        "{who:name} fait fondre une tuile.",
        "{who:name} scioglie una tessera.",
    ),
    "wants.tile": (
        "{who:name} shows the tile or keeps it.",
        "{who:name} zeigt das Plättchen oder behält es.",
        "{who:name} montre la tuile ou la garde.",
        "{who:name} mostra la tessera o la tiene.",
    ),
    "wants.drift": (
        "{who:name} pushes a tile.",
        "{who:name} schiebt ein Plättchen.",
        "{who:name} pousse une tuile.",
        "{who:name} spinge una tessera.",
    ),
    "wants.defence": (
        "The bear attacks: does {who:name} use a harpoon?",
        "Der Bär greift an: Nutzt {who:name} eine Harpune?",
        "L’ours attaque : {who:name} joue-t-il un harpon ?",
        "L’orso attacca: {who:name} usa un arpione?",
    ),
    "wants.flee": (
        "{who:name} brings the Inuit to corners.",
        "{who:name} bringt die Inuit in die Ecken.",
        "{who:name} amène les Inuits dans les coins.",
        "{who:name} porta gli Inuit negli angoli.",
    ),
    "wants.animals": (
        "{who:name} moves animals: steps left, {steps}.",
        "{who:name} bewegt Tiere: noch {steps} von 3 Schritten.",
        "{who:name} déplace des animaux : pas restants, {steps}.",
        "{who:name} muove animali: passi rimasti, {steps}.",
    ),
    "wants.act": (
        "{who:name} acts: {points:points} left.",
        "{who:name} handelt: noch {points:points}.",
        "{who:name} agit : il lui reste {points:points}.",
        "{who:name} agisce: ancora {points:points}.",
    ),
    "win.one": (
        "No tile can melt. {winners:names} wins.",
        "Kein Plättchen kann mehr schmelzen. {winners:names} gewinnt.",
        "Plus aucune tuile ne peut fondre. {winners:names} gagne.",
        "Nessuna tessera può più sciogliersi. Vince {winners:names}.",
    ),
    "win.shared": (
        "No tile can melt. {winners:names} share the win.",
        "Kein Plättchen kann mehr schmelzen. {winners:names} gewinnen gemeinsam.",
        "Plus aucune tuile ne peut fondre. {winners:names} se partagent la victoire.",
        "Nessuna tessera può più sciogliersi. {winners:names} vincono insieme.",
    ),
    "win.stopped": (
        "The match was stopped; nobody wins.",
        "Die Partie wurde abgebrochen; niemand gewinnt.",
        "La partie a été arrêtée ; personne ne gagne.",
        "La partita è stata interrotta; nessuno vince.",
    ),
}
"""Key -> the sentence in each language."""
