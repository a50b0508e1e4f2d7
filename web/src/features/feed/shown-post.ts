import type { FeedPost } from '@/api';

/** How much of a brief a card shows (spec 1, section 9). */
export const briefLength = 190;

/** The pictures of a post: `media_name` is one name, a JSON list of names, or 'none'. */
export function picturesOf(mediaName: string): string[] {
  if (!mediaName || mediaName === 'none') return [];
  if (!mediaName.startsWith('[')) return [mediaName];
  try {
    const names: unknown = JSON.parse(mediaName);
    return Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string' && name !== 'none') : [];
  } catch {
    return [];
  }
}

/** A picture's address: a bare name lies in the feed's folder of the media host. */
export const pictureAddress = (name: string) => (/^(https?:|\/|data:)/.test(name) ? name : `/media/feed/${name}`);

/** The brief as a card shows it, and whether something was left out. */
export function shortened(brief: string): { text: string; cut: boolean } {
  const letters = Array.from(brief);
  return letters.length > briefLength ? { text: letters.slice(0, briefLength).join('').trimEnd(), cut: true } : { text: brief, cut: false };
}

/** A list shorter than its limit is trimmed to whole rows of four; one that does not fill a row stays (spec 1, section 2). */
export function wholeRows(posts: FeedPost[], limit: number | undefined): FeedPost[] {
  if (!limit || posts.length >= limit || posts.length < 4) return posts;
  return posts.slice(0, posts.length - (posts.length % 4));
}

/** Whether a post is out: the owner's own list also holds drafts, archived posts and those whose time has not come. */
export function isPublished({ status, post_active, post_date }: FeedPost, now: Date): boolean {
  if (status === 'draft' || status === 'archived') return false;
  return post_active !== 'schedule' || new Date(post_date) <= now;
}
