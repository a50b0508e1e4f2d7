"""Which hosts may be connected to when somebody else names them."""

from ipaddress import ip_network

import pytest
from chassis.public_hosts import NotPublic, check_host, is_plain_host, may_connect


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.1",
        "192.0.0.8", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::1", "::", "fe80::1",
        "fe80::1%eth0", "fc00::1", "fd12::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
        "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1", "64:ff9b:1::a00:1", "fec0::1", "2001:0:7f00:1::",
        "::127.0.0.1", "::ffff:8.8.8.8", "2001::1", "3fff::1", "5f00::1", "4000::1", "0.1.2.3", "192.88.99.1",
        "168.63.129.16", "2606:2800:220:1::1%eth0",
    ],
)  # fmt: skip
def test_no_private_address_is_connected_to(address: str) -> None:
    assert not may_connect(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::1", "8.8.8.8"])
def test_public_addresses_are_connected_to(address: str) -> None:
    assert may_connect(address)


def test_a_network_that_is_allowed_is_connected_to() -> None:
    inside = [ip_network("10.1.0.0/16")]
    assert may_connect("10.1.2.3", inside)
    assert may_connect("::ffff:10.1.2.3", inside)
    assert not may_connect("10.2.0.1", inside)


@pytest.mark.parametrize("url", ["https://127.0.0.1/a", "https://[::1]:8443/a", "http://10.0.0.1"])
def test_a_private_address_in_a_url_is_refused(url: str) -> None:
    with pytest.raises(NotPublic):
        check_host(url)


def test_names_are_left_to_the_resolver() -> None:
    check_host("https://push.example/a")
    check_host("https://8.8.8.8/a")


@pytest.mark.parametrize(
    "host",
    [
        "push.example",
        "Push.Example.",
        "a-b.x_y.example",
        "xn--mnchen-3ya.example",
        "8.8.8.8",
        "2606:2800::1",
        "localhost",
    ],
)
def test_a_plain_host_is_a_name_of_ascii_letters_or_an_address(host: str) -> None:
    assert is_plain_host(host)


@pytest.mark.parametrize(
    "host",
    [
        "", ".", "münchen.example", "①②⑦.0.0.1", "１２７.0.0.1", "127。0。0。1", "127.1", "0x7f.1",
        "2130706433", "127.0.0.1.", "0177.0.0.1", "%31.example", "fe80::1%eth0", "a..example", "-a.example",
        "a-.example", "a b.example", "a" * 64 + ".example", "a." * 127 + "example",
    ],
)  # fmt: skip
def test_other_spellings_are_not_plain(host: str) -> None:
    assert not is_plain_host(host)
    with pytest.raises(NotPublic):
        check_host(f"https://[{host}]/a" if ":" in host else f"https://{host}/a")
