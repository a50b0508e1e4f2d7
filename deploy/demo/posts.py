"""The posts of the demo, the oldest first."""

from dataclasses import dataclass
from typing import Final

from demo.pictures import Palette

DAWN: Final[Palette] = ("#f7d9b5", "#f2b48c", "#fff1d6", "#d98f6a", "#a9654f", "#6f4240", "#3d2a33")
SEA: Final[Palette] = ("#dff1ee", "#9fd3cf", "#f4fbf8", "#5fb0ab", "#2f8489", "#1d5a66", "#123a48")
MOSS: Final[Palette] = ("#eef3dc", "#c9dba6", "#fbf6da", "#8fb06e", "#5d8550", "#3a5d3e", "#223b2b")
NIGHT: Final[Palette] = ("#2b2d5b", "#5b4a86", "#f7e6a9", "#7a5a92", "#4a3a70", "#2f2650", "#1b1734")
CLAY: Final[Palette] = ("#fbeee6", "#f0cdb7", "#c8643f", "#8a3f2c", "#e0a15e", "#4c2a25", "#2b1b1b")
BRASS: Final[Palette] = ("#f3ead7", "#dcc79c", "#1f3b4d", "#b1762f", "#6a8f8b", "#8c2f39", "#2b2b2b")


@dataclass(frozen=True)
class DemoPost:
    """A post: its owner's username, caption, pictures by kind and colours, and audience."""

    username: str
    caption: str
    pictures: tuple[tuple[str, Palette], ...]
    audience: str = "all"
    when: str = "now"
    """now, or draft."""


POSTS: Final = (
    DemoPost(
        "kenji_mori",
        "Moving house with a cat? Unpack one room first, close its door, and let it smell of you for a "
        "night before the rest of the boxes arrive. Two quiet days save you two loud weeks. #cats "
        "#movinghouse",
        (("hills", NIGHT),),
    ),
    DemoPost(
        "leila_haddad",
        "Three papers that every freelancer should keep in one folder: contracts, invoices, receipts. The "
        "rest I will find with you. #freelancers #bookkeeping",
        (("waves", BRASS),),
    ),
    DemoPost(
        "tom_okafor",
        "A wheel that runs true again, and a second one that was worth saving. Bring yours on Saturday; "
        "the kettle is on and the stool is yours. #wheelbuilding #london",
        (("wheels", BRASS), ("wheels", CLAY)),
    ),
    DemoPost(
        "amina_braids",
        "Saturday, four hours, one long film and this. Box braids to the waist with two shades of copper: "
        "the cool one sits behind the ear, where only friends will see it. I keep hair in eleven colours "
        "here, and if yours is not among them, send a picture the week before and I will find it. "
        "#boxbraids #paris",
        (("plaits", CLAY), ("plaits", DAWN), ("plaits", BRASS)),
    ),
    DemoPost(
        "jose_huaman",
        "Word of the week: madrugada, the hours between midnight and dawn that English has no name for. "
        "Use it in your next lesson and the coffee is on me. #spanish #wordoftheweek",
        (("hills", DAWN),),
    ),
    DemoPost(
        "mara_weiss",
        "Ten quiet minutes for a back that sat all day: lie on the floor, calves on a chair, one hand on "
        "your belly. Breathe out longer than in. That is the whole exercise, and it works because nothing "
        "has to. #backs #breathing",
        (("waves", SEA), ("hills", SEA)),
    ),
    DemoPost(
        "kenji_mori",
        "Two cats, one windowsill: a treaty in four bowls. Written up after a house call in Yanaka. #cats",
        (("hills", MOSS),),
    ),
    DemoPost(
        "mara_weiss",
        "For those who train with me already: next month's programme, a week early.",
        (("hills", CLAY),),
        audience="interests",
    ),
    DemoPost(
        "mara_weiss",
        "Notes for a post about running shoes. #running",
        (("waves", DAWN),),
        when="draft",
    ),
)
REPOST: Final = ("tom_okafor", "mara_weiss", "Did this between two bicycles. My back says thank you.")
"""The reposts: who reposts the newest public post of which provider, and with which text."""
