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
  /** A row that stays at the bottom while the content scrolls. */
  footer?: ReactNode;
  /** From the bottom on big screens too: a question that is answered at once. */
  fromBelow?: boolean;
}

/** A dialog that is taken away while open gives the focus back too, unless something else has taken it by then. */
function useFocusBack(): void {
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

/** The sheets that are open, the topmost last. */
const openSheets: string[] = [];

/** Closing a sheet, as long as none is open above it: Escape is heard by all, and meant for the topmost. */
function useClosing(opened: boolean, onClose: () => void): () => void {
  const id = useId();
  useEffect(() => {
    if (!opened) return;
    openSheets.push(id);
    // It stays the topmost until all have heard the key that closed it.
    return () => void setTimeout(() => openSheets.splice(openSheets.indexOf(id), 1));
  }, [opened, id]);
  return () => {
    if (openSheets.at(-1) === id) onClose();
  };
}

/** Opens only after it was there closed: Mantine remembers where the focus was when a dialog opens, not when it is born open. */
function useOpening(opened: boolean): boolean {
  return useMounted() && opened;
}

/** The dialog itself; fetched when one is first opened. */
export default function SheetDialog({ opened, onClose, title, children, footer, size = 'md', fromBelow = false }: SheetProps) {
  const big = useBigScreen();
  const { t } = useTranslation('ui');
  useFocusBack();
  const shared = {
    opened: useOpening(opened),
    onClose: useClosing(opened, onClose),
    title,
    closeButtonProps: { 'aria-label': t('close') },
    // The dialog's <header> is no banner of the page.
    attributes: { header: { role: 'presentation' } },
  };
  // One and the same dialog in both looks, so that turning a phone loses nothing that was typed.
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
