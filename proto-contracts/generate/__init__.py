"""Writes `generated/`: run as `python -m generate` from this folder, or `make contracts` from the root."""
