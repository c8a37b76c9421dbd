"""What the running referee says of itself, whatever the game, in all four languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from webui.settings import LANGUAGES, Words

OTHER_SHAPE: Final = "other-shape"
"""Why a camera whose pictures have another shape cannot be used."""
UNSEEN_S: Final = 3.0
"""A table of which nothing has been seen for so long: that is said, and why."""
GAP_S: Final = 10.0
"""A table of which nothing has been seen for longer than this may have been played on."""

_OWN: Mapping[str, tuple[str, str, str, str]] = {
    "restarted": (
        "The referee got stuck and was started again from the record. Please check that the table is right.",
        "Der Schiedsrichter hing und wurde aus der Aufzeichnung neu gestartet. Bitte prüfen, ob der Tisch stimmt.",
        "L’arbitre s’est bloqué et a été relancé depuis l’enregistrement. Vérifiez que la table est bien affichée.",
        "L’arbitro si è bloccato ed è ripartito dalla registrazione. Controllate che il tavolo sia mostrato com’è.",
    ),
    "renewed": (
        "The record had been deleted from the disk. It was written there again, nothing is missing.",
        "Die Aufzeichnung war vom Laufwerk gelöscht. Sie wurde neu geschrieben, es fehlt nichts.",
        "L’enregistrement avait été effacé du disque. Il a été réécrit, rien ne manque.",
        "Il registro era stato cancellato dal disco. È stato riscritto, non manca nulla.",
    ),
    "no-longer-plays": (
        "After the correction, part of the turn in progress can no longer be played. Please enter the rest again.",
        "Nach der Korrektur lässt sich ein Teil des laufenden Zuges nicht mehr spielen. Bitte den Rest neu eingeben.",
        "Après la correction, une partie du tour en cours ne peut plus être jouée. Veuillez saisir la suite à nouveau.",
        "Dopo la correzione una parte del turno in corso non si può più giocare. Inserite di nuovo il resto.",
    ),
    "eye.paused": ("paused", "Pause", "en pause", "in pausa"),
    "eye.unseen": (
        "nothing seen for {n} s: {why}",
        "seit {n} s nichts zu sehen: {why}",
        "rien vu depuis {n} s : {why}",
        "niente visto da {n} s: {why}",
    ),
    "eye.gap": (
        "nothing seen for {n} s ({why}): what is played now is asked, not judged",
        "seit {n} s nichts zu sehen ({why}): was jetzt gespielt wird, wird gefragt, nicht beurteilt",
        "rien vu depuis {n} s ({why}) : ce qui se joue maintenant est demandé, pas jugé",
        "niente visto da {n} s ({why}): quello che si gioca ora viene chiesto, non giudicato",
    ),
    "eye.off": ("no camera", "ohne Kamera", "sans caméra", "senza telecamera"),
}


def own_words(key: str) -> Words:
    """A sentence that only the running referee needs."""
    return dict(zip(LANGUAGES, _OWN[key], strict=True))


def worth_saying(unseen_s: float) -> int:
    """For how many seconds nothing has been seen; 0 while that is too short to be said."""
    return int(unseen_s) if unseen_s >= UNSEEN_S else 0


def unseen_words(seconds: int, why: Words) -> Words:
    """That nothing has been seen for so long, and why; just the reason where that is not worth saying."""
    if not seconds:
        return why
    key = "eye.gap" if seconds > GAP_S else "eye.unseen"
    return {code: text.format(n=seconds, why=why[code]) for code, text in own_words(key).items()}
