"""How a blocked address is recognised (product.md 7.1). Pure."""

from hashlib import sha256


def address_digest(provider_id: str, address: str) -> str:
    """The digest by which a provider's calendar knows a blocked address; `orders.hot_sql` computes it too."""
    return sha256(f"{provider_id}:{address.lower()}".encode()).hexdigest()
