"""How often an address may try something, and how long it waits then (product.md 1.2)."""
