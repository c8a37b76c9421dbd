"""What the commands for a camera show below their options at a table of ICE CULT, and say where none is found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

HELPS: Final[Mapping[str, str]] = {
    "calibrate": """
The board is found by itself (--auto), from its four tips in the order N E S W (--tips), or with the printed cards
(--markers): with fewer than four cards in view it is found by itself, and the cards say which path is north.

  icekeeper calibrate table.jpg --auto --out table.json --overlay proof.png
  icekeeper calibrate table.jpg --tips "833,141 1032,564 413,693 390,212" --out table.json
  icekeeper calibrate table.jpg --markers --out table.json
""",
    "read": "",
    "watch": """
A film or folder is seen frame by frame; when it ends, the turn in progress is over and judged. Without --set (and
without a set in the profile) the cubes are learned while watching. Questions are answered by typing the number; without
a terminal they are logged and left open. A camera that is knocked a little is followed; a board that is gone is said.

  icekeeper watch 0 --table table.json --set set.json --players ryg --log match.jsonl
  icekeeper watch demo
""",
    "meet": """
Set the table up for a match and let the camera see all of it. First the board is found and measured, then you are asked
to stack the five pawns of one colour on a space, then to make twelve tilts. Each step goes on by itself. North is the
path that leads up the picture.

  icekeeper meet 0 --out set.json --table-out table.json
  icekeeper meet demo                   (a virtual table, to try it; its set goes to demo-set.json)
""",
    "learn-set": """
Without pictures the twelve tilts are printed. With --camera the table is watched: make the tilt that is asked for, take
your hand away, and go on when it says so; a wrong tilt is named, the set-up position begins anew.

  icekeeper learn-set --camera 0 --table table.json --out set.json
  icekeeper learn-set 0.jpg 1.jpg ... 12.jpg --table table.json --out set.json
""",
    "markers": """
Print at 100 % (the ruler on the sheet must be 100 mm long), cut the cards out, lay each beyond the tip of its path with
the arrow at the tip, and take a photograph:

  icekeeper markers --out markers.pdf
  icekeeper calibrate table.jpg --markers --out table.json
""",
}
"""Command -> examples."""

NOT_FOUND: Final[Mapping[str, str]] = {
    "de": "Kein Spielfeld sicher gefunden; zeig alle vier Eispfade ganz und bei gutem Licht, oder nenne ihre "
    "Spitzen mit --tips.",
    "fr": "Aucun plateau trouvé avec certitude ; montrez les quatre chemins en entier et bien éclairés, ou indiquez "
    "leurs pointes avec --tips.",
    "it": "Nessun tabellone trovato con certezza; mostrate i quattro sentieri per intero e ben illuminati, o indicate "
    "le loro punte con --tips.",
}
"""Said where no board was found for certain; the English error says more itself."""
