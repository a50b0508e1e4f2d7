import { Suspense } from 'react';
import { loadTexts } from '@/i18n';
import { usePostParams } from '@/routing';
import { lazyPart } from '@/ui/lazy-part';

/** Fetches a dialog's code and texts when it is first opened. */
const withTexts =
  <T,>(load: () => Promise<T>) =>
  async () =>
    (await Promise.all([load(), loadTexts('feed'), loadTexts('circle')]))[0];
const PostDialog = lazyPart(withTexts(() => import('../post-detail/components/PostDialog')));
const SharePost = lazyPart(withTexts(() => import('../post-detail/components/SharePost')));

/** The dialogs about a post that the address names, over any page: its detail view and sharing it. */
export function PostDialogs() {
  const { viewed, view, shared } = usePostParams();
  return (
    <Suspense>
      {viewed ? <PostDialog postId={viewed} view={view} /> : null}
      {shared ? <SharePost postId={shared} /> : null}
    </Suspense>
  );
}
