"""Everything identity holds about an account, and exports of all services as a job (product.md 1.10)."""
