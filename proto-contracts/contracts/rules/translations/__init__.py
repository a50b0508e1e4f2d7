"""The sentences of rules and services in other languages, by the English sentence (product.md 8.3)."""

from contracts.rules.translations.catalogue import LOCALES, translated

__all__ = ["LOCALES", "translated"]
