"""Slow strangers have a share of the workers, and never all of them."""

from chassis.lanes import MOST_HOSTS, Lane, Lanes


def entered(lanes: Lanes, owner_id: str, host: str) -> Lane:
    """A lane that must be free."""
    lane = lanes.enter(owner_id, host)
    assert lane is not None
    return lane


def test_hosts_that_nobody_knows_share_half_of_the_workers() -> None:
    lanes = Lanes(4, quick_seconds=2)
    first, second = entered(lanes, "a", "one.example"), entered(lanes, "b", "two.example")
    assert lanes.enter("c", "three.example") is None
    lanes.leave(first, 10)
    third = entered(lanes, "c", "one.example")
    lanes.leave(second, 1)
    quick = [entered(lanes, account, "two.example") for account in "def"]
    assert entered(lanes, "g", "new.example") != third, "quick ones take nothing from the others' share"
    assert lanes.enter("h", "newer.example") is None
    for lane in quick:
        lanes.leave(lane, 5)
    assert lanes.enter("d", "two.example") is None, "it is slow now, as the two under way"


def test_an_account_has_one_worker_at_a_time() -> None:
    lanes = Lanes(4, quick_seconds=2)
    lane = entered(lanes, "a", "one.example")
    assert lanes.busy_owners == ["a"]
    assert lanes.enter("a", "two.example") is None
    lanes.leave(lane, 0)
    assert lanes.enter("a", "two.example") is not None


def test_one_worker_serves_strangers_too() -> None:
    lanes = Lanes(1, quick_seconds=2)
    assert lanes.enter("a", "one.example") is not None


def test_only_so_many_quick_hosts_are_remembered() -> None:
    lanes = Lanes(2, quick_seconds=2)
    for number in range(MOST_HOSTS + 1):
        lanes.leave(entered(lanes, "a", f"{number}.example"), 0)
    entered(lanes, "b", "unknown.example")
    assert lanes.enter("c", "0.example") is None, "forgotten"
    assert lanes.enter("c", f"{MOST_HOSTS}.example") is not None
