"""The files by which phones learn that the app may open links to this server (product.md 2.12).

Android asks for assetlinks.json (Digital Asset Links), Apple for apple-app-site-association (Supporting
associated domains). Who builds the apps names them in the settings; without a name there is no file.
"""

import re
from typing import Final

import orjson

from gateway.pages.page_list import PAGE_LIST, read_page_list
from gateway.responses import JSON, NOT_FOUND, BufferedResponse
from gateway.settings import GatewaySettings

ANDROID: Final = "/.well-known/assetlinks.json"
APPLE: Final = "/.well-known/apple-app-site-association"
KEPT_FOR: Final = (b"cache-control", b"public, max-age=3600")

_PARAMETER: Final = re.compile(r":\w+")


class AppLinks:
    """Answers the paths of both files."""

    def __init__(self, settings: GatewaySettings) -> None:
        self._settings = settings

    def response(self, path: str) -> BufferedResponse | None:
        """The file at `path`, or 404 when its app is not set; None for every other path."""
        if path not in {ANDROID, APPLE}:
            return None
        content = self._android() if path == ANDROID else self._apple()
        return BufferedResponse(200, orjson.dumps(content), (JSON, KEPT_FOR)) if content else NOT_FOUND

    def _android(self) -> list[object]:
        app_id, fingerprints = self._settings.android_app_id, self._settings.android_cert_fingerprints
        if not app_id or not fingerprints:
            return []
        target = {
            "namespace": "android_app",
            "package_name": app_id,
            "sha256_cert_fingerprints": list(fingerprints),
        }
        return [{"relation": ["delegate_permission/common.handle_all_urls"], "target": target}]

    def _apple(self) -> dict[str, object]:
        if not self._settings.ios_app_ids:
            return {}
        # Whatever else the server has is no matter of the app.
        pages = read_page_list(self._settings.web_dist / PAGE_LIST)
        components = [{"/": _one_page(path)} for path in pages.patterns]
        return {
            "applinks": {"details": [{"appIDs": list(self._settings.ios_app_ids), "components": components}]}
        }


def _one_page(path: str) -> str:
    """The path of a page in Apple's notation: `?` is any character, and `*` any number of them."""
    return _PARAMETER.sub("?*", path)
