"""Every table of this service, entered into one metadata (for migrations)."""

from profiles.audit_log import models as audit_log
from profiles.avatar import models as avatar
from profiles.circle import models as circle
from profiles.declarative import Model
from profiles.finance import models as finance
from profiles.guest_data import models as guest_data
from profiles.listings import models as listings
from profiles.moderation import models as moderation
from profiles.page_views import models as page_views
from profiles.profile import models as profile
from profiles.projections import models as projections
from profiles.public_pages import models as public_pages
from profiles.report_archive import models as report_archive
from profiles.safety import models as safety
from profiles.services import models as services
from profiles.support_requests import models as support_requests
from profiles.venues import models as venues

RETIRED = ("search_entry",)
"""Tables of the version before; the next migration drops them, when none of it runs any more."""

metadata = Model.metadata

__all__ = [
    "RETIRED",
    "audit_log",
    "avatar",
    "circle",
    "finance",
    "guest_data",
    "listings",
    "metadata",
    "moderation",
    "page_views",
    "profile",
    "projections",
    "public_pages",
    "report_archive",
    "safety",
    "services",
    "support_requests",
    "venues",
]
