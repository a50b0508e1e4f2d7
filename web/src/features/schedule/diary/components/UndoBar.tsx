import { Button } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { useTimeRangeText } from '../../hooks/use-time-range-text';
import type { WaitingMove } from '../hooks/use-moves';
import classes from './Diary.module.css';

/** What happens with a dragged appointment in ten seconds, and the way to take it back. It is there before it speaks. */
export function UndoBar({ waiting, onUndo }: { waiting: WaitingMove | null; onUndo: () => void }) {
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
