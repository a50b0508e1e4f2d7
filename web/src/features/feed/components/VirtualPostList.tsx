import { Suspense } from 'react';
import { useFirstCards, useTakenOver } from '@/ui';
import { lazyPart } from '@/ui/lazy-part';
import { PostGrid } from './PostGrid';
import type { PostListProps } from './PostList';

const load = () => import('./PostList');
// Starts loading together with the posts, so that it is usually ready before them. What fails is loaded again when it is shown.
load().catch(() => undefined);
const PostList = lazyPart(load);

/** A post list of any length. Renders the posts of the first screen at once, while the virtualized list's code loads. */
export function VirtualPostList(props: PostListProps) {
  const takenOver = useTakenOver();
  const count = useFirstCards();
  const first = (
    <div aria-busy="true">
      <PostGrid posts={props.posts.slice(0, count)} first />
    </div>
  );
  // The server does not know the height of the screen, by which the list chooses its rows.
  if (!takenOver) return first;
  return (
    <Suspense fallback={first}>
      <PostList {...props} />
    </Suspense>
  );
}
