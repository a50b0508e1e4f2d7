import { useLayoutEffect, useState, type RefObject } from 'react';

/** The minimum width of a card and the gap between cards, in pixels; as in the grid's CSS. */
const minCardWidth = 280;
const cardGap = { small: 16, big: 24 };
const maxColumns = 4;
/** Up to this width a screen is small (product.md 2.2). */
const smallScreen = 550;

/** How many cards fit into a list of this width. */
export interface Columns {
  count: number;
  gap: number;
  /** The list's top position in the page. */
  top: number;
}

export function columnsOf(width: number, screen: number): Pick<Columns, 'count' | 'gap'> {
  const gap = screen <= smallScreen ? cardGap.small : cardGap.big;
  if (screen <= smallScreen) return { count: 1, gap };
  return { count: Math.min(maxColumns, Math.max(1, Math.floor((width + gap) / (minCardWidth + gap)))), gap };
}

/** The columns for the list's current width, and its top position. `before`: the values when it was last shown. */
export function useColumns(list: RefObject<HTMLElement | null>, before: Columns | undefined): Columns {
  const [columns, setColumns] = useState<Columns>(before ?? { ...columnsOf(window.innerWidth, window.innerWidth), top: 0 });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      const top = Math.round(element.getBoundingClientRect().top + window.scrollY);
      const next = { ...columnsOf(element.clientWidth, window.innerWidth), top };
      setColumns((now) => (now.count === next.count && now.gap === next.gap && now.top === next.top ? now : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return columns;
}
