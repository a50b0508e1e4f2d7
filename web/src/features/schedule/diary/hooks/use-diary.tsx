import { Button } from '@mantine/core';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { useSession, type BookingData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { useDialog } from '@/routing';
import { lazyPart } from '@/ui/lazy-part';
import { useTimeRangeText } from '../../hooks/use-time-range-text';
import { blockEvents, type BlockEvent } from '../blocks';
import type { MovedSession } from '../moves';
import { useMoves, type WarnedMove, type WaitingMove } from './use-moves';
import { useShownBlocks } from './use-shown-blocks';
import classes from '../components/Diary.module.css';

const DiaryDialog = lazyPart(() => import('../components/DiaryDialog'));

/** What a provider enters in the calendar: blocked time, and the dialog in which it is entered. */
export interface Diary {
  readonly blocked: readonly BlockEvent[];
  /** Opens the dialog for a stretch of time (`subjectOf`), a day, or none in particular. */
  readonly onEnter: (subject: string) => void;
  /** Opens a known block. */
  readonly onBlock: (blockId: string) => void;
  /** The session that was dragged and is not sent yet. */
  readonly moved: MovedSession | null;
  readonly onMove: (session: MovedSession, booking: BookingData) => void;
  /** The open dialog, and what can be taken back. */
  readonly dialog: ReactNode;
}

/** The diary of the signed-in provider; null for who is none. */
export function useDiary(): Diary | null {
  const { t } = useTranslation('diary');
  const { serviceProvider } = useSession();
  const known = useShownBlocks(!serviceProvider).currentData?.data;
  const { opened, subject, open, close } = useDialog(['enter', 'blocked_time', 'move'] as const, 'at');
  const [warned, setWarned] = useState<WarnedMove | null>(null);
  const moves = useMoves(known?.timezone ?? 'UTC', (over) => {
    setWarned(over);
    open('move', over.session.orderId);
  });
  const blocked = useMemo(() => blockEvents(known?.blocks ?? [], known?.periods ?? [], t('blocks.blocked')), [known, t]);
  if (!serviceProvider) return null;
  return {
    blocked,
    onEnter: (about) => open('enter', about),
    onBlock: (blockId) => open('blocked_time', blockId),
    moved: moves.shown,
    onMove: (session, booking) => void moves.start(session, booking),
    dialog: (
      <>
        <UndoBar waiting={moves.waiting} onUndo={moves.undo} />
        <Suspense>
          {opened ? (
            <DiaryDialog key={`${opened}:${subject}`} dialog={opened} subject={subject ?? ''} warned={warned} onClose={close} />
          ) : null}
        </Suspense>
      </>
    ),
  };
}

/** What happens with a dragged appointment in ten seconds, and the way to take it back. It is there before it speaks. */
function UndoBar({ waiting, onUndo }: { waiting: WaitingMove | null; onUndo: () => void }) {
  const { t } = useTranslation('diary');
  const range = useTimeRangeText();
  return (
    <div role="status" className={waiting ? classes.undo : undefined} data-undo={waiting ? true : undefined}>
      {waiting ? (
        <>
          <span>
            {t(`moving.${waiting.how}`, {
              name: waiting.name,
              when: range(waiting.session.start.toISOString(), waiting.session.end.toISOString()),
            })}{' '}
            {t('moving.waits')}
          </span>
          <Button variant="default" size="compact-md" onClick={onUndo}>
            {t('moving.undo')}
          </Button>
        </>
      ) : null}
    </div>
  );
}
