"""The closed lists that fields choose from (spec 1 sections 3 and 9, spec 2 sections 5 and 9)."""

from typing import Final

CATEGORIES: Final = (
    "wellness",
    "ict",
    "events",
    "health_care",
    "animal_care",
    "counselling",
    "food_catering",
    "sports_fitness",
    "hospitality",
    "entertainment",
    "financial_services",
    "creative_arts",
    "knowledge_and_skills_training",
    "legal",
    "research",
    "real_estate",
    "others",
)
DELIVERY_MODES: Final = ("in-person", "remote", "hybrid")
BOOKING_MODES: Final = ("in-person", "remote")
LANGUAGES: Final = ("english", "french", "spanish", "arabic")
FEE_POLICIES: Final = ("negotiable", "non-negotiable")
PAYMENT_METHODS: Final = ("cash", "card", "bank_transfer", "mobile_money", "online_wallet")
REPORT_TYPES: Final = ("posts", "appointments")
REPORT_CONCERNS: Final = (
    "Hate Speech",
    "Abuse & Harassment",
    "Violence & Threats",
    "Fraud & Scams",
    "Child Safety",
    "Privacy Violations",
    "Spam & Manipulation",
    "Impersonation & Fake Accounts",
    "Intellectual Property",
    "Misinformation",
    "Platform Manipulation",
    "Illegal Content",
)
