"""All of profiles' tables, gathered from the capabilities for alembic."""

from profiles.accounts import models as _accounts
from profiles.avatar import models as _avatar
from profiles.circle import models as _circle
from profiles.finance import models as _finance
from profiles.model import metadata
from profiles.moderation import models as _moderation
from profiles.profile import models as _profile
from profiles.ratings import models as _ratings
from profiles.requests import models as _requests
from profiles.safety import models as _safety
from profiles.search import models as _search
from profiles.services import models as _services

TABLES = (
    _accounts.account,
    _avatar.discarded_file,
    _circle.interest,
    _finance.finance_settings,
    _moderation.post_standing,
    _moderation.staff_act,
    _profile.profile,
    _ratings.rating_summary,
    _requests.user_request,
    _safety.appointment,
    _safety.block,
    _safety.report,
    _search.search_listing,
    _search.search_word,
    _services.service,
)

RETIRED = ("search_entry",)
"""Tables of the version before; the next migration drops them, when none of it runs any more."""

__all__ = ["RETIRED", "TABLES", "metadata"]
