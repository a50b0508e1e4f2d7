import { useState } from 'react';
import { restingHeight, sheetHeights } from '../sheet-heights';
import { useVerticalDrag } from './use-vertical-drag';

const heightAround = (handle: Element) => handle.closest('section')?.clientHeight ?? 0;

/**
 * Lets a handle drag the sheet around it between its heights, and away. `shift` says how far down the sheet stands, in
 * pixels; `toggle` does by a press what dragging does.
 */
export function useSheetDrag(opened: boolean, onClose: () => void) {
  /** Where the sheet rests, and where a drag has brought it. */
  const [rest, setRest] = useState(0);
  const [dragged, setDragged] = useState<number | null>(null);
  const [wasOpened, setWasOpened] = useState(opened);
  if (wasOpened !== opened) {
    setWasOpened(opened);
    if (opened) setRest(0);
  }
  const shiftedBy = (way: number, sheet: number) => Math.min(sheet, Math.max(0, rest + way));
  const { dragging, takeDrag, handle } = useVerticalDrag({
    onMove: (way, button) => setDragged(shiftedBy(way, heightAround(button))),
    onEnd: (way, button) => {
      const sheet = heightAround(button);
      const height = restingHeight(sheet - shiftedBy(way, sheet), sheetHeights(sheet, window.innerHeight));
      setDragged(null);
      if (height === 0) onClose();
      else setRest(sheet - height);
    },
    onCancel: () => setDragged(null),
  });
  const toggle = ({ currentTarget, detail }: { currentTarget: Element; detail: number }) => {
    // The drag of a mouse ends with a click on the handle, that of a finger does not. The press of a key, whose detail is 0, is never part of one.
    if (takeDrag() && detail > 0) return;
    const sheet = heightAround(currentTarget);
    setRest(rest > 0 ? 0 : sheet - sheetHeights(sheet, window.innerHeight).low);
  };
  return { shift: dragged ?? rest, isLow: !dragging && rest > 0, toggle, handle };
}
