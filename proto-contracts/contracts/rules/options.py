"""The closed lists of options (product.md 3.9 and 8.2)."""

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
WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
CONFIRMATIONS: Final = ("request", "known", "instant")
"""Who gets a time of a service at once: nobody, clients whom the provider knows, or everybody."""
PRICE_KINDS: Final = ("fixed", "from", "free", "on_request")
QUESTION_KINDS: Final = ("short", "long", "choice", "number", "file")
"""How a question to a client is answered."""
LATE_CANCELLATIONS: Final = ("allowed", "refused")
"""What a client can still do after the time in which they cancel freely."""
CANCEL_REASONS: Final = (
    "plans_changed",
    "ill",
    "other_time",
    "by_mistake",
    "not_available",
    "double_booked",
    "client_asked",
    "other",
)
"""Why an appointment is cancelled. Which side may say which, booking decides."""
REMOTE_KINDS: Final = ("link", "template", "room")
"""How the links of remote sessions come about, where the provider has said so."""
TAXES_INCLUDED: Final = ("yes", "no")
LANGUAGES: Final = (
    "english", "french", "spanish", "arabic", "german", "portuguese", "italian", "dutch", "polish", "turkish",
    "russian", "ukrainian", "romanian", "greek", "swedish", "hebrew", "persian", "urdu", "hindi", "bengali",
    "chinese", "japanese", "korean", "vietnamese", "indonesian", "swahili",
)  # fmt: skip
"""What a provider can say they speak: the languages of the app (`contracts.languages`) and more."""
CONTACT_AUDIENCES: Final = ("everybody", "booked", "nobody")
"""Who may see a provider's telephone number or street: everybody, people with a booking, or nobody."""
FEE_POLICIES: Final = ("negotiable", "non-negotiable")
PAYMENT_METHODS: Final = ("cash", "card", "bank_transfer", "mobile_money", "online_wallet")
REPORT_TYPES: Final = ("posts", "appointments", "messages", "comments", "reviews", "accounts")
REPORT_ACTIONS: Final = ("dismiss", "warn", "hide_post", "remove_content", "suspend_account")
REQUEST_TOPICS: Final = (
    "support",
    "verification",
    "data_access",
    "data_correction",
    "data_deletion",
    "appeal",
    "other",
)
"""The topics of requests to the staff."""
CONCERN_KEYS: Final = {
    "Hate Speech": "hate",
    "Abuse & Harassment": "abuse",
    "Violence & Threats": "violence",
    "Fraud & Scams": "fraud",
    "Child Safety": "children",
    "Privacy Violations": "privacy",
    "Spam & Manipulation": "spam",
    "Impersonation & Fake Accounts": "impersonation",
    "Intellectual Property": "property",
    "Misinformation": "misinformation",
    "Platform Manipulation": "manipulation",
    "Illegal Content": "illegal",
}
"""The concerns of a report: the title on the wire, and the key of its translations."""
REPORT_CONCERNS: Final = tuple(CONCERN_KEYS)
