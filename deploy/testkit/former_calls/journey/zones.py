"""Time zones without summer time: times are the same on each day of replay."""

from client import personas
from client.api_client import Json

ZONE = "Africa/Lagos"
"""Of the provider, and of all devices."""
CLIENTS_ZONE = "Asia/Tokyo"
DEVICE: dict[str, Json] = {**personas.DEVICE, "timezone": ZONE}
