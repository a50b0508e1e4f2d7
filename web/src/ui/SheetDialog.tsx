import { useEffect, type ReactNode } from 'react';
import { Modal } from '@mantine/core';
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

/** The dialog itself; fetched when one is first opened. */
export default function SheetDialog({ opened, onClose, title, children, footer, size = 'md' }: SheetProps) {
  const big = useBigScreen();
  const { t } = useTranslation('ui');
  useFocusBack();
  const shared = {
    opened,
    onClose,
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
    classNames: { title: classes.title, inner: classes.sheetInner, content: classes.sheet, header: classes.sheetHeader, body: classes.sheetBody },
  };
  return (
    <Modal {...shared} {...(big ? { size, classNames: { title: classes.title } } : asSheet)}>
      {children}
      {footer ? <div className={classes.footer}>{footer}</div> : null}
    </Modal>
  );
}
