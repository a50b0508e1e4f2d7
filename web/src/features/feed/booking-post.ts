import { useLocation, useSearchParams, type LinkProps } from 'react-router-dom';
import { useGetFeedPostQuery, useSession, type FeedPost } from '@/api';
import { paths } from '@/app/paths';
import { useDialog } from '@/ui';

/** The post whose owner's booking dialog is open over the feed (spec 1, section 2). */
const PARAM = 'activeBookingPostId';

/** What a link needs to open the booking dialog of a post's owner; it opens over the feed. */
export function useBookingPostLink(): (postId: string) => Pick<LinkProps, 'to' | 'state' | 'preventScrollReset'> {
  const { pathname, search } = useLocation();
  return (postId) => {
    const params = new URLSearchParams(pathname === paths.feed ? search : '');
    params.set(PARAM, postId);
    return { to: { pathname: paths.feed, search: params.toString() }, state: { dialogOpened: true }, preventScrollReset: true };
  };
}

/** Whose booking dialog the feed's address asks for; nobody's when the post is the viewer's own or is not there. */
export function useBookedOwner(posts: readonly FeedPost[] | undefined) {
  const [params] = useSearchParams();
  const wanted = params.get(PARAM) ?? '';
  const { ownerId } = useSession();
  const { close } = useDialog([wanted], undefined, PARAM);
  const shown = posts?.find(({ post_id }) => post_id === wanted);
  // An older post is not on the first page; it is asked for alone.
  const { currentData } = useGetFeedPostQuery(wanted, { skip: !wanted || !posts || shown !== undefined });
  const owner = (shown ?? currentData?.data)?.owner_id;
  return { ownerId: wanted && owner !== ownerId ? owner : undefined, close };
}
