"""What every service shares and no service owns. No word of the product's domain is spoken here."""
