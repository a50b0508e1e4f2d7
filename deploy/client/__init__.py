"""Clients of the public interface: calls, mailbox, sockets. For end-to-end tests and bench."""
