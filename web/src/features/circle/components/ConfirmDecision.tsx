import { type PointerEvent, useRef, useState } from 'react';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { useCloseTopmost, useOpenAfterMount, useRestoreFocus } from '@/ui/dialog-behaviour';
import { restingHeight, sheetHeights } from '../sheet-heights';
import classes from './ConfirmDecision.module.css';

const heightAround = (handle: Element) => handle.closest('section')?.clientHeight ?? 0;

/**
 * Lets a handle drag the sheet around it between its heights, and away. `shift` says how far down the sheet stands, in
 * pixels; `toggle` does by a press what dragging does.
 */
function useSheetDrag(opened: boolean, onClose: () => void) {
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

interface ConfirmDecisionProps {
  opened: boolean;
  question: string;
  onYes: () => void;
  onNo: () => void;
}

/**
 * The small bottom sheet that asks before the circle changes (product.md 3.5). Its handle drags it between two heights, and
 * away; a press on the handle does the same as dragging.
 */
export default function ConfirmDecision({ opened, question, onYes, onNo }: ConfirmDecisionProps) {
  const { t } = useTranslation(['circle', 'ui']);
  useRestoreFocus();
  const close = useCloseTopmost(opened, onNo);
  const { shift, isLow, toggle, handle } = useSheetDrag(opened, close);
  return (
    <Modal.Root
      opened={useOpenAfterMount(opened)}
      onClose={close}
      size="100%"
      centered={false}
      xOffset={0}
      yOffset={0}
      transitionProps={{ transition: 'slide-up', duration: 180 }}
      classNames={{ inner: classes.inner, content: classes.sheet, title: classes.title, body: classes.body }}
    >
      <Modal.Overlay />
      <Modal.Content style={{ '--shift': `${shift}px` }}>
        <button
          type="button"
          className={classes.handle}
          aria-expanded={!isLow}
          aria-label={t(isLow ? 'raise' : 'lower')}
          onClick={toggle}
          {...handle}
        />
        <Modal.Header role="presentation">
          <Modal.Title>{t('confirm')}</Modal.Title>
          <Modal.CloseButton aria-label={t('ui:close')} />
        </Modal.Header>
        <Modal.Body inert={isLow}>
          <Text mb="lg">{question}</Text>
          <Group grow>
            <Button variant="default" onClick={onNo}>
              {t('ui:no')}
            </Button>
            <Button onClick={onYes}>{t('ui:yes')}</Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Movements up to this many pixels are a press, not a drag. */
const pressTolerance = 6;

interface VerticalDrag {
  /** How far down the pointer has come since the drag began, in pixels. */
  onMove: (way: number, handle: Element) => void;
  onEnd: (way: number, handle: Element) => void;
  onCancel: () => void;
}

/** Follows a pointer that drags an element up and down. `takeDrag` says once whether the last press was a drag. */
function useVerticalDrag({ onMove, onEnd, onCancel }: VerticalDrag) {
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
