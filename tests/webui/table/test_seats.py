"""Codes hand out seats once; spectators may be many."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from webui.table.seats import Role, Seats, new_code
from webui.table.upkeep.rate import ADDRESSES, RateLimit


def test_a_seats_code_works_once() -> None:
    seats = Seats()
    code = seats.invitation().seat
    assert seats.join(code) is Role.SEAT
    assert seats.join(code) is Role.STRANGER
    assert seats.join(seats.invitation().seat) is Role.SEAT


def test_the_watching_code_works_for_many_and_never_gives_a_seat() -> None:
    seats = Seats()
    code = seats.invitation().watch
    assert {seats.join(code) for _ in range(50)} == {Role.SPECTATOR}


def test_codes_may_be_typed_small_and_with_gaps() -> None:
    seats = Seats()
    code = seats.invitation().seat.lower()
    assert seats.join(f" {code[:3]}-{code[3:]} ") is Role.SEAT


def test_codes_have_no_look_alikes() -> None:
    assert not set("".join(new_code() for _ in range(200))) & set("01OIL")


@given(st.text(max_size=20))
def test_no_other_text_opens_the_door(text: str) -> None:
    seats = Seats()
    known = {seats.invitation().seat, seats.invitation().watch}
    if text.strip().upper().replace(" ", "").replace("-", "") not in known:
        assert seats.join(text) is Role.STRANGER


def test_who_may_do_what() -> None:
    assert [role.value for role in Role if role.acts] == ["host", "seat"]
    assert [role.value for role in Role if role.sees] == ["host", "seat", "spectator"]


def test_a_rate_limit_allows_a_burst_and_then_the_steady_rate() -> None:
    now = [0.0]
    limit = RateLimit(2.0, 5.0, clock=lambda: now[0])
    assert [limit.allows("a") for _ in range(6)] == [True] * 5 + [False]
    now[0] = 1.0
    assert [limit.allows("a") for _ in range(3)] == [True, True, False]
    assert limit.allows("b"), "another address has its own"


def test_a_rate_limit_forgets_the_silent_ones() -> None:
    limit = RateLimit(1.0, 1.0, clock=lambda: 0.0)
    assert all(limit.allows(str(number)) for number in range(ADDRESSES + 50))
    assert not limit.allows(str(ADDRESSES + 49)), "who came last is remembered"
    assert not limit.allows("50"), "and so is the first of as many as there is room for"
    assert limit.allows("49"), "the one before it is not"
