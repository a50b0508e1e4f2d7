import { Suspense } from 'react';
import { lazyPart } from '@/ui/lazy-part';
import { PostGrid } from './PostGrid';
import type { PostListProps } from './PostList';

const load = () => import('./PostList');
// Starts loading together with the posts, so that it is usually ready before them. What fails is loaded again when it is shown.
load().catch(() => undefined);
const PostList = lazyPart(load);

/** How many posts fill the first screen. */
const initialPosts = 8;

/** A post list of any length. Renders the first posts at once, while the virtualized list's code loads. */
export function VirtualPostList(props: PostListProps) {
  const first = (
    <div aria-busy="true">
      <PostGrid posts={props.posts.slice(0, initialPosts)} first />
    </div>
  );
  return (
    <Suspense fallback={first}>
      <PostList {...props} />
    </Suspense>
  );
}
