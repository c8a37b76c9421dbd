"""`icekeeper watch` on the virtual table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice

import pytest

from vision.frame import Frame
from webui.cli import main
from webui.icecult.demo import DemoTable


def test_stopping_in_the_middle_of_a_turn_judges_nobody(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(table: DemoTable) -> Iterator[Frame]:
        yield from islice(table.source.frames(), 60)
        raise KeyboardInterrupt

    monkeypatch.setattr(DemoTable, "frames", interrupted)
    assert main(["watch", "demo", "--json"]) != 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert said == [{"end": {"winners": "", "how": "stopped"}}]
