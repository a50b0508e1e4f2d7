"""What the staff decide and are asked, to those whom it concerns (product.md 7.3 and 9)."""
