"""HTTP: callers, dependencies, the envelope, paging, idempotency keys."""
