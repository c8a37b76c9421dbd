"""The page is found by name: one name for each machine, in the certificate too, and no other name is answered."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing

import pytest
from zeroconf import ServiceInfo, Zeroconf

from tests.waiting import until
from tests.webui.door.test_https import shown
from tests.webui.making import Page, parts_for
from tests.webui.nearby.tables import NAME, club_told, machine, neighbourhood
from webui.door.certificates import Certificates
from webui.door.places import is_shared
from webui.nearby.told import TABLE, FoundClub, Told

pytestmark = pytest.mark.slow


def told(title: str = "Table 1") -> Told:
    """What a table's page tells."""
    return Told(TABLE, NAME, title, 8765)


def service(title: str, within_ms: int = 3000) -> ServiceInfo | None:
    """What somebody else in the network hears of a table."""
    with closing(Zeroconf(interfaces=["127.0.0.1"])) as other:
        return other.get_service_info(TABLE, f"{title}.{TABLE}", within_ms)


def test_a_page_is_found_under_its_name_with_its_address_and_port() -> None:
    with machine("127.0.0.2", told("Stammtisch 3.1")) as one:
        until(lambda: one.name)
        heard = service("Stammtisch 3 1")
        assert heard is not None
        assert (heard.server, heard.port, heard.parsed_addresses()) == (f"{NAME}.local.", 8765, ["127.0.0.2"])
    assert one.name == ""
    assert service("Stammtisch 3 1", within_ms=1000) is None


def test_a_name_that_is_taken_gets_a_number_and_this_machine_may_share_its_own() -> None:
    with machine("127.0.0.2", told()) as one:
        until(lambda: one.name)
        with machine("127.0.0.3", told()) as two, machine("127.0.0.2", told("Table 2")) as beside:
            until(lambda: two.name == f"{NAME}-2.local")  # on a busy machine it may have had the other for a moment
            until(lambda: beside.name == f"{NAME}.local")


def test_two_that_take_a_name_at_the_same_moment_end_with_one_each() -> None:
    with machine("127.0.0.2", told("Table 1")) as one, machine("127.0.0.3", told("Table 2")) as two:
        until(lambda: {one.name, two.name} == {f"{NAME}.local", f"{NAME}-2.local"})


def test_the_certificate_names_the_page_as_it_is_found() -> None:
    certificates = Certificates()
    shown(certificates, "127.0.0.1", "icekeeper.local")
    certificates.found_as = lambda: "icekeeper-3.local"
    kept = shown(certificates, "127.0.0.1", "icekeeper-3.local")
    certificates.found_as = str
    assert shown(certificates, "127.0.0.1", "icekeeper.local") == kept


def test_a_certificate_from_before_is_made_anew_with_the_name() -> None:
    certificates = Certificates()
    before = shown(certificates, "127.0.0.1")
    certificates.found_as = lambda: "icekeeper-2.local"
    assert shown(certificates, "127.0.0.1", "icekeeper-2.local") != before


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("icekeeper.local", True),
        ("ICEKEEPER-12.local", True),
        ("icekeeper-club.local", True),
        ("icekeeper.local.evil.example", False),
        ("icekeeper-.local", False),
        ("icekeeper-0.local", False),
        ("icekeeper-200.local", False),
        ("icekeeper.example", False),
        ("evil-icekeeper.local", False),
    ],
)
def test_the_page_answers_to_its_name_and_to_no_other(host: str, ours: bool) -> None:
    assert is_shared(host) is ours
    parts = parts_for()
    page = Page(parts)
    assert page.get("/help", base_url=f"http://{host}:8765").status_code == (200 if ours else 403)
    parts.hub.close()
    parts.store.close()


def test_the_invitation_says_the_name() -> None:
    with machine("127.0.0.2", told()) as nearby:
        until(lambda: nearby.name)
        parts = parts_for(lan=True, nearby=nearby)
        asked = Page(parts).get("/api/invitation").get_json()
        assert asked["name"] == f"https://{NAME}.local:8765"
        usual = Page(parts).get("/api/invitation", base_url="https://localhost").get_json()
        assert usual["name"] == f"https://{NAME}.local"
        assert usual["seat"]["link"].split("/join")[0].count(":") == 1
        parts.hub.close()
        parts.store.close()


@pytest.mark.parametrize(
    "said",
    [
        {"port": "0", "user": "icekeeper", "database": "icekeeper"},
        {"port": "99999", "user": "icekeeper", "database": "icekeeper"},
        {"port": "5432", "user": "", "database": "icekeeper"},
        {"port": "5432", "user": "a:b", "database": "icekeeper"},
        {"port": "5432", "user": "icekeeper", "database": "x?sslmode=disable"},
        {"port": "5432", "user": "icekeeper", "database": "icekeeper", "host": "one,two"},
        {"port": "5432", "user": "icekeeper", "database": "icekeeper", "host": "/tmp"},
        {},
    ],
)
def test_nonsense_that_somebody_tells_is_no_club(said: dict[str, str]) -> None:
    assert FoundClub.of("Club", "192.168.1.5", said) is None


def test_what_is_told_of_a_club_reaches_a_table_that_came_before_it_and_goes_with_it() -> None:
    record = (("port", "5432"), ("user", "icekeeper"), ("database", "icekeeper"))
    with machine("127.0.0.3") as table:
        with machine("127.0.0.2", club_told(*record)):
            until(lambda: [one.address() for one in table.clubs if one.title == NAME])
            (club,) = [one for one in table.clubs if one.title == NAME]
            assert club.address() == "postgresql://icekeeper@127.0.0.2:5432/icekeeper"
        until(lambda: not [one for one in table.clubs if one.title == NAME])


def test_without_the_extra_all_works_as_before() -> None:
    """In a process of its own in which the package cannot be found."""
    code = (
        "import sys; sys.modules['zeroconf'] = None; sys.modules['ifaddr'] = None\n"
        "from tests.webui.making import Page, parts_for\n"
        "from webui.nearby.neighbourhood import Neighbourhood, look\n"
        "nearby = Neighbourhood(); nearby.start(); nearby.stop()\n"
        "page = Page(parts_for(lan=True, nearby=nearby))\n"
        "print(page.get('/api/club').get_json(), repr(page.get('/api/invitation').get_json()['name']), look(9))\n"
        "from webui.cli import main\n"
        "print(main(['play', '--club', 'nearby', '--port', '0']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines() == ["{'club': None, 'finds': False, 'found': []} '' []", "1"]
    assert "pip install 'icekeeper[lan]'" in done.stderr


def test_a_machine_without_a_network_tells_nothing_until_there_is_one() -> None:
    here: list[str] = []
    one = neighbourhood(lambda: tuple(here))
    one.start(told())
    try:
        assert one.name == ""
        here.append("127.0.0.2")
        assert until(lambda: one.name) == f"{NAME}.local"
    finally:
        one.stop()
