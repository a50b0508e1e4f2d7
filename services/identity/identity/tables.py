"""Every table of the service in one catalogue: importing the models enters them."""

from identity.accounts.models import AccountRow, DeletedAccountRow
from identity.heard.models import KnownProfileRow
from identity.limits.models import AttemptRow
from identity.links.models import MailLinkRow, ResetWishRow
from identity.logins.models import EndedLoginRow, LoginRow
from identity.model import Model

metadata = Model.metadata

__all__ = [
    "AccountRow",
    "AttemptRow",
    "DeletedAccountRow",
    "EndedLoginRow",
    "KnownProfileRow",
    "LoginRow",
    "MailLinkRow",
    "ResetWishRow",
    "metadata",
]
