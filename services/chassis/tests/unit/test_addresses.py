"""Addresses of stores: what is written, and what each driver is told."""

import pytest
from chassis.addresses import WrongAddress, address_of, broker_addresses, database_address, limits_address
from chassis.clear_text import ClearTextCredentials, check_broker_url, check_database_url


def test_a_database_address_loses_the_driver_and_keeps_all_else() -> None:
    url = "postgresql+asyncpg://ada:p%40ss@[::1]:5432/name?sslmode=verify-full&application_name=a"
    address = database_address(url)
    assert (address.user, address.password, address.hosts) == ("ada", "p@ss", (("::1", 5432),))
    assert address.url() == url.replace("+asyncpg", "")
    assert database_address("postgresql:///name?host=/run/postgresql").hosts == ()


def test_of_several_hosts_the_one_that_takes_writes_is_wanted() -> None:
    address = database_address("postgresql://a:b@one,two:5433/name")
    assert address.hosts == (("one", None), ("two", 5433))
    assert address.query == {"target_session_attrs": "read-write"}
    asked = "postgresql://a:b@one,two/name?target_session_attrs=any"
    assert database_address(asked).query == {"target_session_attrs": "any"}


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://a@one/name?ssl=verify-full",
        "mysql://a@one/name",
        "postgresql://a@one:many/name",
        "one/name",
    ],
)
def test_other_ways_of_writing_are_refused(url: str) -> None:
    with pytest.raises(WrongAddress):
        database_address(url)


def test_a_scheme_that_means_tls_checks_the_certificate_and_is_not_contradicted() -> None:
    assert address_of("amqps://a/").mode == "verify-full"
    assert address_of("amqp://a/").tls() is None
    for wrong in ("amqps://a/?sslmode=disable", "amqp://a/?sslmode=always"):
        with pytest.raises(WrongAddress):
            _ = address_of(wrong).mode


def test_the_broker_has_an_address_for_each_host() -> None:
    found = broker_addresses("amqp://a:b@one,two:5673,three/vhost?heartbeat=5&sslmode=disable")
    assert [url for url, _ in found] == [
        f"amqp://a:b@{host}/vhost?heartbeat=5" for host in ("one", "two:5673", "three")
    ]
    assert [url for url, tls in broker_addresses("amqp://one/?sslmode=verify-ca") if tls] == ["amqps://one/"]


def test_redis_is_told_in_its_own_words() -> None:
    assert limits_address("async+redis://:p@cache:6379/0") == "async+redis://:p@cache:6379/0"
    url = "async+redis://:p@cache?sslmode=verify-full&sslrootcert=/ca.pem&sslcert=/me.pem&sslkey=/me.key"
    told = address_of(limits_address(url))
    assert (told.scheme, told.hosts) == ("async+rediss", (("cache", None),))
    assert told.query == {
        "ssl_ca_certs": "/ca.pem",
        "ssl_certfile": "/me.pem",
        "ssl_keyfile": "/me.key",
        "ssl_cert_reqs": "required",
        "ssl_check_hostname": "True",
    }


def test_each_host_must_be_proven_or_of_our_own_network() -> None:
    with pytest.raises(ClearTextCredentials):
        check_database_url("postgresql://a:b@127.0.0.1,db.example/name", ())
    check_database_url("postgresql://a:b@127.0.0.1,db.example/name", ("db.example",))
    with pytest.raises(ClearTextCredentials):
        check_broker_url("amqps://a:b@one/?sslmode=require", ())
    check_broker_url("amqps://a:b@one,two/", ())
