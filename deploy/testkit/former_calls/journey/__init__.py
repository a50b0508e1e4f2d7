"""What is recorded: the calls of people who open a shop, book, meet, rate and leave, with what they are
refused. A later version records what it has more by adding to these modules.
"""

from testkit.former_calls.journey.accounts import join, look_after_accounts
from testkit.former_calls.journey.around import leave, meet
from testkit.former_calls.journey.last_reads import read_all
from testkit.former_calls.journey.orders import book, hold, rate
from testkit.former_calls.journey.shop import find_shop, open_shop
from testkit.former_calls.recorder import Recorder

PEOPLE = ("mara", "jose", "ana", "zoe", "ida", "vera")
"""A provider, two clients, two guests, and a client who leaves."""


async def travel(recorder: Recorder) -> None:
    """Make all calls of the journey."""
    await join(recorder)
    shop = await open_shop(recorder)
    await find_shop(recorder, shop)
    orders = await book(recorder, shop)
    await hold(recorder, orders)
    await rate(recorder, shop, orders)
    await meet(recorder, shop, orders)
    await look_after_accounts(recorder)
    await leave(recorder, shop, orders)
    await read_all(recorder, shop, orders)
