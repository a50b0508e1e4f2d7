import { parseTextList, type FeedPost } from '@/api';

/** How many characters of a brief a card shows (product.md 2.7). */
export const briefLength = 190;

/** The pictures of a post. `media_name` is one name, a JSON list of names, or 'none'. */
export function picturesOf(mediaName: string): string[] {
  if (!mediaName || mediaName === 'none') return [];
  if (!mediaName.startsWith('[')) return [mediaName];
  return parseTextList(mediaName).filter((name) => name !== 'none');
}

/** The tags of a post, from a JSON list. */
export const tagsOf = (tags: string): string[] => parseTextList(tags);

/** Trims a list shorter than its limit to whole rows of four. Less than one row stays as it is. */
export function trimToRows(posts: readonly FeedPost[], limit: number | undefined): readonly FeedPost[] {
  if (!limit || posts.length >= limit || posts.length < 4) return posts;
  return posts.slice(0, posts.length - (posts.length % 4));
}

/** Whether a post is published. The owner's list also holds drafts, archived posts and scheduled posts. */
export function isPublished({ status, post_active, post_date }: FeedPost, now: Date): boolean {
  if (status === 'draft' || status === 'archived' || status === 'hidden') return false;
  return post_active !== 'schedule' || new Date(post_date) <= now;
}

/** The author that a card shows; for a repost, the original's owner (as proxy). */
export function authorOf(post: FeedPost) {
  return post.post_type === 'repost'
    ? { id: post.proxy_owner_id, name: post.proxy_owner_name, username: post.proxy_owner_username, avatar: post.proxy_owner_avatar }
    : { id: post.owner_id, name: post.name, username: post.username, avatar: post.avatar };
}

/** The id that comments and reposts refer to; for a repost, the original's. */
export const contentId = ({ post_id, original_post_id }: FeedPost) => original_post_id || post_id;

/** What the viewer may do with a post (product.md 6.6 and 6.7). `me` is '' for a guest. */
export function rightsOn(post: FeedPost, me: string) {
  const own = me !== '' && post.owner_id === me;
  const said = me !== '' && authorOf(post).id === me;
  return {
    own,
    /** The id of the post that the main button manages; null where it books. */
    managed: own ? post.post_id : said ? contentId(post) : null,
    undo: own && post.post_type === 'repost',
    // A post with a restricted audience cannot be reposted.
    repost: !own && !said && post.post_audience === 'all',
    // A guest is told that it takes an account.
    report: !own,
  };
}
