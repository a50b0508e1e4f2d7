"""What people of the demo say: with requests and answers, in reviews, and who must have met whom."""

import random
from dataclasses import dataclass
from typing import Any, Final

from booking.orders.rules import Status

from demo.people import content

_STARS: Final = {5: "five", 4: "four", 3: "three", 2: "two"}


@dataclass(frozen=True, slots=True)
class Special:
    """A booking that the demo needs: whose, how many free slots from now, and in which status."""

    client: str
    place: int
    status: Status
    proposed_by: str = ""


SPECIALS: Final[dict[str, tuple[Special, ...]]] = {
    "mara_weiss": (
        Special("felix", -1, "ongoing"),
        Special("ursula", -6, "accepted"),
        Special("nora", 3, "pending"),
        Special("sam", 6, "accepted"),
        Special("paula", 0, "accepted"),
        Special("thomas", 5, "pending"),
        Special("nora", 12, "accepted", "client"),
        Special("olga", 16, "accepted", "provider"),
        Special("iris", 8, "accepted"),
        Special("nora", -400, "completed"),
    ),
    "jose_huaman": (
        Special("nora", 2, "pending"),
        Special("nora", -40, "completed"),
        Special("wei", -2, "ongoing"),
    ),
    "amina_braids": (Special("nora", 1, "accepted"), Special("chloe", -8, "accepted")),
    "tom_okafor": (
        Special("nora", 4, "rejected"),
        Special("sam", 5, "cancelled"),
        Special("sam", -9, "completed"),
    ),
    "kenji_mori": (Special("sam", 4, "pending"), Special("hana", 1, "pending")),
    "leila_haddad": (Special("samir", 2, "pending"), Special("nadia", 5, "accepted", "client")),
    "sofia_bakes": (Special("sam", 6, "accepted"), Special("giulia", -1, "ongoing")),
    "lukas_codes": (Special("nora", -12, "completed"),),
}
"""By the provider's username. The places are taken in this order."""
COURSES: Final = {"mara_weiss": "iris", "jose_huaman": "sam", "marcus_maths": "rachel"}
"""Who of which provider is in the middle of an order of several sessions."""
KEEN: Final = "nora"
"""The client who has rated every session: no question covers the first screen of who signs in first."""


class Words:
    """Picks texts of the demo. A provider gets no review twice before all have been used."""

    def __init__(self) -> None:
        self._reviews: dict[str, Any] = content("reviews")
        self._said: dict[str, set[str]] = {}
        self.company = _company()
        """The clients with whom a provider must have had a session, by username."""

    @staticmethod
    def specials(username: str) -> tuple[Special, ...]:
        """The bookings that the demo needs of this provider."""
        return SPECIALS.get(username, ())

    @property
    def proposed(self) -> str:
        """What comes with another time."""
        return str(self._reviews["words"]["proposed"])

    def request(self, language: str, dice: random.Random) -> str:
        """The message that a client sends with a request; often ''."""
        return dice.choice(self._reviews["request"][language])

    def note(self, status: Status, by: str, dice: random.Random) -> str:
        """What the side that ended an order wrote."""
        match status:
            case "rejected":
                return dice.choice(self._reviews["words"]["rejected"])
            case "cancelled":
                return dice.choice(self._reviews["words"][f"cancelled_by_{by}"])
            case _:
                return ""

    def review(self, username: str, category: str, language: str, stars: int) -> str:
        """What a client says of a session. English reviews begin with those of the category."""
        general: list[str] = self._reviews[_STARS[stars]][language]
        special: list[str] = (
            self._reviews["category"][category] if stars == 5 and language == "english" else []
        )
        said = self._said.setdefault(username, set())
        choice = next((each for each in (*special, *general) if each not in said), None)
        text = choice or general[len(said) % len(general)]
        said.add(text)
        return text


def _company() -> dict[str, list[str]]:
    """Who writes to whom, and who reports whose appointment, has met them."""
    pairs = [tuple(each["with"]) for each in content("conversations")["conversation"]]
    pairs += [
        (each["about"], each["by"]) for each in content("staff")["report"] if each["type"] == "appointments"
    ]
    met: dict[str, list[str]] = {}
    for username, mail in pairs:
        met.setdefault(username, []).append(mail)
    return met
