"""What is held here about guests: given to them, and forgotten after a while (product.md 4.6)."""
