"""uvicorn's options for the gateway, for its own process and for the embedded set."""

from typing import Any

from gateway.settings import GatewaySettings


def uvicorn_options(settings: GatewaySettings) -> dict[str, Any]:
    """Options for `uvicorn.Config`."""
    return {
        "http": "httptools",
        "access_log": False,
        "log_config": None,
        "server_header": False,
        "proxy_headers": False,  # the gateway itself reads X-Forwarded-For, and trusts only our own proxies
        "ws_max_size": settings.socket_frame_limit,
        "ws_per_message_deflate": False,
        "ws_ping_interval": None,  # Engine.IO has pings of its own: two kinds would wake the process twice
        "timeout_keep_alive": settings.client_keepalive_seconds,
        "timeout_graceful_shutdown": settings.drain_seconds,
    }
