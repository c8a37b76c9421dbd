"""What an event is, and what may be written.

Texts without control characters, names in one spelling, values of the kind a field wants.
"""

from __future__ import annotations

import dataclasses
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Final

from engine.core.errors import IcekeeperError

Json = dict[str, Any]
"""A JSON object in one of the forms of docs/FORMATS.md."""


class EventError(IcekeeperError):
    """A record that is not an event of this version."""


class LaterError(EventError):
    """An event of a kind, or with fields, that only a later version knows."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened; never changed once written."""

    kind: ClassVar[str] = ""
    at: float

    def to_json(self) -> Json:
        """The event with its kind, as it is stored."""
        fields = {f.name: _plain(getattr(self, f.name)) for f in dataclasses.fields(self)}
        return {"kind": self.kind, **fields}


_BLANKS: Final = dict.fromkeys((*range(0x09, 0x0E), *range(0x1C, 0x20), 0x85, 0x2028, 0x2029), " ")
_CONTROL: Final = dict.fromkeys((*range(0x20), *range(0x7F, 0xA0))) | _BLANKS
"""Control characters go; those that part words or lines leave a blank."""


def clean(text: str) -> str:
    """The text without control characters and halves of letters (lone surrogates): some page or database takes none."""
    return text.encode("utf-8", "replace").decode().translate(_CONTROL)


def spelled(name: str) -> str:
    """The name of a person with each letter written in the usual way (NFC), and without spare blanks."""
    return " ".join(unicodedata.normalize("NFC", name).split())


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """What all spellings of one name have in common: without case, spare blanks and ways to write the same letter."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def once(names: Iterable[str]) -> list[str]:
    """Each name once, as it is spelled first."""
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(folded(name), name)
    return list(found.values())


def cleaned(value: Any) -> Any:
    """Texts cleaned, however deep."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, Mapping):
        return {cleaned(key): cleaned(each) for key, each in value.items()}
    return type(value)(cleaned(each) for each in value) if isinstance(value, list | tuple) else value


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e15


FITS: Final[Mapping[str, Callable[[Any], bool]]] = {
    "float": _number,
    "int": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "bool": lambda value: isinstance(value, bool),
    "str": lambda value: isinstance(value, str),
    "Json": lambda value: isinstance(value, Mapping),
    "tuple[str, ...]": lambda value: isinstance(value, tuple) and all(isinstance(each, str) for each in value),
    "tuple[Json, ...]": lambda value: isinstance(value, tuple) and all(isinstance(each, Mapping) for each in value),
}
"""The annotation of a field -> whether a value is of its kind."""


def _plain(value: Any) -> Any:
    """Tuples as lists, everything else as it is."""
    return list(value) if isinstance(value, tuple) else value
