import { useRef, useState, type PointerEvent } from 'react';

/** Movements up to this many pixels are a press, not a drag. */
const pressTolerance = 6;

interface VerticalDrag {
  /** How far down the pointer has come since the drag began, in pixels. */
  onMove: (way: number, handle: Element) => void;
  onEnd: (way: number, handle: Element) => void;
  onCancel: () => void;
}

/** Follows a pointer that drags an element up and down. `takeDrag` says once whether the last press was a drag. */
export function useVerticalDrag({ onMove, onEnd, onCancel }: VerticalDrag) {
  const from = useRef<number | null>(null);
  const moved = useRef(false);
  const [dragging, setDragging] = useState(false);
  const stop = () => {
    from.current = null;
    setDragging(false);
  };
  const handle = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = event.clientY;
      moved.current = false;
    },
    onPointerMove: ({ clientY, currentTarget }: PointerEvent<HTMLElement>) => {
      if (from.current === null) return;
      moved.current ||= Math.abs(clientY - from.current) > pressTolerance;
      if (!moved.current) return;
      setDragging(true);
      onMove(clientY - from.current, currentTarget);
    },
    onPointerUp: ({ clientY, currentTarget }: PointerEvent<HTMLElement>) => {
      if (moved.current && from.current !== null) onEnd(clientY - from.current, currentTarget);
      stop();
    },
    onPointerCancel: () => {
      stop();
      onCancel();
    },
  };
  const takeDrag = () => {
    const dragged = moved.current;
    moved.current = false;
    return dragged;
  };
  return { dragging, takeDrag, handle };
}
