import { useLayoutEffect, useState, type RefObject } from 'react';
import { useTakenOver } from '@/ui';

interface FirstLine {
  /** How many children stand in it. */
  count: number;
  /** The room behind the last of them, in pixels. */
  room: number;
}

/** What stands in the first line of an element whose children wrap. */
function firstLineOf(element: HTMLElement): FirstLine {
  const children = Array.from(element.children, (child) => child.getBoundingClientRect());
  const wrapped = children.findIndex(({ top }) => top > (children[0]?.top ?? 0));
  const count = wrapped === -1 ? children.length : wrapped;
  const [line, last] = [element.getBoundingClientRect(), children[count - 1]];
  if (!last) return { count, room: 0 };
  return { count, room: getComputedStyle(element).direction === 'rtl' ? last.left - line.left : line.right - last.right };
}

/** What stands in the first line of a wrapping element; measured again when its width or its content changes. */
export function useFirstLine(line: RefObject<HTMLElement | null>): FirstLine {
  const [first, setFirst] = useState<FirstLine>({ count: Infinity, room: 0 });
  const takenOver = useTakenOver();
  useLayoutEffect(() => {
    const element = line.current;
    if (!element) return undefined;
    const measure = () => {
      const next = firstLineOf(element);
      setFirst((known) => (known.count === next.count && known.room === next.room ? known : next));
    };
    // The observer calls, too, but after the first paint. A page of the server has been painted, and need not be held up.
    if (takenOver) measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  });
  return first;
}
