"""The device of a login, in words that its owner knows: pure (product.md 1.12)."""

from collections.abc import Mapping
from typing import Final

BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""What a user agent says of its browser, the most telling first: each names older ones too."""
SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


def user_agent_of(device: Mapping[str, object]) -> str:
    """The user agent in a client's device data; '' without one."""
    platform = device.get("platform")
    agent = platform.get("userAgent") if isinstance(platform, Mapping) else None
    return agent if isinstance(agent, str) else ""


def browser_of(user_agent: str) -> str:
    """The browser's name; '' for one that is not known."""
    return next((name for sign, name in BROWSERS if sign in user_agent), "")


def system_of(user_agent: str) -> str:
    """The name of the device's operating system; '' for one that is not known."""
    return next((name for sign, name in SYSTEMS if sign in user_agent), "")


def device_name(device: Mapping[str, object]) -> str:
    """Browser and system, as far as they are known: 'Firefox, Windows'."""
    agent = user_agent_of(device)
    return ", ".join(name for name in (browser_of(agent), system_of(agent)) if name)


def asks_for_cookie(device: Mapping[str, object]) -> bool:
    """Whether the client keeps cookies and wants its tokens bound to one (api.md 2)."""
    return device.get("bound") is True
