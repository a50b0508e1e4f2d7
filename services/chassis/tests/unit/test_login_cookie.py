"""The cookie that a login's tokens are bound to."""

from datetime import timedelta

from chassis.http import device_cookie, login_cookie


def test_only_the_value_with_the_digest_fits_whatever_else_is_sent() -> None:
    value = login_cookie.new_value()
    digest = login_cookie.digest_of(value)
    assert login_cookie.holds(digest, [f"language=de; {login_cookie.NAME}={value}"])
    assert login_cookie.holds(digest, [f"{login_cookie.PLAIN_NAME}=planted", f"{login_cookie.NAME}={value}"])
    assert not login_cookie.holds(digest, [])
    for header in ("", ";", "=", f"other={value}", f"{login_cookie.NAME}={digest}", f"{login_cookie.NAME}=ÿ"):
        assert not login_cookie.holds(digest, [header])


def test_services_get_the_login_cookies_alone() -> None:
    headers = ["language=de; __Host-openhours_login=a; signed_in=1", "openhours_login=b"]
    assert login_cookie.login_cookies(headers) == ["__Host-openhours_login=a", "openhours_login=b"]
    assert login_cookie.sets_login_cookie("__Host-openhours_login=a; Secure")
    assert not login_cookie.sets_login_cookie("session=a")


def test_the_plain_cookie_is_for_plain_http_alone() -> None:
    [secure] = login_cookie.set_cookie_headers("a", timedelta(days=30), https=True)
    assert secure == ("__Host-openhours_login=a; Secure; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict")
    assert len(login_cookie.set_cookie_headers("a", timedelta(days=30), https=False)) == 2


def test_a_device_cookie_is_read_only_if_it_looks_like_ours() -> None:
    value = login_cookie.new_value()
    pairs = [f"{device_cookie.NAME}={value}", f"{device_cookie.PLAIN_NAME}={value}"]
    assert device_cookie.device_cookies([f"language=de; {'; '.join(pairs)}"]) == pairs
    assert device_cookie.values([f"language=de; {'; '.join(pairs)}"]) == [value]
    for header in ("", ";", f"{device_cookie.NAME}=short", f"{device_cookie.NAME}={'a' * 44}", f"x={value}"):
        assert device_cookie.values([header]) == []
    [secure] = device_cookie.headers_for(value, https=True)
    assert secure.startswith(f"{device_cookie.NAME}={value}; Secure; ")
    assert device_cookie.sets_device_cookie(secure)
    assert not login_cookie.sets_login_cookie(secure)
