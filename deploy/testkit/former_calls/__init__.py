"""Calls of former versions: a journey, the shapes of its recorded answers, and their comparison.

`python -m drills.record_calls` records them (deploy/README.md).
"""
