"""The rows of the demo, service by service: what each one owns. What the others know of it, they are told."""
