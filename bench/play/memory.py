"""How much memory a process holds."""

from __future__ import annotations

from pathlib import Path


def resident_mb() -> float:
    """What this process has in the machine's memory; 0 where it cannot tell."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0
