"""How questions and answers of the commands look, one JSON object on each line."""

from __future__ import annotations

from typing import Final

LINES: Final = {
    "judge": """
  {"state": STATE, "turn": ["melt c4", "keep"], "set": SET, "house": HOUSE, "players": "rb"}
  {"legal": true, "done": false, "wants": "act", "who": "r", "points": 3, "table": STATE, ...}
  {"legal": false, "rule": "melt-not-adjacent", "at": 0, "text": "..."}

A turn without `done` is answered with what it waits for.
""",
    "legal": """
  {"state": STATE, "turn": ["melt c4", "keep"], "set": SET, "house": HOUSE, "players": "rb"}
  {"wants": "act", "who": "r", "points": 3, "count": 17, "legal": ["build c3", "done", ...]}

turn (the words so far) may be left out; where they are not legal the answer is an error.
""",
    "score": """
  {"state": STATE, "house": HOUSE, "players": "rb"}
  {"winners": "r", "scores": {"r": 31, "b": 22}, "players": {...}, "islands": [...]}
""",
    "explain": """
  {"before": STATE, "after": STATE, "set": SET, "house": HOUSE, "players": "rb"}
  {"legal": true, "turn": ["melt c4", "keep", "done"], ...}

`after` may have '?' in its board, null spaces, `fish?`, `fox?` and numbers for hands; "turn" names the words that are
known.
""",
}
"""Question -> lines as they may be asked and answered."""
