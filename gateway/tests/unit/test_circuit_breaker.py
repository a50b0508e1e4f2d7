"""The circuit breaker of one upstream."""

from gateway.circuit_breaker import FAILURES_TO_OPEN, PAUSE_SECONDS, CircuitBreaker


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def opened(clock: Clock) -> CircuitBreaker:
    breaker = CircuitBreaker(clock)
    for _ in range(FAILURES_TO_OPEN):
        assert breaker.allows()
        assert not breaker.open
        breaker.failed()
    assert breaker.open
    return breaker


def test_a_breaker_opens_probes_and_closes() -> None:
    clock = Clock()
    breaker = opened(clock)
    assert not breaker.allows()
    clock.now += PAUSE_SECONDS
    assert breaker.allows()
    assert not breaker.allows(), "one probe in each pause"
    breaker.failed()
    assert not breaker.allows()
    clock.now += PAUSE_SECONDS
    assert breaker.allows()
    breaker.succeeded()
    assert breaker.allows()
    assert not breaker.open


def test_no_probe_goes_out_before_the_pause_is_over() -> None:
    clock = Clock()
    breaker = opened(clock)
    clock.now += PAUSE_SECONDS - 0.01
    assert not breaker.allows()
    clock.now += 0.01
    assert breaker.allows()
    clock.now += PAUSE_SECONDS - 0.01
    assert not breaker.allows(), "the probe began another pause"


def test_a_success_closes_the_breaker_with_a_clean_count() -> None:
    breaker = opened(Clock())
    breaker.succeeded()
    for _ in range(FAILURES_TO_OPEN - 1):
        breaker.failed()
        assert breaker.allows()
    breaker.failed()
    assert not breaker.allows()


def test_failures_that_are_not_in_a_row_open_nothing() -> None:
    breaker = CircuitBreaker(Clock())
    for _ in range(3):
        for _ in range(FAILURES_TO_OPEN - 1):
            breaker.failed()
        breaker.succeeded()
    assert not breaker.open
    assert breaker.allows()
