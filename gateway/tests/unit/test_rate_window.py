"""How many frames a socket may send in any period."""

from gateway.realtime.socket_guard import RateWindow


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_rate_is_kept_over_any_period() -> None:
    clock = Clock()
    window = RateWindow(3, 10, clock)
    assert [window.allows() for _ in range(4)] == [True, True, True, False]
    clock.now = 9.99
    assert not window.allows()
    clock.now = 10
    assert [window.allows() for _ in range(4)] == [True, True, True, False]


def test_the_period_slides() -> None:
    clock = Clock()
    window = RateWindow(2, 10, clock)
    answers: list[bool] = []
    for second in (0, 9, 10, 18.9, 19):
        clock.now = second
        answers.append(window.allows())
    assert answers == [True, True, True, False, True]
