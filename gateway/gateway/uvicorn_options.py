"""How uvicorn is to serve the gateway, in a process of its own and in the embedded set alike."""

from typing import Any

from gateway.settings import GatewaySettings


def uvicorn_options(settings: GatewaySettings) -> dict[str, Any]:
    """Options for `uvicorn.Config`: whom to believe, and how much a socket may send at once."""
    return {
        "http": "httptools",
        "access_log": False,
        "log_config": None,
        "server_header": False,
        "proxy_headers": False,  # the gateway reads X-Forwarded-For itself, as far as it trusts it
        "ws_max_size": settings.socket_frame_limit,
        "ws_per_message_deflate": False,
        "timeout_graceful_shutdown": settings.drain_seconds,
    }
