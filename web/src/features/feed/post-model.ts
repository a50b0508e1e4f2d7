import { textsIn, type FeedPost } from '@/api';

/** How much of a brief a card shows (spec 1, section 9). */
export const briefLength = 190;

/** The pictures of a post: `media_name` is one name, a JSON list of names, or 'none'. */
export function picturesOf(mediaName: string): string[] {
  if (!mediaName || mediaName === 'none') return [];
  if (!mediaName.startsWith('[')) return [mediaName];
  return textsIn(mediaName).filter((name) => name !== 'none');
}

/** The tags of a post: a JSON list of words. */
export const tagsOf = (tags: string): string[] => textsIn(tags);

/** A picture's address: a bare name lies in the feed's folder of the media host. */
export const pictureAddress = (name: string) => (/^(https?:|\/|data:)/.test(name) ? name : `/media/feed/${name}`);

/** A list shorter than its limit is trimmed to whole rows of four; one that does not fill a row stays (spec 1, section 2). */
export function wholeRows(posts: readonly FeedPost[], limit: number | undefined): readonly FeedPost[] {
  if (!limit || posts.length >= limit || posts.length < 4) return posts;
  return posts.slice(0, posts.length - (posts.length % 4));
}

/** Whether a post is out: the owner's own list also holds drafts, archived posts and those whose time has not come. */
export function isPublished({ status, post_active, post_date }: FeedPost, now: Date): boolean {
  if (status === 'draft' || status === 'archived' || status === 'hidden') return false;
  return post_active !== 'schedule' || new Date(post_date) <= now;
}

/** Who says what a card shows: of a repost, the original's owner as proxy. */
export function authorOf(post: FeedPost) {
  return post.post_type === 'repost'
    ? { id: post.proxy_owner_id, name: post.proxy_owner_name, username: post.proxy_owner_username, avatar: post.proxy_owner_avatar }
    : { id: post.owner_id, name: post.name, username: post.username, avatar: post.avatar };
}

/** The post that comments and reposts belong to: of a repost, the original. */
export const contentId = ({ post_id, original_post_id }: FeedPost) => original_post_id || post_id;

/** What one may do with a post (spec 2, sections 5 and 6). `me` is '' for a guest. */
export function rightsOn(post: FeedPost, me: string) {
  const own = me !== '' && post.owner_id === me;
  const said = me !== '' && authorOf(post).id === me;
  return {
    own,
    /** Whose post the main button manages; null where it books. */
    managed: own ? post.post_id : said ? contentId(post) : null,
    undo: own && post.post_type === 'repost',
    // What is not for everybody cannot be passed on.
    repost: !own && !said && post.post_audience === 'all',
    report: me !== '' && !own,
  };
}
