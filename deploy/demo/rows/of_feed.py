"""What feed owns: posts with their tags, pictures, comments and bookmarks."""

from feed.bookmarks.models import BookmarkRow
from feed.comments.models import CommentRow
from feed.media.models import PictureRow
from feed.posts.models import PostRow, PostTagRow
from feed.posts.rules import tag_key

from demo.moments import id_at
from demo.rows.tables import Row, Tables
from demo.social import Published


def feed_rows(posts: list[Published]) -> Tables:
    """Everything that feed owns of the demo; a repost follows its original."""
    ordered = sorted(posts, key=lambda each: each.original is not None)
    return [
        (PostRow, [_post(each) for each in ordered]),
        (PostTagRow, [row for each in ordered for row in _tags(each)]),
        (
            PictureRow,
            [
                {"post_id": each.post.id, "position": position, "digest": picture.digest}
                for each in ordered
                for position, picture in enumerate(each.pictures)
            ],
        ),
        (CommentRow, [row for each in ordered for row in _comments(each)]),
        (BookmarkRow, [row for each in ordered for row in _bookmarks(each)]),
    ]


def _post(published: Published) -> Row:
    post = published.post
    return {
        "id": post.id,
        "owner_id": post.owner_id,
        "original_id": post.original_id,
        "brief": post.brief,
        "tags": post.tags,
        "images": post.images,
        "category": post.category,
        "audience": post.audience,
        "mature": post.mature,
        "state": post.state,
        "publish_at": post.publish_at,
        "created_at": post.created_at,
        "device": post.device,
        "announced": post.announced,
        "comments": len(published.comments),
        "reposts": published.reposts,
        "bookmarks": len(published.bookmarks),
        "revision": post.revision,
    }


def _tags(published: Published) -> list[Row]:
    post = published.post
    return [
        {"post_id": post.id, "tag": key, "publish_at": post.publish_at}
        for key in dict.fromkeys(map(tag_key, post.tags))
    ]


def _comments(published: Published) -> list[Row]:
    return [
        {
            "id": said.id,
            "post_id": published.post.id,
            "author_id": said.author.id,
            "words": said.text,
            "created_at": said.at,
        }
        for said in published.comments
    ]


def _bookmarks(published: Published) -> list[Row]:
    return [
        {
            "account_id": account.id,
            "post_id": published.post.id,
            "id": id_at(at, "bookmark", account.email, published.post.id),
            "created_at": at,
        }
        for account, at in published.bookmarks
    ]
