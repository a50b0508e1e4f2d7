"""The secret of a mailed link as a request field."""

from typing import Annotated

from contracts.rules.checks import Required, TextMax
from contracts.rules.text import Text

MailTokenSecret = Annotated[str, Text(Required(), TextMax(200))]
"""The part after the last slash of a mailed link. The store checks whether it is valid."""
