import { useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import type { FeedPost } from '@/api';
import { useColumns, type Columns } from '../hooks/use-columns';
import type { ListFooterProps } from './ListFooter';
import { PostCard } from './PostCard';
import classes from './PostList.module.css';

export interface PostListProps extends ListFooterProps {
  /** Identifies the list, so that its scroll position can be restored. */
  name: string;
  posts: readonly FeedPost[];
}

/** The assumed height of a card until it is measured, in pixels. */
const estimatedHeight = 520;
/** The next page is fetched this many rows before the end: a screen or more, with the one that is rendered ahead. */
const rowsAhead = (columns: number) => (columns === 1 ? 4 : 1);

interface StoredRows {
  columns: Columns;
  rows: VirtualItem[];
}

/** The row heights of lists when they were last shown, so that Back restores the position. */
const storedRows = new Map<string, StoredRows>();
const maxStoredLists = 10;

/** Remembers the rows of a list, and forgets those of the oldest lists. */
function storeRows(name: string, rows: StoredRows): void {
  storedRows.delete(name);
  storedRows.set(name, rows);
  for (const oldest of [...storedRows.keys()].slice(0, -maxStoredLists)) storedRows.delete(oldest);
}

function rowsOf(posts: readonly FeedPost[], columns: number): FeedPost[][] {
  return Array.from({ length: Math.ceil(posts.length / columns) }, (_, row) => posts.slice(row * columns, (row + 1) * columns));
}

/** The posts after those of the first screen, in rows of up to four. Only rows near the viewport are rendered; scrolling fetches more. */
export default function PostList({ name, posts, more }: PostListProps) {
  const list = useRef<HTMLDivElement>(null);
  const before = storedRows.get(name);
  const columns = useColumns(list, before?.columns);
  const rows = useMemo(() => rowsOf(posts, columns.count), [posts, columns.count]);
  const virtual = useVirtualRows(rows, columns, before);
  useStoredRows(name, columns, virtual);
  useLoadNearEnd(virtual, rows.length - rowsAhead(columns.count), more);
  return (
    <div ref={list} className={classes.list} style={{ height: virtual.getTotalSize(), marginTop: columns.gap }}>
      {virtual.getVirtualItems().map((item) => (
        <div
          key={item.key}
          ref={virtual.measureElement}
          data-index={item.index}
          className={classes.row}
          style={{
            transform: `translateY(${item.start - columns.top}px)`,
            gridTemplateColumns: `repeat(${columns.count}, minmax(0, 1fr))`,
            gap: columns.gap,
          }}
        >
          {rows[item.index]?.map((post) => (
            <PostCard key={post.post_id} post={post} />
          ))}
        </div>
      ))}
    </div>
  );
}

type RowVirtualizer = ReturnType<typeof useWindowVirtualizer<HTMLDivElement>>;

function useVirtualRows(rows: FeedPost[][], columns: Columns, before: StoredRows | undefined): RowVirtualizer {
  const same = before?.columns.count === columns.count ? before.rows : [];
  return useWindowVirtualizer<HTMLDivElement>({
    count: rows.length,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => `${columns.count}:${rows[index]?.[0]?.post_id ?? index}`,
    gap: columns.gap,
    overscan: 1,
    useFlushSync: false,
    scrollMargin: columns.top,
    initialMeasurementsCache: same,
  });
}

/** Stores the measured rows when the list unmounts. */
function useStoredRows(name: string, columns: Columns, virtual: RowVirtualizer): void {
  const latest: RefObject<StoredRows> = useRef({ columns, rows: [] });
  useEffect(() => {
    latest.current = { columns, rows: virtual.measurementsCache };
  });
  useLayoutEffect(() => () => storeRows(name, latest.current), [name]);
}

/** Fetches the next page once this row is near the viewport. */
function useLoadNearEnd(virtual: RowVirtualizer, row: number, more: PostListProps['more']): void {
  const last = virtual.getVirtualItems().at(-1)?.index ?? -1;
  const near = last >= row;
  useEffect(() => {
    if (near && more.state === 'waiting') more.load();
  }, [near, more, row]);
}
