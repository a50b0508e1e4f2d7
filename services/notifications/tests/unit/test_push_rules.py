"""How pushes are delivered by their kind, what a browser gets, and what its subscription must be."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from chassis.errors import RuleViolation
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from notifications.devices.rules import check_endpoint
from notifications.preferences.rules import SUBJECT_OF
from notifications.push.rules import DELIVERY_OF, LONGEST_WAIT, asked_wait, topic_of
from notifications.push.transport import PushAction, PushPayload
from notifications.push.vapid import VapidKey, vapid_key
from notifications.push.web_push import LARGEST_PAYLOAD, message_for
from notifications.settings import NotificationsSettings
from pydantic import SecretStr, TypeAdapter
from pydantic.networks import IPvAnyNetwork

from services.notifications.tests.push_service import P256, decoded, decrypt, point_of

NOW = datetime(2026, 11, 25, 10, 0, tzinfo=UTC)
TOPIC = re.compile(r"[A-Za-z0-9_-]{1,32}")


def test_every_kind_has_its_delivery() -> None:
    assert set(DELIVERY_OF) == set(SUBJECT_OF)
    longest = timedelta(days=28)  # more is refused by some push services
    assert all(timedelta(0) < each.ttl <= longest for each in DELIVERY_OF.values())


def test_a_reminder_is_not_told_when_its_hour_is_over() -> None:
    assert DELIVERY_OF["session_reminder"].ttl <= timedelta(hours=1)
    assert DELIVERY_OF["session_reminder"].urgency == "high"


def test_news_of_the_same_thing_share_a_topic() -> None:
    assert topic_of("", "order", "1") == topic_of("", "order", "2") != topic_of("", "another", "1")
    assert topic_of("comments", "", "1") == topic_of("comments", "", "2") != topic_of("", "", "1")
    assert all(TOPIC.fullmatch(topic_of(group, "", "1")) for group in ("", "comment_added:1", "é" * 300))


@pytest.mark.parametrize(
    ("said", "wait"),
    [
        ("", 0),
        ("7", 7),
        ("soon", 0),
        ("-5", 0),
        ("9" * 400, 3600),
        ("Wed, 25 Nov 2026 10:01:00 GMT", 60),
        ("Wed, 25 Nov 2026 09:00:00 GMT", 0),
        ("Wed, 25 Nov 2099 09:00:00 GMT", 3600),
        ("٣", 0),
    ],
)
def test_retry_after_is_seconds_or_a_date_within_an_hour(said: str, wait: int) -> None:
    assert asked_wait(said, NOW) == timedelta(seconds=wait) <= LONGEST_WAIT


@pytest.mark.parametrize("letter", ["a", '"', "م", "🙂"])
def test_a_message_fits_in_what_every_push_service_takes(letter: str) -> None:
    address = "/p/" + "%F0%90%90%80" * 120
    payload = PushPayload(
        subject_id="0" * 32,
        kind="order_time_withdrawn",
        title="Openhours",
        text=letter * 1000,
        url=address,
        group="",
        topic=topic_of("", "", "1"),
        badge=100,
        locale="ar",
        direction="rtl",
        actions=(PushAction("accept", "Accept", "/s" * 60), PushAction("decline", "Decline", "/s" * 60)),
    )
    message = message_for(payload)
    assert len(message) < LARGEST_PAYLOAD
    body = json.loads(message)["body"]
    assert body.endswith("…")
    assert set(body) <= {letter, "…"}


def test_inside_a_network_that_is_allowed_a_push_service_needs_no_tls() -> None:
    inside = TypeAdapter(list[IPvAnyNetwork]).validate_python(["10.1.0.0/16"])
    check_endpoint("http://10.1.2.3:8080/a", inside)
    check_endpoint("https://push.example/a", inside)
    for endpoint in ("http://10.2.0.1/a", "http://push.example/a", "http://8.8.8.8/a"):
        with pytest.raises(RuleViolation):
            check_endpoint(endpoint, inside)


def test_the_key_is_the_one_given_else_a_file_that_only_its_owner_reads(tmp_path: Path) -> None:
    assert vapid_key(NotificationsSettings()) is None
    path = tmp_path / "keys" / "vapid.pem"
    created = NotificationsSettings(vapid_key_path=path, vapid_key_create=True)
    first, again = vapid_key(created), vapid_key(created)
    assert first is not None
    assert again is not None
    assert first.public_key == again.public_key
    assert len(decoded(first.public_key)) == 65
    assert path.stat().st_mode & 0o777 == 0o600
    given = vapid_key(NotificationsSettings(vapid_key_pem=SecretStr(path.read_text().replace("\n", "\\n"))))
    assert given is not None
    assert given.public_key == first.public_key


def test_only_a_key_on_p256_signs() -> None:
    other = ec.generate_private_key(ec.SECP384R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    with pytest.raises(ValueError, match="P-256"):
        VapidKey(other.decode(), "hello@openhours.test")


def test_the_browsers_of_these_tests_decrypt_as_the_rfc_says() -> None:
    """RFC 8291, appendix A."""
    number = int.from_bytes(decoded("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
    private = ec.derive_private_key(number, P256)
    assert point_of(private.public_key()) == decoded(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )
    body = decoded(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    plain = decrypt(body, private, decoded("BTBZMqHH6r4Tts7J_aSIgg"))
    assert plain == b"When I grow up, I want to be a watermelon"
