"""What the staff can do, as their log names it."""

from datetime import timedelta
from typing import Final, Literal

Reading = Literal["read_account", "read_accounts", "read_report", "read_guest_bookings"]
"""The staff looked at an account, through all accounts, at a report, or at the bookings of a guest."""
Act = Literal[
    Reading,
    "read_archive",
    "dismiss", "warn", "hide_post", "show_post", "remove_content", "restore_content",
    "suspend_account", "restore_account", "verify", "unverify", "answer_request", "end_guest_link",
]  # fmt: skip
"""Everything that the staff can do, as their log names it."""
ONE_READING: Final = timedelta(hours=1)
"""Who looks at the same thing again within it, for the same reason, has looked once."""
