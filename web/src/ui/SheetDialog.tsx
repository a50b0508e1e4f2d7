import { useEffect, useId, type ReactNode } from 'react';
import { Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useBigScreen } from './screen-size';
import classes from './Sheet.module.css';

export interface SheetProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  size?: string | number;
  /** A footer that stays visible while the content scrolls. */
  footer?: ReactNode;
  /** From the bottom on big screens too, for a question that is answered at once. */
  fromBelow?: boolean;
}

/** A dialog that unmounts while open also restores the focus, unless something else has taken it. */
function useRestoreFocus(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      setTimeout(() => {
        const lost = !document.activeElement || document.activeElement === document.body;
        if (lost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      });
    };
  }, []);
}

/** The open sheets, topmost last. */
const openSheets: string[] = [];

/** Closes a sheet only if none is open above it: every sheet receives Escape, but only the topmost must close. */
function useCloseTopmost(opened: boolean, onClose: () => void): () => void {
  const id = useId();
  useEffect(() => {
    if (!opened) return;
    openSheets.push(id);
    // It stays the topmost until all sheets have handled the key that closed it.
    return () => void setTimeout(() => openSheets.splice(openSheets.indexOf(id), 1));
  }, [opened, id]);
  return () => {
    if (openSheets.at(-1) === id) onClose();
  };
}

/** Mounts closed, then opens: Mantine stores the focused element only when a dialog changes to open. */
function useOpenAfterMount(opened: boolean): boolean {
  return useMounted() && opened;
}

/** The dialog itself, fetched when one is first opened (product.md 2.5). */
export default function SheetDialog({ opened, onClose, title, children, footer, size = 'md', fromBelow = false }: SheetProps) {
  const big = useBigScreen();
  const { t } = useTranslation('ui');
  useRestoreFocus();
  const shared = {
    opened: useOpenAfterMount(opened),
    onClose: useCloseTopmost(opened, onClose),
    title,
    closeButtonProps: { 'aria-label': t('close') },
    // The dialog's <header> must not become a banner landmark.
    attributes: { header: { role: 'presentation' } },
  };
  // The same component in both layouts, so that rotating a phone loses no input.
  const asSheet = {
    size: '100%',
    centered: false,
    xOffset: 0,
    yOffset: 0,
    transitionProps: { transition: 'slide-up', duration: 180 } as const,
    classNames: { title: classes.title, inner: classes.sheetInner, content: fromBelow ? `${classes.sheet} ${classes.question}` : classes.sheet, header: classes.sheetHeader, body: classes.sheetBody },
  };
  return (
    <Modal {...shared} {...(big && !fromBelow ? { size, classNames: { title: classes.title } } : asSheet)}>
      {children}
      {footer ? <div className={classes.footer}>{footer}</div> : null}
    </Modal>
  );
}
