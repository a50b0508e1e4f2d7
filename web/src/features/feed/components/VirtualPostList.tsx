import { Suspense, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useFirstCards, useTakenOver } from '@/ui';
import { lazyPart } from '@/ui/lazy-part';
import { ListFooter } from './ListFooter';
import { PostCard } from './PostCard';
import grid from './PostGrid.module.css';
import type { PostListProps } from './PostList';

const load = () => import('./PostList');
// Starts loading together with the posts, so that it is usually ready before them. What fails is loaded again when it is shown.
load().catch(() => undefined);
const PostList = lazyPart(load);

/** How many of `count` cards fill whole rows of the grid, whose styles choose the columns. */
function useWholeRows(cards: RefObject<HTMLElement | null>, count: number): number {
  const [columns, setColumns] = useState(1);
  useLayoutEffect(() => {
    const element = cards.current;
    if (!element) return undefined;
    const measure = () => setColumns(getComputedStyle(element).gridTemplateColumns.split(' ').length);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [cards]);
  return count - (count % columns);
}

/**
 * A post list of any length. The posts of the first screen are plain cards, which the server renders and which stay; the
 * virtualized list with all others follows once its code is there.
 */
export function VirtualPostList({ name, posts, more }: PostListProps) {
  const takenOver = useTakenOver();
  const cards = useRef<HTMLDivElement>(null);
  const count = useWholeRows(cards, useFirstCards());
  const others = posts.slice(count);
  return (
    <>
      <div role="feed" aria-busy={more.state === 'loading'}>
        <div ref={cards} className={grid.grid}>
          {posts.slice(0, count).map((post, index) => (
            <PostCard key={post.post_id} post={post} first={index === 0} />
          ))}
        </div>
        <Suspense>
          {takenOver && (others.length > 0 || more.state !== 'over') ? <PostList name={name} posts={others} more={more} /> : null}
        </Suspense>
      </div>
      {takenOver ? <ListFooter more={more} /> : null}
    </>
  );
}
