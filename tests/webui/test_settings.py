"""Settings have bounds, and unknown ones are refused by name."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from webui.settings import Settings, SettingsError, default_store


def test_every_setting_has_its_line_of_help() -> None:
    assert all(one.metadata["help"] for one in fields(Settings))


@pytest.mark.parametrize(("name", "value"), [("port", 70000), ("port", -1), ("spectators", 0), ("workers", True)])
def test_a_setting_out_of_bounds_is_refused(name: str, value: object) -> None:
    with pytest.raises(SettingsError, match=f"setting {name}: expected"):
        Settings.from_mapping({name: value})


def test_an_unknown_setting_is_refused_by_name() -> None:
    with pytest.raises(SettingsError, match="'prot'"):
        Settings.from_mapping({"prot": 1})


def test_matches_are_kept_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_store() == Path("/data/icekeeper/matches.sqlite")
