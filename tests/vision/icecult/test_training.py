"""Training again: every command that it starts is a module of ours and goes on from a network that is shipped."""

from __future__ import annotations

import importlib.util
import tarfile
from pathlib import Path

from vision.icecult.lab.farm import Order, picture_path, seeds_to_do
from vision.icecult.lab.trace import Quality
from vision.icecult.train.lease import BOARD, LESSON, READER, STRANGE, jobs, pack_pictures


def test_every_network_is_trained_from_the_one_that_is_shipped(tmp_path: Path) -> None:
    commands = jobs(tmp_path, 0.0, [tmp_path / "lesson"], None)
    assert set(commands) == {*READER, *BOARD}
    for net, command in commands.items():
        start = Path(command[command.index("--start") + 1])
        assert (start if start.suffix else start / f"{net}.onnx").is_file()
        assert importlib.util.find_spec(command[command.index("-m") + 1]) is not None


def test_what_measures_is_never_learned_from() -> None:
    assert not set(STRANGE) & set(LESSON)


def test_pictures_to_take_home_come_with_their_truth(tmp_path: Path) -> None:
    order = Order(tmp_path, range(2), 1, 1.0, Quality())
    for seed in seeds_to_do(order):
        picture_path(tmp_path, seed, "json").write_text("{}")
    picture_path(tmp_path, 1).write_bytes(b"picture")
    pack_pictures(sorted(tmp_path.glob("*.json")), tmp_path / "out.tar.gz")
    with tarfile.open(tmp_path / "out.tar.gz") as tar:
        assert sorted(tar.getnames()) == [picture_path(tmp_path, 1).name, picture_path(tmp_path, 1, "json").name]
