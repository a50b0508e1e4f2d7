"""Clients of the public interface: calls, mailbox, sockets. For end-to-end tests, demo and bench."""
