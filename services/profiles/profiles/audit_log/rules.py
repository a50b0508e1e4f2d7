"""What the staff can do, as their log names it."""

from typing import Literal

Act = Literal[
    "dismiss", "warn", "hide_post", "show_post", "remove_content", "suspend_account", "restore_account",
    "verify", "unverify", "answer_request",
]  # fmt: skip
"""Everything that the staff can do, as their log names it."""
