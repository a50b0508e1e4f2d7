"""Posts: drafts, scheduled, active, archived and deleted ones (product.md 6.1, 6.3 and 6.4)."""
