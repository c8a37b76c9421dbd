"""Links to the replay of one match, for people who have no place at the table; the host makes and revokes them."""

from __future__ import annotations

import hmac
import secrets
import threading
from typing import Any, Final

from webui.record.disk.kept import KeptValue

MOST: Final = 500


class Shares:
    """At most one link for each match, under a word that cannot be guessed."""

    def __init__(self, kept: KeptValue | None = None) -> None:
        self._lock = threading.Lock()
        self._kept = kept or KeptValue()
        self._words = _as_kept(self._kept.read())

    def word(self, match: str) -> str | None:
        """The word of the match's link, where it has one."""
        with self._lock:
            return self._words.get(match)

    def make(self, match: str) -> str:
        """The word of the match's link, made where it has none."""
        with self._lock:
            if match not in self._words:
                self._words[match] = secrets.token_urlsafe(18)
                for oldest in list(self._words)[:-MOST]:
                    del self._words[oldest]
                self._kept.write(self._words)
            return self._words[match]

    def revoke(self, match: str) -> bool:
        """Let the match's link lead nowhere from now on; whether it had one."""
        with self._lock:
            had = self._words.pop(match, None) is not None
            if had:
                self._kept.write(self._words)
            return had

    def match(self, word: str) -> str | None:
        """The match that a link leads to."""
        asked = word.encode("utf-8", "replace")
        with self._lock:
            found = [match for match, known in self._words.items() if hmac.compare_digest(known.encode(), asked)]
        return found[0] if found else None


def _as_kept(value: Any) -> dict[str, str]:
    """The links of the last run; what cannot be read is gone."""
    good = isinstance(value, dict) and all(isinstance(part, str) for pair in value.items() for part in pair)
    return dict(value) if good else {}
