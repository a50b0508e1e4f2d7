"""The queue of what is to be pushed, one row for each device (product.md 5.4)."""
