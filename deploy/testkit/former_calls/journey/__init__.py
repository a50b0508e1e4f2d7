"""The journey: calls of people who open a shop, book, meet, rate and leave, with what they are refused.

A later version records what it has more by adding to these modules.
"""

from testkit.former_calls.journey.accounts import join, look_after_accounts
from testkit.former_calls.journey.around import leave, meet
from testkit.former_calls.journey.last_reads import read_all
from testkit.former_calls.journey.orders import book, hold, rate
from testkit.former_calls.journey.shop import find_shop, open_shop
from testkit.former_calls.people import People


async def travel(people: People) -> None:
    """Make all calls of the journey."""
    await join(people)
    shop = await open_shop(people)
    await find_shop(people, shop)
    orders = await book(people, shop)
    await hold(people, orders)
    await rate(people, shop, orders)
    await meet(people, shop, orders)
    await look_after_accounts(people)
    await leave(people, shop, orders)
    await read_all(people, shop, orders)
