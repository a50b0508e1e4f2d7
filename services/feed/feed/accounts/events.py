"""An account that is gone is erased here too."""

from chassis.events import hears
from contracts.events.identity import AccountDeleted
from sqlalchemy.ext.asyncio import AsyncSession

from feed.bookmarks.store import erase_bookmarks
from feed.comments.store import erase_comments
from feed.media.store import let_all_go
from feed.people.store import erase_person
from feed.posts.store import posts_by, remove
from feed.standing.store import release


@hears(AccountDeleted)
async def erase_account(event: AccountDeleted, session: AsyncSession) -> None:
    """Posts, reposts, comments, bookmarks and pictures go; reposts of its posts go with them."""
    await erase_person(session, event.account_id)
    await erase_comments(session, event.account_id)
    await erase_bookmarks(session, event.account_id)
    for post in await posts_by(session, event.account_id):
        await remove(session, post, event.occurred_at)
    await release(session, event.occurred_at, event.account_id)
    await let_all_go(session, event.account_id, event.occurred_at)


CONSUMERS = (erase_account,)
