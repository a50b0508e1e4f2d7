"""Uploading, drawing and removing avatars."""

import base64
import io
import struct
import zlib
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from chassis.clock import utc_now
from chassis.db import Database
from chassis.http.envelope import TEMPORARY
from contracts.events.profiles import AvatarChanged
from PIL import Image
from profiles.avatar.service import remove_discarded_pictures
from testkit.event_recorder import EventRecorder

from services.profiles.tests.conftest import NewPerson

pytestmark = pytest.mark.service

FILES = 7
"""Of one picture: three widths as AVIF and WebP, and the largest as JPEG."""


RENDITIONS = (
    *((f"-{side}.{kind}", side, kind) for side in (96, 192, 300) for kind in ("avif", "webp")),
    ("-300.jpg", 300, "jpeg"),
)


def encoded(content: bytes) -> str:
    """Bare base64."""
    return base64.b64encode(content).decode()


def picture(kind: str, size: tuple[int, int] = (640, 480), mode: str = "RGB", exif: bytes = b"") -> bytes:
    """A real picture: red on the left, blue on the right."""
    image = Image.new(mode, size, "red")
    image.paste("blue", (size[0] // 2, 0, size[0], size[1]))
    target = io.BytesIO()
    image.save(target, kind, **({"exif": exif} if exif else {}))
    return target.getvalue()


def bomb(side: int) -> bytes:
    """A tiny PNG that says it is huge."""
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"x") + chunk(b"IEND", b"")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
@pytest.mark.parametrize("prefix", ["", "data:image/png;base64,"])
async def test_a_picture_is_cropped_and_served(
    person: NewPerson, client: httpx.AsyncClient, published: EventRecorder, kind: str, prefix: str
) -> None:
    nadia = await person()
    saved = await nadia.post("update_avatar", iv_media_base=prefix + encoded(picture(kind)))
    assert (await published.first(AvatarChanged)).avatar == saved["avatar"]
    data = (await nadia.get("/api/get_account_profile"))["account_data"]
    assert data["avatar"] == saved["avatar"]
    assert data["media_name"] == saved["avatar"].rpartition("/")[2]
    etags: list[str] = []
    for name, side, media_type in RENDITIONS:
        answer = await client.get(saved["avatar"].replace("-300.webp", name))
        assert answer.headers["content-type"] == f"image/{media_type}"
        assert "immutable" in answer.headers["cache-control"]
        etags.append(answer.headers["etag"])
        with Image.open(io.BytesIO(answer.content), formats=[media_type.upper()]) as served:
            assert served.size == (side, side)
            assert not served.info.keys() & {"exif", "icc_profile", "xmp"}
            left, right = (served.convert("RGB").getpixel((x, side // 2)) for x in (5, side - 5))
            assert isinstance(left, tuple)
            assert isinstance(right, tuple)
            assert left[0] > 200 > left[2]
            assert right[2] > 200 > right[0]
    assert len(set(etags)) == FILES
    again = await client.get(saved["avatar"], headers={"If-None-Match": etags[-1]})
    assert again.status_code == 200
    same = await client.get(saved["avatar"].replace(".webp", ".jpg"), headers={"If-None-Match": etags[-1]})
    assert same.status_code == 304


async def test_a_turned_picture_is_set_upright(person: NewPerson, client: httpx.AsyncClient) -> None:
    exif = Image.Exif()
    exif[0x0112] = 8
    nadia = await person()
    saved = await nadia.post("update_avatar", iv_media_base=encoded(picture("JPEG", exif=exif.tobytes())))
    with Image.open(io.BytesIO((await client.get(saved["avatar"])).content)) as served:
        top = served.convert("RGB").getpixel((150, 20))
        assert isinstance(top, tuple)
        assert top[2] > 200


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"not a picture", 415),
        (picture("JPEG")[:400], 415),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", 415),
        (b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic", 415),
        (b"GIF89a" + b"\x00" * 20, 415),
        (bomb(60_000), 413),
        (bomb(5_200), 413),
        (b"\x00" * (10 * 1024 * 1024 + 1), 413),
    ],
)
async def test_what_is_no_picture_is_refused(person: NewPerson, content: bytes, status: int) -> None:
    nadia = await person()
    answer = await nadia.send("update_avatar", iv_media_base=encoded(content))
    assert answer.status_code == status
    assert set(answer.json()["message"]["iv_msg"]) == {"iv_media_base"}
    assert (await nadia.get("/api/get_account_profile"))["account_data"]["media_name"] == "none"


async def test_a_picture_that_cannot_be_stored_may_be_sent_again(person: NewPerson, tmp_path: Path) -> None:
    nadia = await person()
    (tmp_path / "avatars").write_text("a file, where a folder should be")
    answer = await nadia.send("update_avatar", iv_media_base=encoded(picture("PNG")))
    assert (answer.status_code, answer.json()["message"]["main_msg"]) == (503, TEMPORARY)
    assert (await nadia.get("/api/get_account_profile"))["account_data"]["media_name"] == "none"
    (tmp_path / "avatars").unlink()
    await nadia.post("update_avatar", iv_media_base=encoded(picture("PNG")))
    assert (await nadia.get("/api/get_account_profile"))["account_data"]["media_name"] != "none"


@pytest.mark.parametrize("typed", ["data:image/png;base64,@@@", "%%%"])
async def test_what_is_no_base64_is_refused(person: NewPerson, typed: str) -> None:
    nadia = await person()
    assert (await nadia.send("update_avatar", iv_media_base=typed)).status_code == 415


@pytest.mark.parametrize("typed", ["", None, 5])
async def test_a_picture_must_be_given(person: NewPerson, typed: object) -> None:
    nadia = await person()
    answer = await nadia.send("update_avatar", iv_media_base=typed)
    assert answer.status_code == 200
    assert set(answer.json()["message"]["iv_msg"]) == {"iv_media_base"}


async def test_none_goes_back_to_the_drawn_one(
    person: NewPerson, client: httpx.AsyncClient, published: EventRecorder, tmp_path: Path
) -> None:
    nadia = await person("Nadia Kessler")
    await nadia.post("update_avatar", iv_media_base=encoded(picture("PNG", mode="RGBA")))
    assert len(list((tmp_path / "avatars").iterdir())) == FILES
    await nadia.post("update_avatar", iv_media_base="none")
    assert [event.avatar == "" for event in await published.wait_for(AvatarChanged, 2)] == [False, True]
    path = (await nadia.get("/api/get_account_profile"))["account_data"]["avatar"]
    assert path == "/media/avatars/drawn/NK.svg"
    answer = await client.get(path)
    assert answer.headers["content-type"] == "image/svg+xml"
    assert ">NK<" in answer.text
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")


@pytest.mark.parametrize(
    "path",
    [
        "drawn/%3Cb%3E.svg",
        "drawn/ABC.svg",
        "0000.webp",
        "..%2Fsecret.webp",
        "0" * 40 + ".webp",
        "0" * 40 + "-96.avif",
    ],
)
async def test_what_is_not_there_is_not_served(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(f"/media/avatars/{path}")
    assert answer.json()["status"] is False
    assert answer.status_code == 404


async def test_people_without_letters_are_drawn_too(person: NewPerson, client: httpx.AsyncClient) -> None:
    for name in ("Łucja", "محمد علي", "..."):
        somebody = await person(name)
        path = (await somebody.get("/api/get_account_profile"))["account_data"]["avatar"]
        assert (await client.get(path)).status_code == 200


async def test_what_nobody_shows_is_removed_after_a_while(
    person: NewPerson, database_url: str, tmp_path: Path
) -> None:
    nadia = await person()
    kept = await nadia.post("update_avatar", iv_media_base=encoded(picture("PNG", size=(300, 300))))
    for size in ((200, 100), (300, 300)):
        await nadia.post("update_avatar", iv_media_base=encoded(picture("PNG", size=size)))
    folder = tmp_path / "avatars"
    remove_discarded = remove_discarded_pictures(tmp_path.as_uri())
    database = Database(database_url)
    for later, left in ((timedelta(minutes=5), 2 * FILES), (timedelta(minutes=15), FILES)):
        async with database.writing() as tx:
            await remove_discarded(tx, utc_now() + later)
        assert len(list(folder.iterdir())) == left
    await database.close()
    assert (folder / kept["avatar"].rpartition("/")[2]).exists()
