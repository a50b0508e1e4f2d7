"""What tests share: the pytest plugin, fakes, recorders, malicious input, latency."""
