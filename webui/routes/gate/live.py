"""Answers that last as long as a page follows: their place is free as soon as the page has gone."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Response, request

from webui.door.door import PEER
from webui.table.guests import Following


def streamed(lines: Iterator[str], follower: Following) -> Response:
    """Server-sent events for a follower."""
    answer = Response(lines, content_type="text/event-stream; charset=utf-8")
    answer.headers["X-Accel-Buffering"] = "no"
    answer.call_on_close(follower.close)
    if (peer := request.environ.get(PEER)) is not None:  # the door notices at once, a server only when it writes
        peer.when_gone(follower.close)
    return answer
