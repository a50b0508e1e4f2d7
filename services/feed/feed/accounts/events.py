"""An account that is gone is erased here too."""

from chassis.db import Transaction
from chassis.events import subscribe
from contracts.events.identity import AccountDeleted

from feed.bookmarks.store import erase_bookmarks
from feed.comments.store import erase_comments
from feed.media.store import let_all_go
from feed.people.store import erase_person
from feed.posts.store import posts_by, remove
from feed.standing.store import release


@subscribe(AccountDeleted)
async def erase_account(event: AccountDeleted, tx: Transaction) -> None:
    """Posts, reposts, comments, bookmarks and pictures go; reposts of its posts go with them."""
    await erase_person(tx, event.account_id)
    await erase_comments(tx, event.account_id)
    await erase_bookmarks(tx, event.account_id)
    for post in await posts_by(tx, event.account_id):
        await remove(tx, post, event.occurred_at)
    await release(tx, event.occurred_at, event.account_id)
    await let_all_go(tx, event.account_id, event.occurred_at)


CONSUMERS = (erase_account,)
