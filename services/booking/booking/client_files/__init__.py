"""Files that a provider keeps with a client: pictures and PDFs, for nobody else (product.md 4.17)."""
