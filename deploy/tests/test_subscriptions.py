"""The declared subscriptions are those of the handlers."""

import pytest
from chassis.housekeeping import INBOX_RETENTION, PUBLISHED_RETENTION, SECRETS_RETENTION
from chassis.inbox import guarded_keys
from chassis.tables import LINK_OR_CODE
from ci.openapi import SERVICES, app_of
from contracts.event import EVENTS
from contracts.subscriptions import FORMER_SUBSCRIPTIONS, GUARDED, SUBSCRIPTIONS


@pytest.mark.parametrize("service", SERVICES)
def test_each_service_consumes_what_is_declared_for_it(service: str) -> None:
    consumers = app_of(service).state.service.consumers
    assert SUBSCRIPTIONS[service] == {kind.key for consumer in consumers for kind in consumer.event_types}
    assert EVENTS.keys() >= SUBSCRIPTIONS[service]


@pytest.mark.parametrize("service", SERVICES)
def test_each_promise_that_needs_no_inbox_row_is_declared(service: str) -> None:
    assert guarded_keys(app_of(service).state.service.consumers) == GUARDED[service]


def test_nobody_else_is_declared() -> None:
    assert set(SUBSCRIPTIONS) == set(GUARDED) == set(SERVICES)


@pytest.mark.parametrize("service", FORMER_SUBSCRIPTIONS)
def test_what_is_unbound_is_an_event_that_the_service_does_not_consume(service: str) -> None:
    assert FORMER_SUBSCRIPTIONS[service] <= EVENTS.keys() - SUBSCRIPTIONS[service]


def test_an_event_that_is_published_again_is_recognised() -> None:
    assert SECRETS_RETENTION < PUBLISHED_RETENTION < INBOX_RETENTION


def test_the_index_of_events_with_a_link_or_code_has_all_of_them() -> None:
    secret = [key for key, event_type in EVENTS.items() if event_type.secret]
    assert f"key = '{secret[0]}'" == LINK_OR_CODE, "an event more needs an index that has it too"
    assert len(secret) == 1
