"""The local network as this page sees it: a thread of its own tells where the page is and listens for clubs.

It speaks multicast DNS through `zeroconf` (the extra `lan`); without that package nothing is told and nothing found.
Nothing here ever joins anything.
"""

from __future__ import annotations

import importlib.util
import logging
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from webui.door.places import is_this_machine, lan_address
from webui.nearby.told import CLUB, FoundClub, Told

if TYPE_CHECKING:
    from zeroconf import ServiceBrowser, ServiceInfo, Zeroconf

log = logging.getLogger(__name__)

LOOK_S: Final = 2.0
"""So often it is looked whether the name and the addresses still are what was told."""
ANSWER_MS: Final = 1000
"""So long is waited for somebody who has a name already."""
MOST_NAMES: Final = 99
IPV4_BYTES: Final = 4
MOST_CLUBS: Final = 20


def possible() -> bool:
    """Whether the part that is needed is installed."""
    return importlib.util.find_spec("zeroconf") is not None


def own_addresses() -> tuple[str, ...]:
    """Under which others in the network reach this machine; none where there is no network."""
    found = lan_address()
    if not is_this_machine(found):
        return (found,)
    import ifaddr

    every = (str(one.ip) for adapter in ifaddr.get_adapters() for one in adapter.ips if one.is_IPv4)
    return tuple(sorted(one for one in every if not is_this_machine(one)))  # as where this machine is the access point


class Neighbourhood:
    """Tells of a page and finds clubs until stopped; stopping twice is harmless."""

    def __init__(
        self,
        interfaces: Sequence[str] | None = None,
        addresses: Callable[[], tuple[str, ...]] = own_addresses,
        look_s: float = LOOK_S,
        answer_ms: int = ANSWER_MS,
    ) -> None:
        self._look_s, self._answer_ms = look_s, answer_ms
        self._told: Told | None = None
        self.named: Callable[[str], None] = lambda name: None
        """Called with every name under which the page is found."""
        self.found: Callable[[FoundClub], None] = lambda club: None
        """Called with every club that is found."""
        self._interfaces, self._addresses = interfaces, addresses
        self._clubs: dict[str, FoundClub] = {}
        self._lock, self._stopping = threading.Lock(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="nearby", daemon=True)
        self.name = ""
        """The name under which the page is found now, such as icekeeper.local; none while there is none."""

    @property
    def clubs(self) -> list[FoundClub]:
        """The clubs that tell of themselves now, each once however many pages it has."""
        with self._lock:
            return sorted({club.address(): club for club in self._clubs.values()}.values(), key=lambda one: one.title)

    def start(self, told: Told | None = None) -> None:
        """Begin to listen and to tell of this page, where the part that is needed is installed."""
        if possible() and not self._thread.is_alive() and not self._stopping.is_set():
            self._told = told
            self._thread.start()

    def stop(self) -> None:
        """Say goodbye and stop."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(4 * LOOK_S)

    def _run(self) -> None:
        """One stay in the network after the other: it may come late, go, and give other addresses."""
        import zeroconf

        logging.getLogger("zeroconf").setLevel(logging.ERROR)
        while not self._stopping.is_set():
            try:
                self._stay(self._addresses())
            except (OSError, zeroconf.Error) as error:
                log.debug("nothing can be told in the network: %s", error)
            except Exception:  # whatever it is, the page goes on
                log.exception("the neighbourhood failed")
            self.name = ""
            with self._lock:
                self._clubs.clear()
            self._stopping.wait(self._look_s)

    def _stay(self, addresses: tuple[str, ...]) -> None:
        """Tell and listen as long as this machine has these addresses."""
        from zeroconf import InterfaceChoice, IPVersion, Zeroconf

        if not addresses:
            return
        chosen = InterfaceChoice.All if self._interfaces is None else list(self._interfaces)
        network = Zeroconf(interfaces=chosen, ip_version=IPVersion.V4Only)
        try:
            browser = self._browser(network)
            told, known = self._told, set(addresses)
            names = iter(()) if told is None else self._names_free(network, told, known)
            while not self._stopping.is_set() and set(self._addresses()) == known:
                free = next(names, None) if not self.name or self._taken_too(network, addresses) else None
                if free is not None and told is not None and not self._stopping.is_set():
                    self._tell(network, told, free, addresses)
                self._stopping.wait(self._look_s)
            browser.cancel()
        finally:
            network.close()

    def _names_free(self, network: Zeroconf, told: Told, own: set[str]) -> Iterator[str]:
        """Names nobody else has, in their order; whatever else runs on this machine may share one."""
        from zeroconf import AddressResolverIPv4  # type: ignore[attr-defined]  # public since 0.131, not in its list

        for number in range(1, MOST_NAMES + 1):
            name = f"{told.name}.local" if number == 1 else f"{told.name}-{number}.local"
            asked = AddressResolverIPv4(f"{name}.")
            asked.request(network, self._answer_ms)
            if self._stopping.is_set() or set(asked.parsed_addresses()) <= own:
                yield name

    def _tell(self, network: Zeroconf, told: Told, name: str, addresses: tuple[str, ...]) -> None:
        """Tell of the page under this name, no more under the one before."""
        from zeroconf import ServiceInfo

        network.unregister_all_services()
        service = ServiceInfo(
            told.kind,
            f"{told.label}.{told.kind}",
            port=told.port,
            parsed_addresses=list(addresses),
            properties=dict(told.more),
            server=f"{name}.",
        )
        network.register_service(service, allow_name_change=True)
        self.name = name
        self.named(name)

    def _taken_too(self, network: Zeroconf, addresses: tuple[str, ...]) -> bool:
        """Whether somebody took the same name at the same moment and stays: of two, the lower address does."""
        records = network.cache.entries_with_name(f"{self.name}.")
        heard = {bytes(address) for one in records if len(address := getattr(one, "address", b"")) == IPV4_BYTES}
        own = {socket.inet_aton(one) for one in addresses}
        return any(other < min(own) for other in heard - own)

    def _browser(self, network: Zeroconf) -> ServiceBrowser:
        """Listens for clubs."""
        from zeroconf import ServiceBrowser, ServiceListener

        outer = self

        class Heard(ServiceListener):
            """What the browser calls, on a thread of its own."""

            def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
                outer._come(name, zc.get_service_info(type_, name))

            update_service = add_service

            def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None:
                with outer._lock:
                    outer._clubs.pop(name, None)

        return ServiceBrowser(network, CLUB, Heard())

    def _come(self, name: str, service: ServiceInfo | None) -> None:
        """A club tells of itself, or tells anew."""
        addresses = [] if service is None else service.parsed_addresses()
        if service is None or not addresses:
            return
        said = {key: value or "" for key, value in service.decoded_properties.items()}
        club = FoundClub.of(name.removesuffix(f".{CLUB}"), addresses[0], said)
        with self._lock:
            known = self._clubs.get(name)
            if club is not None and (known is not None or len(self._clubs) < MOST_CLUBS):
                self._clubs[name] = club
        if club is not None and known is None:
            self.found(club)


def look(for_s: float, one: Neighbourhood | None = None) -> list[FoundClub]:
    """The clubs that tell of themselves within this time; none where the part that is needed is missing."""
    nearby = Neighbourhood() if one is None else one
    nearby.start()
    threading.Event().wait(for_s if possible() else 0)
    found = nearby.clubs
    nearby.stop()
    return found
