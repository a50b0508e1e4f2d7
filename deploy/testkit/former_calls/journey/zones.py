"""Time zones without summer time, so that recorded times are right on each day of replay."""

from client import personas
from client.api_client import Json

ZONE = "Africa/Lagos"
"""The zone of the provider and of all devices."""
CLIENTS_ZONE = "Asia/Tokyo"
DEVICE: dict[str, Json] = {**personas.DEVICE, "timezone": ZONE}
