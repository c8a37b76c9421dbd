"""A disk that fails at a chosen write: a small library loaded before all others stands in for the system's writes.

The n-th write or sync of a record, counted from the start of a process, is refused (no space, read-only, an error of
the device), for as many writes as wanted, or done in half and followed by a kill. It is compiled when it is needed.
"""

from __future__ import annotations

import ctypes
import errno
import shutil
import subprocess
from pathlib import Path
from typing import Final

from engine.core.errors import IcekeeperError

TORN: Final = "torn"
KINDS: Final = {"full": errno.ENOSPC, "read-only": errno.EROFS, "failing": errno.EIO, TORN: 0}
_SOURCE: Final = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long done;

void count_from_here(void) { done = 0; }

static long asked(const char *name) { const char *text = getenv(name); return text ? atol(text) : 0; }

static int of_a_record(int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size < 0) return 0;
    path[size] = 0;
    return strstr(path, ".sqlite") != 0;
}

static int struck(int fd) {
    if (!of_a_record(fd)) return 0;
    long number = ++done, first = asked("DISK_FAILS_AT");
    return first && number >= first && number < first + asked("DISK_FAILS_FOR");
}

static int refused(void) {
    if (!asked("DISK_FAILS_WITH")) kill(getpid(), SIGKILL);
    errno = (int)asked("DISK_FAILS_WITH");
    return -1;
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
    ssize_t (*real)(int, const void *, size_t, off64_t) = dlsym(RTLD_NEXT, "pwrite64");
    if (!struck(fd)) return real(fd, data, size, at);
    if (!asked("DISK_FAILS_WITH")) real(fd, data, size / 2, at);
    return refused();
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t at) { return pwrite64(fd, data, size, at); }

int fdatasync(int fd) {
    int (*real)(int) = dlsym(RTLD_NEXT, "fdatasync");
    return struck(fd) ? refused() : real(fd);
}

int fsync(int fd) {
    int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
    return struck(fd) ? refused() : real(fd);
}

int ftruncate64(int fd, off64_t size) {
    int (*real)(int, off64_t) = dlsym(RTLD_NEXT, "ftruncate64");
    return struck(fd) ? refused() : real(fd, size);
}
"""


def compiled(folder: Path) -> Path:
    """The library, made in this folder."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise IcekeeperError("expected a C compiler (cc) to let the disk fail at every write; install gcc")
    source, library = folder / "disk.c", folder / "disk.so"
    source.write_text(_SOURCE)
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    return library


def failing(kind: str, at: int, lasts: int) -> dict[str, str]:
    """The environment of a process whose disk fails in this way from its `at`-th write on, for so many writes."""
    return {"DISK_FAILS_AT": str(at), "DISK_FAILS_FOR": str(lasts), "DISK_FAILS_WITH": str(KINDS[kind])}


def count_from_here() -> None:
    """Let the next write be the first, in a process with the library."""
    ctypes.CDLL(None).count_from_here()
