"""Reserved usernames, usernames made from names, and the messages for names and emails that are taken."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

_RESERVED: Final = """
about account accounts account_basic_info admin administrator alerts all anonymous api
appointment_booking_settings appointment_finance_settings assets blocked_accounts blog book booking bookings
bookmarks calendar change_password circle client clients confirm_account contact delete_account deleted dev
docs everyone export favicon feed forgot_password guest guest_client health help home identity index info
internal invite legal live login logout mail mailbox me media message messages metrics mobile_home
moderator my_account my_bookmarks my_circle my_posts my_profile my_ratings my_services my_settings
my_trusted_brands nobody none null official onboard_service_provider onboard_username openhours
owner p payment payments post posts press privacy privacy_policy profile profiles provider providers
rating ratings ready register reset_password review reviews robots root schedule schedule_manager search
security self service services settings sign_in sign_out sign_up signin signout signup socket socket_io
staff starter_preferences static status support system team terms test trust undefined unsubscribe user
user_request username users webmaster well_known www you
"""
RESERVED_USERNAMES: Final = frozenset(_RESERVED.split())
"""First words of the web's routes, and words with which an account could impersonate Openhours."""

USERNAME_TAKEN: Final = "This name is already taken"
USERNAME_RESERVED: Final = "This name cannot be used"
RENAMED_OFTEN: Final = "You have changed your name several times today. Please try again tomorrow."
EMAIL_TAKEN: Final = "An account with this email already exists"


def is_reserved(username: str) -> bool:
    """Whether this username is reserved (product.md 1.7).

    Dashes count as underscores; dashes and underscores around the name are ignored.
    """
    plain = username.lower().replace("-", "_").strip("_")
    return not plain or plain in RESERVED_USERNAMES


LONGEST_USERNAME: Final = 40
SHORTEST_USERNAME: Final = 3
NUMBERED_UP_TO: Final = 9
_NOT_DECOMPOSED: Final = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h", "ı": "i"}
)


def username_candidates(name: str, account_id: str) -> Iterator[str]:
    """Usernames made from a display name, the nicest first (product.md 1.7).

    Accents are dropped and all but ASCII letters and digits becomes an underscore. Numbers follow, and at
    last the end of the account's id, which nobody else has.
    """
    decomposed = unicodedata.normalize("NFKD", name.casefold().translate(_NOT_DECOMPOSED))
    plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    made = re.sub("[^a-z0-9]+", "_", plain).strip("_")
    base = made if len(made) >= SHORTEST_USERNAME else f"{made}_provider".strip("_")
    if not is_reserved(base) and base == made:
        yield _shortened(base)
    for number in range(2, NUMBERED_UP_TO + 1):
        yield _shortened(base, f"_{number}")
    yield _shortened(base, f"_{account_id.replace('-', '')[-12:]}")


def _shortened(base: str, ending: str = "") -> str:
    return base[: LONGEST_USERNAME - len(ending)].rstrip("_") + ending
