"""Which changes a provider is shown, and which of them are new (product.md 4.19)."""

from datetime import UTC, datetime, timedelta

from booking.day.rules import MOST_CHANGES, Change, shown_changes

NOW = datetime(2027, 1, 4, 12, tzinfo=UTC)
BEFORE = NOW + timedelta(days=3)


def ago(**span: float) -> datetime:
    return NOW - timedelta(**span)


def test_what_came_after_the_last_look_is_new_and_the_newest_is_first() -> None:
    found = [Change("a", "booked", ago(hours=5)), Change("b", "cancelled", ago(hours=1))]
    assert [(each.order_id, each.is_new) for each in shown_changes(found, ago(hours=2), NOW)] == [
        ("b", True), ("a", False),
    ]  # fmt: skip
    assert not any(each.is_new for each in shown_changes(found, ago(hours=1), NOW)), (
        "seen until that very one"
    )


def test_at_the_first_look_the_last_day_is_new() -> None:
    found = [Change("a", "booked", ago(hours=23)), Change("b", "booked", ago(hours=25))]
    assert [each.is_new for each in shown_changes(found, None, NOW)] == [True, False]


def test_changes_go_after_a_week_and_no_more_than_a_screen_holds_are_shown() -> None:
    many = [Change(f"order-{n}", "booked", ago(minutes=n)) for n in range(60)]
    shown = shown_changes([*many, Change("old", "booked", ago(days=7))], None, NOW)
    assert [each.order_id for each in shown] == [f"order-{n}" for n in range(MOST_CHANGES)]


def test_an_order_is_told_once_by_what_is_true_now() -> None:
    booked = Change("a", "booked", ago(hours=3))
    moved = [Change("a", "moved", ago(hours=2), ago(hours=-5)), Change("a", "moved", ago(hours=1), BEFORE)]
    cancelled = Change("a", "cancelled", ago(minutes=5))
    [unseen] = shown_changes([booked, *moved], ago(hours=4), NOW)
    assert (unseen.kind, unseen.former_start) == ("booked", None), "the account has not seen it yet"
    [twice] = shown_changes([booked, *moved], ago(hours=2.5), NOW)
    assert (twice.kind, twice.former_start) == ("moved", ago(hours=-5)), "from where it was last seen"
    [over] = shown_changes([booked, *moved, cancelled], ago(hours=4), NOW)
    assert (over.kind, over.changed_at, over.is_new) == ("cancelled", ago(minutes=5), True)
