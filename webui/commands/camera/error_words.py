"""Why a command for the camera cannot go on, in the language that was asked for; English errors say more themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from calibration.bounds import PictureError
from calibration.errors import CoveredError, NotFoundError, SetError
from calibration.profile import ProfileError, ShapeError
from engine.core.errors import IcekeeperError
from engine.core.wording import filled, spaced
from vision.sources.opening import SourceError
from webui.commands.camera.brought import Brought

_LANGUAGES: Final = ("de", "fr", "it")
_WORDS: Final[Mapping[type[IcekeeperError], tuple[str, str, str]]] = {
    SourceError: (
        "{file}: keine Bilder zu bekommen; nötig ist eine Kameranummer, ein Film, ein Ordner, eine Adresse oder `demo`",
        "{file} : aucune image à obtenir ; indiquez un numéro de caméra, un film, un dossier, une adresse ou `demo`",
        "{file}: nessuna immagine; indicate un numero di telecamera, un film, una cartella, un indirizzo o `demo`",
    ),
    CoveredError: (
        "Kein Spielfeld gefunden, solange eine Hand oder ein Arm im Bild ist; nimm sie weg.",
        "Aucun plateau trouvé tant qu’une main ou un bras est dans l’image ; retirez-le.",
        "Nessun tabellone trovato finché una mano o un braccio è nell’immagine; toglietelo.",
    ),
    ShapeError: (
        "Das Bild hat eine andere Größe als das Profil des Tisches; `icekeeper calibrate` wiederholen.",
        "L’image n’a pas la taille prévue par le profil de la table ; relancez `icekeeper calibrate`.",
        "L’immagine ha una dimensione diversa da quella del profilo del tavolo; ripetete `icekeeper calibrate`.",
    ),
    ProfileError: (
        "{file}: kein brauchbares Profil eines Tisches; mit `icekeeper calibrate` ein neues machen",
        "{file} : pas de profil de table utilisable ; faites-en un avec `icekeeper calibrate`",
        "{file}: non è un profilo di tavolo utilizzabile; fatene uno con `icekeeper calibrate`",
    ),
    SetError: (
        "{file}: kein brauchbarer Satz; mit `icekeeper meet` noch einmal kennenlernen",
        "{file} : pas de jeu utilisable ; faites-le connaître à nouveau avec `icekeeper meet`",
        "{file}: non è un set utilizzabile; fatelo conoscere di nuovo con `icekeeper meet`",
    ),
    PictureError: (
        "{file}: kein brauchbares Foto eines Tisches; ein scharfes, helles Bild als JPEG oder PNG geben",
        "{file} : pas de photo de table utilisable ; donnez une image nette et claire en JPEG ou PNG",
        "{file}: non è una foto di tavolo utilizzabile; date un’immagine nitida e chiara in JPEG o PNG",
    ),
}
"""What can be wrong -> German, French, Italian; the narrower before the wider."""


def said(error: IcekeeperError, language: str, game: Brought) -> str:
    """The error in this language, as far as there are words for it."""
    file, colon, _ = str(error).partition(": ")
    if not colon or language not in _LANGUAGES:
        return str(error)
    texts = next((texts for kind, texts in _WORDS.items() if isinstance(error, kind)), None)
    if texts is None:
        return spaced(game.not_found(language), language) if isinstance(error, NotFoundError) else str(error)
    return filled(texts[_LANGUAGES.index(language)], language, {"file": file})
