import { Suspense, useMemo, type ReactNode } from 'react';
import { useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { useDialog } from '@/routing';
import { lazyPart } from '@/ui/lazy-part';
import { blockEvents, type BlockEvent } from '../blocks';
import { useShownBlocks } from './use-shown-blocks';

const DiaryDialog = lazyPart(() => import('../components/DiaryDialog'));

/** What a provider enters in the calendar: blocked time, and the dialog in which it is entered. */
export interface Diary {
  readonly blocked: readonly BlockEvent[];
  /** Opens the dialog for a stretch of time (`subjectOf`), a day, or none in particular. */
  readonly onEnter: (subject: string) => void;
  /** Opens a known block. */
  readonly onBlock: (blockId: string) => void;
  /** The open dialog. */
  readonly dialog: ReactNode;
}

/** The diary of the signed-in provider; null for who is none. */
export function useDiary(): Diary | null {
  const { t } = useTranslation('diary');
  const { serviceProvider } = useSession();
  const known = useShownBlocks(!serviceProvider).currentData?.data;
  const { opened, subject, open, close } = useDialog(['enter', 'blocked_time'] as const, 'at');
  const blocked = useMemo(() => blockEvents(known?.blocks ?? [], known?.periods ?? [], t('blocks.blocked')), [known, t]);
  if (!serviceProvider) return null;
  return {
    blocked,
    onEnter: (about) => open('enter', about),
    onBlock: (blockId) => open('blocked_time', blockId),
    dialog: <Suspense>{opened ? <DiaryDialog key={`${opened}:${subject}`} dialog={opened} subject={subject ?? ''} onClose={close} /> : null}</Suspense>,
  };
}
