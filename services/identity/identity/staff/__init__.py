"""Accounts of the people who run the house. A command makes them, never a sign-up."""
