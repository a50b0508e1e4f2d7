"""Accounts of the staff of Openhours. Only a command creates them, never a sign-up."""
