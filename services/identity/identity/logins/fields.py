"""The id of a login as a request field."""

from typing import Annotated

from contracts.rules.checks import Required, TextMax
from contracts.rules.text import Text

LoginId = Annotated[str, Text(Required(), TextMax(200))]
"""A `login_id` of get_active_logins."""
