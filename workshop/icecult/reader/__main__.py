"""Train all the reader needs and ship it: `python -m workshop.icecult.reader --frames DIR [DIR ...] [--minutes 6]`."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from vision.icecult.read.networks import MODELS

HERE = Path(__file__).resolve().parent
NETS = ("stacks", "rims", "bands", "pawns", "covers", "cubes")


def main() -> int:
    """Train the networks one after the other, put them into whole numbers, then temper their confidences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=Path, nargs="+", required=True, help="folders of pictures with truth")
    parser.add_argument("--weights", type=Path, default=HERE / "weights", help="where the trained networks go")
    parser.add_argument("--out", type=Path, default=MODELS, help="where those that are used go")
    parser.add_argument("--minutes", type=float, default=6.0, help="for each network; on a large GPU 6 is enough")
    args = parser.parse_args()
    frames = ["--frames", *map(str, args.frames)]
    jobs = [
        ["reader", "--net", net, "--minutes", str(args.minutes), "--out", str(args.weights), *frames] for net in NETS
    ]
    jobs.append(["ship", "--nets", *NETS, "--weights", str(args.weights), "--out", str(args.out), *frames])
    jobs.append(["temper", "--answers", str(args.weights), "--out", str(args.out / "reader.json"), *frames])
    for job in jobs:
        command = [sys.executable, "-m", f"workshop.icecult.reader.{job[0]}", *job[1:]]
        status = subprocess.run(command, check=False).returncode
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
