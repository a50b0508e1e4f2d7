"""The links that stop mails of one kind (product.md 5.7)."""
