"""What the sides of an order hear of it: alerts, mails and pushes, in one statement (product.md 5.1, 5.3)."""
