"""A small HTTP/1.1 client for the services behind the gateway: httptools parses, a pool keeps connections."""
