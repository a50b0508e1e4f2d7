"""What a provider may say of the links of remote sessions."""

from typing import Final

import pytest
from chassis.errors import RuleViolation
from contracts.events.profiles import RemoteKind, RemoteTerms
from profiles.venues.rules import checked_remote

OFFERED: Final = "https://meet.example.org"


@pytest.mark.parametrize(
    ("kind", "link", "server", "kept"),
    [
        ("", "https://a.example/x", "https://b.example", RemoteTerms()),
        ("link", "https://a.example/x?y#z", "https://b.example", RemoteTerms(kind="link", link="https://a.example/x?y#z")),
        ("template", "https://a.example/{order}", "", RemoteTerms(kind="template", link="https://a.example/{order}")),
        ("template", "https://a.example?r={order}", "", RemoteTerms(kind="template", link="https://a.example?r={order}")),
        ("room", "", "", RemoteTerms(kind="room", server=OFFERED)),
        ("room", "", "https://b.example/rooms/", RemoteTerms(kind="room", server="https://b.example/rooms")),
    ],
)  # fmt: skip
def test_what_belongs_to_the_kind_is_kept(
    kind: RemoteKind, link: str, server: str, kept: RemoteTerms
) -> None:
    assert checked_remote(kind, link, server, OFFERED) == kept


@pytest.mark.parametrize(
    ("kind", "link", "server", "field"),
    [
        ("link", "", "", "iv_remote_link"),
        *(
            (kind, address, "", "iv_remote_link")
            for kind in ("link", "template")
            for address in (
                "http://a.example/{order}", "javascript:alert('{order}')", "//a.example/{order}",
                "https://a.example/{order} x", 'https://a.example/"{order}', "https://u:p@a.example/{order}",
                "https://a.example/" + "x" * 480 + "{order}",
            )
        ),
        ("template", "https://a.example/room", "", "iv_remote_link"),
        ("template", "https://{order}.example/room", "", "iv_remote_link"),
        ("room", "", "http://b.example", "iv_remote_server"),
        ("room", "", "https://b.example/?room=", "iv_remote_server"),
    ],
)  # fmt: skip
def test_an_address_that_is_no_https_link_is_refused_beside_its_field(
    kind: RemoteKind, link: str, server: str, field: str
) -> None:
    with pytest.raises(RuleViolation) as refused:
        checked_remote(kind, link, server, OFFERED)
    assert field in refused.value.fields


def test_without_a_server_of_the_deployment_a_room_needs_one() -> None:
    with pytest.raises(RuleViolation):
        checked_remote("room", "", "", "")
