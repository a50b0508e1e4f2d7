"""Copies of what profiles owns: provider flags, telephone numbers and pictures."""
