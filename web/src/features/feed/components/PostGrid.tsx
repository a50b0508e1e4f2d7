import { Skeleton } from '@mantine/core';
import type { FeedPost } from '@/api';
import { trimToRows } from '../post-model';
import { PostCard } from './PostCard';
import classes from './PostGrid.module.css';

interface PostGridProps {
  posts: readonly FeedPost[];
  limit?: number;
  /** What 'Book appointment' does on the owner's own page. Default: opens the owner's booking dialog. */
  onBook?: (() => void) | undefined;
  /** Whether the grid begins the screen. */
  first?: boolean;
}

/** Posts in a grid of up to four columns. */
export function PostGrid({ posts, limit, onBook, first = false }: PostGridProps) {
  return (
    <ul className={classes.grid}>
      {trimToRows(posts, limit).map((post, index) => (
        <li key={post.post_id}>
          <PostCard post={post} onBook={onBook} first={first && index === 0} />
        </li>
      ))}
    </ul>
  );
}

/** The grid while loading. */
export function PostGridSkeleton() {
  return (
    <div className={classes.grid}>
      {[1, 2, 3, 4].map((card) => (
        <Skeleton key={card} height={460} radius="lg" />
      ))}
    </div>
  );
}
