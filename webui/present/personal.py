"""The table's view for one device: what its player may see, and nothing that only another one may."""

from __future__ import annotations

from webui.play.whole import play_of
from webui.record.events import Json
from webui.table.colours import Colours


def personal(view: Json | None, device: str, colours: Colours) -> Json | None:
    """The view for a device ("" for one that is nobody's own), with whose it is and who else has one."""
    if view is None:
        return None
    match_id = view["match"]["id"]
    colour, phones = colours.of(match_id, device), colours.phones(match_id)
    seen = play_of(view["match"]["game"]).seen_by(view, colour, phones, device)
    return {**seen, "you": colour, "phones": phones}
