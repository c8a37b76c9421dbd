"""JSON from anywhere: a value, or one sentence that says why it is none."""

from __future__ import annotations

import json
from typing import Any, Final

from engine.core.errors import NotationError

DEEPEST: Final = 64
"""Nothing of ours is nested so deep; what is deeper would end in other places, where nobody expects it."""


def parsed(text: str | bytes) -> Any:
    """The value that a JSON text stands for; a NotationError for any other text, and for one nested too deep."""
    try:
        value = json.loads(text)
    except RecursionError:
        raise NotationError("nested too deep") from None
    except UnicodeDecodeError as error:
        raise NotationError(f"expected UTF-8 text, got byte {error.object[error.start]:#04x}") from None
    except json.JSONDecodeError as error:
        raise NotationError(f"not JSON from line {error.lineno}, letter {error.colno} on") from None
    except ValueError:  # a number of thousands of digits
        raise NotationError("a number with too many digits") from None
    if _is_deeper(value, DEEPEST):
        raise NotationError("nested too deep")
    return value


def _is_deeper(value: Any, most: int) -> bool:
    """Whether more than so many lists and objects lie in each other."""
    level = [value]
    for _ in range(most + 1):
        lists = [one for one in level if isinstance(one, list)]
        level = [inner for one in level if isinstance(one, dict) for inner in one.values()]
        level += [inner for one in lists for inner in one]
        if not level:
            return False
    return True
