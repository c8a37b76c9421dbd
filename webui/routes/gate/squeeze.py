"""Scripts, styles and words sent small; what holds secrets is sent as it is."""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import Final

from flask import Response, request

LEAST_BYTES: Final = 600
KINDS: Final = ("text/", "application/json", "application/manifest", "image/svg")


def squeezed(answer: Response) -> Response:
    """A static file as gzip where the browser takes that.

    Pages and answers are not squeezed: they carry tokens beside what others typed, and lengths tell.
    """
    if request.endpoint != "static" or answer.status_code != 200 or not (answer.mimetype or "").startswith(KINDS):
        return answer
    answer.vary.add("Accept-Encoding")
    if not request.accept_encodings["gzip"]:
        return answer
    answer.direct_passthrough = False
    data = answer.get_data()
    if len(data) < LEAST_BYTES:
        return answer
    etag, _ = answer.get_etag()
    answer.set_data(_small(data))
    answer.headers["Content-Encoding"] = "gzip"
    if etag:
        answer.set_etag(etag, weak=True)  # the same text in another form
    return answer


@lru_cache(maxsize=256)
def _small(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)
