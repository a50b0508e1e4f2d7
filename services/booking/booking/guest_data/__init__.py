"""What is held about guests: given to them, erased for them, and forgotten after a while (product.md 4.6)."""
