import { useLayoutEffect, useRef, useState, type CSSProperties } from 'react';

/** How far down the page something begins, as `--top`: it can be as tall as what is left of the screen below. */
export function useAvailableHeight() {
  const ref = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (ref.current) setTop(Math.round(ref.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    // What stands above may come and go: a notice, a longer title.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return { ref, style: { '--top': `${top}px` } as CSSProperties };
}
