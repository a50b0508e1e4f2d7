"""Texts of the product: labels, samples, default feedback and details of report concerns."""

from typing import Final

CATEGORY_LABELS: Final = {
    "wellness": "Wellness",
    "ict": "ICT",
    "events": "Events",
    "health_care": "Health care",
    "animal_care": "Animal care",
    "counselling": "Counselling",
    "food_catering": "Food & catering",
    "sports_fitness": "Sports & fitness",
    "hospitality": "Hospitality",
    "entertainment": "Entertainment",
    "financial_services": "Financial services",
    "creative_arts": "Creative arts",
    "knowledge_and_skills_training": "Knowledge & skills training",
    "legal": "Legal",
    "research": "Research",
    "real_estate": "Real estate",
    "others": "Others",
}
DELIVERY_MODE_LABELS: Final = {
    "in-person": "In-person",
    "remote": "Remote",
    "hybrid": "Hybrid (In-person & remote)",
}
RATING_WORDS: Final = {5: "Excellent", 4: "Very good", 3: "Satisfactory", 2: "Poor", 1: "Terrible"}
CONCERN_DETAILS: Final = {
    "Hate Speech": "Attacks or demeans people for who they are, where they come from or what they believe.",
    "Abuse & Harassment": "Insults, stalking, unwanted advances or other conduct that wears a person down.",
    "Violence & Threats": "Threatens harm, praises violence or calls on others to commit it.",
    "Fraud & Scams": "Takes money or data by deceit, or offers what will never be delivered.",
    "Child Safety": "Endangers, exploits or sexualises a person under age.",
    "Privacy Violations": "Shares a person's private details or pictures without their consent.",
    "Spam & Manipulation": "Repeats unwanted messages, or games ratings and bookings.",
    "Impersonation & Fake Accounts": "Pretends to be another person, brand or organisation.",
    "Intellectual Property": "Uses another's work, name or trademark without the right to do so.",
    "Misinformation": "States false things as facts, in a way that can do harm.",
    "Platform Manipulation": "Works around the rules of the platform, alone or with others.",
    "Illegal Content": "Offers or shows what the law forbids.",
}
SAMPLE_POLICY_PERKS: Final = (
    "Free 30-minute consultation for every 5 appointments",
    "5% referral bonus for every new client you bring",
    "5% loyalty discount after 10 appointments",
    "Free cancellation up to 24 hours before the appointment",
    "Free rescheduling once for each appointment",
    "Please arrive 5 minutes before the agreed time",
    "Sessions that start late because of the client end at the agreed time",
    "Fees are agreed before the session and paid after it",
    "What you tell us stays between us",
)
DEFAULT_FEEDBACK: Final = {
    "accepted": "Thank you for your request. I look forward to our session.",
    "rejected": "Thank you for your request. I am sorry that I cannot take it this time.",
    "ongoing": "Our session starts now.",
    "completed": "Thank you for the session. I hope to see you again.",
    "missed": "I am sorry that we did not meet at the agreed time.",
    "cancelled": "I am sorry that I have to cancel this appointment.",
}
DEFAULT_RATING_REQUEST: Final = "Thank you for the session. Would you take a moment to rate it?"
FIRST_BRIEF: Final = "Hello, I would like to book an appointment with you."
