"""Generates what the documents show of the code: `python -m ci.documents`, part of `make contracts`.

It writes callers.md, components.md and events.md, and the state diagram of an order in product.md.
"""
