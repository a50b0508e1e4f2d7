"""Malicious uploads are refused with a message for the field or made harmless; never a 5xx."""

import base64
import io
import subprocess
import sys
from pathlib import Path

import httpx
from PIL import Image

from services.profiles.tests.conftest import NewPerson, Person
from services.profiles.tests.malicious_images import MARK, Upload, malicious_images

STATUS = {"converted": 200, "refused": 415, "too large": 413}
MOST_MEGABYTES = 400
"""A decoded picture of 25 megapixels takes 100 MB, and a moment long there are copies of it."""


async def wrong_about(upload: Upload, nadia: Person, client: httpx.AsyncClient) -> str | None:
    """What is wrong with the answer to this upload; empty when nothing is."""
    answer = await nadia.send("update_avatar", iv_media_base=base64.b64encode(upload.content).decode())
    if answer.status_code != STATUS[upload.fate]:
        return f"{upload.name}: {answer.status_code} {answer.text[:200]}"
    if upload.fate != "converted":
        fields = answer.json()["message"]["iv_msg"]
        return None if set(fields) == {"iv_media_base"} else f"{upload.name}: {fields}"
    avatar: str = answer.json()["data"]["avatar"]
    for name in ("300.webp", "300.jpg", "300.avif", "96.avif", "96.webp"):
        served = (await client.get(avatar.replace("300.webp", name))).content
        side = int(name.partition(".")[0])
        with Image.open(io.BytesIO(served), formats=("WEBP", "JPEG", "AVIF")) as shown:
            shown.load()
            if shown.size != (side, side) or shown.info.keys() & {"exif", "icc_profile", "comment", "xmp"}:
                return f"{upload.name}: {shown.size} {sorted(shown.info)}"
        if MARK in served or b"PK\x03\x04" in served:
            return f"{upload.name}: something was kept of it"
    return None


async def test_hostile_uploads_do_no_harm(person: NewPerson, client: httpx.AsyncClient) -> None:
    nadia = await person()
    wrong = [await wrong_about(upload, nadia, client) for upload in malicious_images()]
    assert [each for each in wrong if each] == []
    assert (await nadia.ask("/api/get_account_profile")).status_code == 200


PEAK = """
import re, sys
from contextlib import suppress
from pathlib import Path
from chassis.media.validation import ImageTooLarge, NotAnImage
from profiles.avatar.renditions import square
def peak():
    return int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])
before = peak()
for upload in Path(sys.argv[1]).iterdir():
    with suppress(ImageTooLarge, NotAnImage):
        square(upload.read_bytes())
print((peak() - before) // 1024)
"""


def test_memory_stays_bounded(tmp_path: Path) -> None:
    """In a process of its own, so that its peak is that of the pictures alone."""
    for upload in malicious_images():
        (tmp_path / upload.name).write_bytes(upload.content)
    done = subprocess.run(  # noqa: S603  the program is ours
        [sys.executable, "-c", PEAK, tmp_path], check=True, capture_output=True, text=True
    )
    assert 0 < int(done.stdout) < MOST_MEGABYTES
