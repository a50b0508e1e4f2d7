import { Suspense, useMemo, type ReactNode } from 'react';
import { useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { useDialog } from '@/routing';
import { lazyPart } from '@/ui/lazy-part';
import { useGetBlockedTimesQuery } from '../api';
import { blockEvents, type BlockEvent } from '../blocks';

const DiaryDialog = lazyPart(() => import('../components/DiaryDialog'));
const DAY = 86_400_000;
/** How many days the calendar shows of it before and after today. */
const shown = { before: 31, after: 366 };
const dateIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

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

/** The answer to this is kept while the days stay the same: they do while a screen is open. */
export function useShownBlocks(skip = false) {
  const days = useMemo(() => ({ from: dateIn(-shown.before), to: dateIn(shown.after) }), []);
  return useGetBlockedTimesQuery(days, { skip });
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
