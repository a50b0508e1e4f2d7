"""Ratings of sessions that were held."""
