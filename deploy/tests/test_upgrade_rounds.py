"""Who gives way to whom in `make upgrade`."""

import pytest
from drills.upgrade import Pair, rounds
from local.cluster import part_of, process_names
from local.layout import PARTS


def _pairs(replicas: int) -> list[Pair]:
    return [pair for each in rounds(replicas) for pair in each]


@pytest.mark.parametrize("replicas", [1, 2])
def test_every_old_process_gives_way_to_a_new_one_of_its_part(replicas: int) -> None:
    old = [old for old, _ in _pairs(replicas)]
    new = [new for _, new in _pairs(replicas)]
    assert sorted(old) == sorted(name for part in PARTS for name in process_names(part, replicas))
    assert len({*old, *new}) == len(old) + len(new)
    assert [part_of(name) for name in old] == [part_of(name) for name in new]


def test_new_gateways_meet_old_services_and_old_gateways_new_services() -> None:
    order = [part_of(old) for old, _ in _pairs(2)]
    assert order[0] == order[-1] == "gateway"
    assert all(len(each) == 1 for each in rounds(2))
