"""Makes a release as far as that needs no network: `python -m workshop.releasing [--try]`, called by `make release`.

It checks what has to be so, builds the wheel, looks into it, installs it alone and asks it for its version, and writes
its checksum. What must be done by hand afterwards is printed; docs/RELEASING.md explains it.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

HEAD: Final = re.compile(r"^## (\d+\.\d+\.\d+) \((unreleased|\d{4}-\d\d-\d\d)\)$", re.MULTILINE)
NEEDED: Final = ("webui/cli.py", "webui/static/shell/pages/table.js", "vision/icecult/models/cubes.onnx")
MOST_BYTES: Final = 10 << 20


class ReleaseError(Exception):
    """Something is not as it has to be for a release; the sentence says what to do."""


def main(argv: Sequence[str] | None = None) -> int:
    """Check, build, look; 1 where something is not so."""
    parser = argparse.ArgumentParser(prog="python -m workshop.releasing", description=__doc__)
    parser.add_argument("--try", dest="trying", action="store_true", help="an unreleased or changed checkout will do")
    parser.add_argument("--root", type=Path, default=Path.cwd(), help="the checkout (default: here)")
    args = parser.parse_args(argv)
    try:
        for line in release(args.root, args.trying):
            print(line, flush=True)
    except ReleaseError as error:
        print(f"no release: {error}", file=sys.stderr)
        return 1
    return 0


def release(root: Path, trying: bool) -> Iterator[str]:
    """Every step, as it is done."""
    version = checked_version(root, trying)
    yield f"version {version}: pyproject.toml and CHANGELOG.md agree"
    if not trying:
        checked_tree(root, version)
        yield "nothing uncommitted, and no such tag yet"
    wheel = built(root, version)
    yield f"built {wheel.relative_to(root)}, {wheel.stat().st_size / (1 << 20):.1f} MB, pure Python"
    yield f"installed alone it says: {said_by(wheel)}"
    total = hashlib.sha256(wheel.read_bytes()).hexdigest()
    (wheel.parent / "SHA256SUMS").write_text(f"{total}  {wheel.name}\n", encoding="utf-8")
    yield f"SHA-256 {total}, written to dist/SHA256SUMS"
    if trying:
        yield "this was a try: nothing else is to be done"
        return
    yield f"now: git tag -a v{version} -m 'icekeeper {version}' && git push origin v{version}, and put dist/ beside it"


def checked_version(root: Path, trying: bool) -> str:
    """The version that both files name."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = HEAD.search((root / "CHANGELOG.md").read_text(encoding="utf-8"))
    if found is None:
        raise ReleaseError("CHANGELOG.md has no head like '## 0.2.0 (2026-11-19)'")
    if found[1] != project["version"]:
        raise ReleaseError(f"pyproject.toml says {project['version']}, CHANGELOG.md {found[1]}; make them the same")
    if found[2] == "unreleased" and not trying:
        raise ReleaseError(f"CHANGELOG.md says {found[1]} is unreleased; write the day there, and commit")
    return found[1]


def checked_tree(root: Path, version: str) -> None:
    """Nothing uncommitted, and no such tag."""
    if changed := _git(root, "status", "--porcelain", "--untracked-files=no"):
        raise ReleaseError(f"uncommitted: {changed.splitlines()[0].strip()}; commit or undo it")
    if _git(root, "tag", "--list", f"v{version}"):
        raise ReleaseError(f"v{version} is tagged already; raise the version in pyproject.toml and CHANGELOG.md")


def built(root: Path, version: str) -> Path:
    """The wheel of what git knows, in dist/, after a look into it."""
    out = root / "dist"
    shutil.rmtree(out, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder)
        for name in filter(None, _git(root, "ls-files", "-z").split("\0")):
            if (root / name).is_file() and not name.startswith(("tests/", "bench/")):
                (source / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(root / name, source / name)
        words = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(out), "."]
        _pip(words, source)
    (wheel,) = out.glob("*.whl")
    if wheel.name != f"icekeeper-{version}-py3-none-any.whl":
        raise ReleaseError(f"expected a pure wheel of {version}, got {wheel.name}")
    names = zipfile.ZipFile(wheel).namelist()
    if missing := [name for name in NEEDED if name not in names]:
        raise ReleaseError(f"the wheel lacks {missing[0]}; see package-data in pyproject.toml")
    if wheel.stat().st_size > MOST_BYTES:
        raise ReleaseError(f"the wheel has {wheel.stat().st_size >> 20} MB; what is new and large in it?")
    return wheel


def said_by(wheel: Path) -> str:
    """What the command of the wheel alone says of its version."""
    with tempfile.TemporaryDirectory() as folder:
        _pip(["install", "--quiet", "--no-deps", "--no-index", "--target", folder, str(wheel)], wheel.parent)
        code = f"import sys; sys.path.insert(0, {folder!r}); from webui.cli import main; main(['--version'])"
        done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode or not done.stdout.strip():
        raise ReleaseError(f"the installed wheel does not start: {done.stderr.strip()[-300:]}")
    return done.stdout.strip()


def _pip(words: Sequence[str], folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pip", *words], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise ReleaseError(f"pip {words[0]} failed: {done.stderr.strip()[-300:]}")


def _git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ReleaseError(f"git {words[0]} failed: {done.stderr.strip()[-300:]}")
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
