import { useLayoutEffect, useState, type RefObject } from 'react';

/** The least a card is wide, and the space between cards, in pixels; as in the style of the grid. */
const leastWidth = 280;
const gapBetween = { small: 16, big: 24 };
const mostColumns = 4;
/** Up to here a screen is small (spec 1, section 9). */
const smallScreen = 550;

/** How cards fit into a list of this width. */
export interface Columns {
  count: number;
  gap: number;
  /** Where the list begins in the page. */
  top: number;
}

export function columnsOf(width: number, screen: number): Pick<Columns, 'count' | 'gap'> {
  const gap = screen <= smallScreen ? gapBetween.small : gapBetween.big;
  if (screen <= smallScreen) return { count: 1, gap };
  return { count: Math.min(mostColumns, Math.max(1, Math.floor((width + gap) / (leastWidth + gap)))), gap };
}

/** The columns of a list as wide as it is now, and where it begins. `before`: as it was when it was last shown. */
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
