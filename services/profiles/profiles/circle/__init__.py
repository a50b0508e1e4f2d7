"""A person's circle of providers, and whom of them they trust."""
