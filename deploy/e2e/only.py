"""Marks for tests that run in one of the two environments.

Both run the same code. They differ in how the parts reach each other: by calls in one process or over HTTP,
by a bus in memory or RabbitMQ. Tests of that run in both; a rule or a check of input is tested in one.
"""

import pytest

embedded = pytest.mark.parametrize("environment", ["embedded"], indirect=True)
distributed = pytest.mark.parametrize("environment", ["distributed"], indirect=True)
