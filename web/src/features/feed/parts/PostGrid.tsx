import { Skeleton } from '@mantine/core';
import type { FeedPost } from '@/api';
import { wholeRows } from '../shown-post';
import { PostCard } from './PostCard';
import classes from './PostGrid.module.css';

/** Posts in a grid of up to four columns. */
export function PostGrid({ posts, limit }: { posts: FeedPost[]; limit?: number }) {
  return (
    <ul className={classes.grid}>
      {wholeRows(posts, limit).map((post) => (
        <li key={post.post_id}>
          <PostCard post={post} />
        </li>
      ))}
    </ul>
  );
}

/** The grid before anything is known. */
export function PostGridSkeleton() {
  return (
    <div className={classes.grid}>
      {[1, 2, 3, 4].map((card) => (
        <Skeleton key={card} height={380} radius={18} />
      ))}
    </div>
  );
}
