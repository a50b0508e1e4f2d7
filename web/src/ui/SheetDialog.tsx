import type { ReactNode } from 'react';
import { Modal } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { useCloseTopmost, useOpenAfterMount, useRestoreFocus } from './dialog-behaviour';
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
}

/** The dialog itself, fetched when one is first opened (product.md 2.5). */
export default function SheetDialog({ opened, onClose, title, children, footer, size = 'md' }: SheetProps) {
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
    classNames: {
      title: classes.title,
      inner: classes.sheetInner,
      content: `${classes.content} ${classes.sheet}`,
      header: classes.sheetHeader,
      body: classes.sheetBody,
    },
  };
  return (
    <Modal {...shared} {...(big ? { size, classNames: { title: classes.title, content: classes.content } } : asSheet)}>
      {children}
      {footer ? <div className={classes.footer}>{footer}</div> : null}
    </Modal>
  );
}
