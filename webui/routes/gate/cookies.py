"""The cookie by which a device is known again: signed, without a date that anybody could be wrong about."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from itsdangerous import URLSafeTimedSerializer

COOKIE: Final = "icekeeper"
SAFE_COOKIE: Final = "__Host-icekeeper"
LASTS: Final = timedelta(days=30)
"""Longer than any match; how long a place lasts is for the seats to say."""


class Undated(URLSafeTimedSerializer):
    """A signature is good whatever day it is: the clock of a small computer jumps by seconds or by years."""

    def loads(self, s: str | bytes, *args: Any, **kwargs: Any) -> Any:
        """What was signed, however long ago or ahead of now that seems to be."""
        return super().loads(s)


class Cookies(SecureCookieSessionInterface):
    """A cookie that was given over https never travels over http; each has a name of its own."""

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer:
        """What signs, and reads what it has signed."""
        how = {"key_derivation": self.key_derivation, "digest_method": self.digest_method}
        key = app.secret_key or b""
        return Undated(key, salt=self.salt, serializer=self.serializer, signer_kwargs=how)

    def get_cookie_name(self, app: Flask) -> str:
        """By how the page was asked for."""
        return SAFE_COOKIE if request.is_secure else COOKIE

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Only what is new is sent: an answer that was long under way must not bring back an older place.

        How long it lasts is said as a span, which the browser counts by itself: our date may be long past.
        """
        if session.accessed:
            response.vary.add("Cookie")
        if session.modified:
            value = self.get_signing_serializer(app).dumps(dict(session))
            lasts = LASTS if session.permanent else None
            name, secure = self.get_cookie_name(app), request.is_secure
            response.set_cookie(name, value, max_age=lasts, secure=secure, httponly=True, samesite="Strict")
