"""The deduplicator of events that the bus delivers twice."""

from gateway.realtime.deduplicator import Deduplicator


def test_an_event_is_shown_once_however_often_it_comes() -> None:
    deduplicator = Deduplicator(capacity=2)
    assert [deduplicator.is_first(event_id) for event_id in ("a", "a", "b", "a", "c", "b")] == [
        True, False, True, False, True, False,
    ]  # fmt: skip
    assert deduplicator.is_first("a"), "the oldest is forgotten, not the newest"
