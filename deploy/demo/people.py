"""The people of the demo: six providers on four continents, and two clients."""

from dataclasses import dataclass

PASSWORD = "open hours for all"  # noqa: S105  printed by `make run`; the demo has no secrets


@dataclass(frozen=True)
class Offer:
    """A service: its minutes, and its price in whole units of the provider's currency (0: free)."""

    name: str
    minutes: int
    cost: int
    mode: str
    brief: str = ""


@dataclass(frozen=True)
class WeeklyHours:
    """The hours of a week: the same on each day that is not closed."""

    start: str
    end: str
    minutes: int
    buffer: int
    closed: tuple[str, ...] = ("sunday",)


@dataclass(frozen=True)
class Host:
    """A provider of the demo."""

    name: str
    email: str
    username: str
    category: str
    expertise: str
    phone: str
    country: str
    city: str
    currency: str
    address: str
    mode: str
    bio: str
    zone: str
    languages: tuple[str, ...]
    skills: tuple[str, ...]
    perks: tuple[str, ...]
    offers: tuple[Offer, ...]
    hours: WeeklyHours


HOSTS = (
    Host(
        name="Mara Weiss",
        email="mara@demo.example",
        username="mara_weiss",
        category="wellness",
        expertise="Physiotherapy",
        phone="4930901820",
        country="Germany-DE",
        city="Berlin",
        currency="EUR-DE",
        address="Torstraße 12, 10119 Berlin",
        mode="hybrid",
        bio="Calm hands and clear plans for backs that have had enough. Twelve years with dancers.",
        zone="Europe/Berlin",
        languages=("english",),
        skills=("manual therapy", "posture", "sports injuries", "breathing"),
        perks=("The first consultation is free", "Cancel up to a day ahead at no cost"),
        offers=(
            Offer("First consultation", 30, 0, "hybrid", "We talk, we look, we make a plan."),
            Offer("Back and neck treatment", 60, 85, "in-person", "An hour of work on what hurts."),
            Offer("Exercises by video", 30, 40, "remote"),
        ),
        hours=WeeklyHours("08:00", "18:00", 30, 0, ("saturday", "sunday")),
    ),
    Host(
        name="José Huamán",
        email="jose@demo.example",
        username="jose_huaman",
        category="knowledge_and_skills_training",
        expertise="Spanish & Quechua",
        phone="5114567890",
        country="Peru-PE",
        city="Lima",
        currency="PEN-PE",
        address="Jirón Ayacucho 240, Lima",
        mode="remote",
        bio="Conversation first, grammar when you ask for it. Lessons from Lima with coffee on both sides.",
        zone="America/Lima",
        languages=("spanish", "english"),
        skills=("conversation", "exam preparation", "quechua for beginners"),
        perks=("Every tenth lesson is on the house",),
        offers=(
            Offer("Trial lesson", 25, 0, "remote"),
            Offer("Conversation", 50, 70, "remote", "We talk about what you care about."),
        ),
        hours=WeeklyHours("07:00", "21:00", 25, 5, ()),
    ),
    Host(
        name="Amina Diallo",
        email="amina@demo.example",
        username="amina_braids",
        category="creative_arts",
        expertise="Hair braiding",
        phone="33142857142",
        country="France-FR",
        city="Île-de-France",
        currency="EUR-FR",
        address="8 rue des Poissonniers, Paris",
        mode="in-person",
        bio="Box braids, cornrows and twists, with music and mint tea. Bring a picture and some time.",
        zone="Europe/Paris",
        languages=("french", "english", "arabic"),
        skills=("box braids", "cornrows", "twists", "care"),
        perks=("Braids that loosen within a week are redone for free",),
        offers=(
            Offer("Cornrows", 90, 60, "in-person"),
            Offer("Box braids", 240, 140, "in-person", "Hair included."),
        ),
        hours=WeeklyHours("10:00", "19:00", 30, 0, ("sunday", "monday")),
    ),
    Host(
        name="Tom Okafor",
        email="tom@demo.example",
        username="tom_okafor",
        category="others",
        expertise="Bicycle repair",
        phone="442079460000",
        country="United Kingdom-GB",
        city="London, City of",
        currency="GBP-GB",
        address="Arch 14, Maltby Street, London",
        mode="in-person",
        bio="Brakes, gears and wheels under a railway arch. You may stay and watch; the kettle is always on.",
        zone="Europe/London",
        languages=("english",),
        skills=("wheel building", "hydraulic brakes", "cargo bikes"),
        perks=("Free check after 100 miles",),
        offers=(
            Offer("Tune-up", 45, 55, "in-person"),
            Offer("Learn to mend a puncture", 30, 0, "in-person"),
        ),
        hours=WeeklyHours("09:00", "17:30", 45, 15, ("sunday", "wednesday")),
    ),
    Host(
        name="Leila Haddad",
        email="leila@demo.example",
        username="leila_haddad",
        category="financial_services",
        expertise="Taxes for freelancers",
        phone="21671123456",
        country="Tunisia-TN",
        city="Tunis",
        currency="TND-TN",
        address="Avenue Habib Bourguiba 40, Tunis",
        mode="remote",
        bio="Your papers, in order, and a number you can sleep with. In French, Arabic or English.",
        zone="Africa/Tunis",
        languages=("arabic", "french", "english"),
        skills=("freelancers", "cross-border invoices", "bookkeeping"),
        perks=("One question by mail is always free",),
        offers=(Offer("Tax check", 45, 120, "remote"), Offer("Yearly return", 120, 380, "remote")),
        hours=WeeklyHours("08:30", "16:30", 45, 15, ("saturday", "sunday")),
    ),
    Host(
        name="Kenji Mori",
        email="kenji@demo.example",
        username="kenji_mori",
        category="animal_care",
        expertise="Cat behaviour",
        phone="81312345678",
        country="Japan-JP",
        city="Tokyo",
        currency="JPY-JP",
        address="Yanaka 3-10, Taito, Tokyo",
        mode="hybrid",
        bio="Your cat is not angry with you. I listen to both sides and suggest a treaty.",
        zone="Asia/Tokyo",
        languages=("english",),
        skills=("cats", "moving house", "two-cat homes"),
        perks=("A follow-up call after two weeks",),
        offers=(Offer("House call", 60, 9000, "in-person"), Offer("Video call", 30, 4500, "remote")),
        hours=WeeklyHours("11:00", "20:00", 30, 10, ("tuesday",)),
    ),
)

STAFF = ("Ada Byrne", "staff@demo.example")
CLIENTS = (("Nora Lind", "nora@demo.example"), ("Sam Rivera", "sam@demo.example"))
