"""Draws the demo's portraits and pictures, so that no photographs are needed."""
