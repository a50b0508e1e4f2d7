"""The cookies of a page request. All are the app's own, and none is a secret."""

from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie


def cookies_of(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """The cookies by name; none when the header cannot be read."""
    header = next((value.decode("latin-1") for name, value in headers if name == b"cookie"), "")
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(header).items()}
    except CookieError:
        return {}
