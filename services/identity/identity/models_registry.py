"""Every table of the service in one catalogue: importing the models enters them."""

from identity.accounts.models import AccountRow, DeletedAccountRow
from identity.confirmation.models import ConfirmationCodeRow
from identity.declarative import Model
from identity.guessing.models import KnownSourceRow, PasswordTriesRow
from identity.limits.models import AttemptRow
from identity.logins.models import EndedLoginRow, LoginRow
from identity.mail_tokens.models import MailTokenRow, ResetRequestRow
from identity.projections.models import KnownProfileRow

metadata = Model.metadata

__all__ = [
    "AccountRow",
    "AttemptRow",
    "ConfirmationCodeRow",
    "DeletedAccountRow",
    "EndedLoginRow",
    "KnownProfileRow",
    "KnownSourceRow",
    "LoginRow",
    "MailTokenRow",
    "PasswordTriesRow",
    "ResetRequestRow",
    "metadata",
]
