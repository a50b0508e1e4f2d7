"""Every table of the service in one catalogue: importing the models enters them."""

from identity.accounts.models import AccountRow, DeletedAccountRow, ReservedUsernameRow
from identity.confirmation.models import ConfirmationCodeRow
from identity.declarative import Model
from identity.export.models import DataExportRow
from identity.guessing.models import KnownSourceRow, PasswordTriesRow
from identity.limits.models import AttemptRow
from identity.logins.models import EndedLoginRow, KnownDeviceRow, LoginRow
from identity.mail_address.models import MailChangeRow
from identity.mail_tokens.models import MailTokenRow, ResetRequestRow
from identity.passkeys.models import ChallengeRow, PasskeyRow
from identity.projections.models import KnownProfileRow
from identity.second_factor.models import AuthenticatorAppRow, RecoveryCodeRow

metadata = Model.metadata

__all__ = [
    "AccountRow",
    "AttemptRow",
    "AuthenticatorAppRow",
    "ChallengeRow",
    "ConfirmationCodeRow",
    "DataExportRow",
    "DeletedAccountRow",
    "EndedLoginRow",
    "KnownDeviceRow",
    "KnownProfileRow",
    "KnownSourceRow",
    "LoginRow",
    "MailChangeRow",
    "MailTokenRow",
    "PasskeyRow",
    "PasswordTriesRow",
    "RecoveryCodeRow",
    "ReservedUsernameRow",
    "ResetRequestRow",
    "metadata",
]
