"""The sentences of rules and services in other languages, by the English sentence (product.md 8.3)."""

from contracts.rules.translations.catalogue import LOCALES, translated
from contracts.rules.translations.pseudo import PSEUDO, PSEUDO_TAG

__all__ = ["LOCALES", "PSEUDO", "PSEUDO_TAG", "translated"]
