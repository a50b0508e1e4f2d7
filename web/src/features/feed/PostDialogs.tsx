import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '@/app/paths';
import { loadTexts } from '@/i18n';
import { usePostPlace } from './address';

/** A dialog's code and words, fetched when it is first opened. */
const withTexts = <T,>(load: () => Promise<T>) => async () => (await Promise.all([load(), loadTexts('feed'), loadTexts('circle')]))[0];
const PostDialog = lazy(withTexts(() => import('./view/PostDialog')));
const BookPostOwner = lazy(withTexts(() => import('./view/BookPostOwner')));
const SharePost = lazy(withTexts(() => import('./view/SharePost')));

/** Where the address keeps naming a post for the page that comes after, and opens nothing. */
const onTheWay: readonly string[] = [paths.signIn, paths.signUp];

/** The dialogs about a post that the address names, over any page: its full view, sharing it, booking its owner. */
export function PostDialogs() {
  const { pathname } = useLocation();
  const { booked, viewed, view, shared } = usePostPlace();
  if (onTheWay.includes(pathname)) return null;
  return (
    <Suspense>
      {viewed ? <PostDialog postId={viewed} view={view} /> : null}
      {shared ? <SharePost postId={shared} /> : null}
      {booked ? <BookPostOwner postId={booked} /> : null}
    </Suspense>
  );
}
