"""What was sent is read before the request's transaction begins: many files at once keep none open."""

import asyncio
import base64
import io
import threading
from typing import TYPE_CHECKING

import asyncpg
import pytest
from chassis.media import uploads
from chassis.media.upload_body import UploadBody
from local.databases import asyncpg_url
from PIL import Image

from services.booking.tests.service.test_clients import guest_books, listed

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service
OPEN_ONES = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND state LIKE 'idle in transaction%'"
)


def picture() -> bytes:
    target = io.BytesIO()
    Image.new("RGB", (64, 48), "teal").save(target, "PNG")
    return target.getvalue()


@pytest.mark.parametrize("call", ["preview_client_import", "add_client_file", "upload_intake_file"])
async def test_no_transaction_waits_while_a_file_is_read(
    marketplace: "Marketplace", monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    provider = await marketplace.provider()
    await guest_books(marketplace, provider)
    [client] = await listed(marketplace, provider)
    begun, go_on = threading.Event(), threading.Event()
    content = b"Name\nAna\n" if call == "preview_client_import" else picture()

    def slowly(sent: UploadBody, typed: str) -> bytes:
        del sent, typed
        begun.set()
        assert go_on.wait(20)
        return content

    monkeypatch.setattr(uploads, "_content_of", slowly)
    body = {
        "iv_media_base": base64.b64encode(content).decode(),
        "iv_client_id": client["client_id"],
        "iv_name": "a",
    }
    headers = marketplace.as_(provider) | {"Idempotency-Key": "once"}
    sent = asyncio.create_task(marketplace.post(call, body, headers))
    connection = await asyncpg.connect(asyncpg_url(marketplace.database_url))
    try:
        await asyncio.to_thread(begun.wait, 20)
        open_ones = await connection.fetchval(OPEN_ONES)
    finally:
        go_on.set()
        await connection.close()
    assert (await sent)["status"] is True
    assert open_ones == 0
