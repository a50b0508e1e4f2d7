"""Drills: the whole system against faults, each by a make target of its own."""
