import { lazy, Suspense } from 'react';
import { PostGrid } from './PostGrid';
import type { PostListProps } from './PostList';

// Asked for beside the posts, so that it is mostly there before them.
const loading = import('./PostList');
const PostList = lazy(() => loading);

/** So many posts fill the first screen. */
const atFirst = 8;

/** A list of posts of any length. The first are drawn at once; what draws only those near the screen is fetched meanwhile. */
export function VirtualPostList(props: PostListProps) {
  const first = (
    <div aria-busy="true">
      <PostGrid posts={props.posts.slice(0, atFirst)} />
    </div>
  );
  return (
    <Suspense fallback={first}>
      <PostList {...props} />
    </Suspense>
  );
}
