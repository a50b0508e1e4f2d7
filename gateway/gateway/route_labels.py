"""The closed set of labels under which requests are counted."""

from typing import Final

from chassis.metrics import NO_ROUTE

from gateway.app_links import ANDROID, APPLE
from gateway.dispatch import MEDIA, PREFLIGHT, UNKNOWN
from gateway.pages.head import OEMBED_PATH
from gateway.pages.site_files import ROBOTS_PATH
from gateway.pages.sitemaps import CHILD_PATH, INDEX_PATH
from gateway.realtime.server import PATH as SOCKET_PATH
from gateway.routes import MAILBOX_PATHS, MEDIA_SERVICES, ROUTES

WEB: Final = "(web)"
"""A file or a page of the web bundle, whatever its path."""
OWN_PATHS: Final = ("/health/live", "/health/ready", ANDROID, APPLE)

ROUTE_LABELS: Final = frozenset(
    {
        *(route.call for route in ROUTES),
        *(f"{MEDIA}/{kind}" for kind in MEDIA_SERVICES),
        *OWN_PATHS,
        *MAILBOX_PATHS,
        *(MEDIA, NO_ROUTE, PREFLIGHT, SOCKET_PATH, UNKNOWN, WEB),
        *(CHILD_PATH, INDEX_PATH, OEMBED_PATH, ROBOTS_PATH),
    }
)
