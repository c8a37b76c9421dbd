"""How questions and answers of the commands look, one JSON object on each line."""

from __future__ import annotations

from typing import Final

LINES: Final = {
    "judge": """
  {"state": STATE, "turn": ["Nn", "Ee", "yE0@NE"], "set": SET, "house": HOUSE, "players": "ryg"}
  {"legal": true, "winners": "", "next": STATE}
  {"legal": false, "rule": "missed-arrow", "at": 3, "text": "...", "owed": ["gW0@NW"]}

example:
  echo '{"turn": ["Nn", "Ee"], "state": {"cubes": {"NW": "UN", "NE": "UN", "SE": "UN", "SW": "UN"},
    "paths": {"N": ["","","","",""], "E": ["","","","",""], "S": ["","","","",""], "W": ["","","","",""]},
    "start": "rrrrryyyyygggggbbbbb", "goal": {"N": "", "E": "", "S": "", "W": ""}, "to_move": "r"}}' \\
    | tr -d '\\n' | icekeeper judge
""",
    "ends": """
  {"state": STATE, "set": SET, "house": HOUSE, "players": "ryg"}
  {"count": 1336, "states": [[STATE, ""], [STATE, "r"], ...]}

Beside each state stand the winners.
""",
    "explain": """
  {"before": STATE, "after": STATE, "set": SET, "house": HOUSE, "players": "ryg"}
  {"legal": true, "turn": ["Nn", "Ee", "yE0@NE"], "winners": "", "others": 0}
  {"legal": false, "rule": "pawn-far", "text": "...", "violations": [{"rule": ..., "text": ...}], "turn": [...]}
  {"legal": null, "text": "...", "open": ["W3"], "turn": [...], "question": {...}}

`after` may be known in part: a cube may be a list of poses, null, what is seen of it
({"symbol": "circle", "facing": null}) or another slot's cube ("NE:UN"); a space null or "?rg"; start and goals null.
With "over": false the turn may still be going on.
""",
}
"""Question -> lines as they may be asked and answered."""
