import { useId, useState, useEffect, useRef } from 'react';
import { Button, UnstyledButton } from '@mantine/core';
import { IconCalendarPlus, IconCalendarTime, IconCalendarX } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { TimeAgo } from '@/ui';
import { useTimeRangeText } from '../../hooks/use-time-range-text';
import { useGetScheduleChangesQuery, useMarkChangesSeenMutation, type ScheduleChange } from '../api';
import classes from '../screens/Day.module.css';

/** How long changes must have been on the screen before they count as seen, in milliseconds. */
const GLANCE = 2000;

/**
 * What has changed since the account last looked, on any of its devices. Once it has been on a screen that somebody could see,
 * the server is told; what is shown here stays until the page is opened anew. `revisions` of the bookings say that there is more.
 */
function useChanges(revisions: number) {
  const { data, currentData, isError, refetch } = useGetScheduleChangesQuery(undefined, { refetchOnMountOrArgChange: true });
  const known = useRef(revisions);
  useEffect(() => {
    if (known.current === revisions) return;
    known.current = revisions;
    void refetch();
  }, [revisions, refetch]);
  const [markSeen] = useMarkChangesSeenMutation();
  const [fresh, setFresh] = useState<{ of: object | null; keys: ReadonlySet<string> }>({ of: null, keys: new Set() });
  const found = currentData?.data;
  const asOf = found?.changes.some(({ is_new }) => is_new) ? found.as_of : '';
  if (found && fresh.of !== found) {
    const added = found.changes.filter(({ is_new }) => is_new).map(keyOf);
    setFresh({ of: found, keys: new Set([...fresh.keys, ...added]) });
  }
  useEffect(() => {
    if (!asOf) return undefined;
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') void markSeen({ iv_seen_until: asOf });
    }, GLANCE);
    return () => clearTimeout(timer);
  }, [asOf, markSeen]);
  const changes = data?.data.changes ?? null;
  const isFresh = (change: ScheduleChange) => change.is_new || fresh.keys.has(keyOf(change));
  return { fresh: changes?.filter(isFresh) ?? null, earlier: changes?.filter((each) => !isFresh(each)) ?? [], isError, refetch };
}

const keyOf = ({ order_id, changed_at }: ScheduleChange) => `${order_id} ${changed_at}`;

const ICONS = { booked: IconCalendarPlus, moved: IconCalendarTime, cancelled: IconCalendarX } as const;

/** `revisions` is the sum of those of all bookings, which rises with each change. What others booked, moved and cancelled since the account last looked, and on demand what it has seen already. */
export function Changes({ revisions, onOpen }: { revisions: number; onOpen: (orderId: string) => void }) {
  const { t } = useTranslation(['schedule', 'ui']);
  const titleId = useId();
  const [all, setAll] = useState(false);
  const { fresh, earlier, isError, refetch } = useChanges(revisions);
  return (
    <section className={classes.panel} aria-labelledby={titleId}>
      <h2 id={titleId}>
        {t('day.changes')} {fresh && fresh.length > 0 ? <span className={classes.count}>{fresh.length}</span> : null}
      </h2>
      <div role="status">
        {isError ? (
          <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
            {t('ui:retry')}
          </Button>
        ) : null}
        {fresh?.length === 0 ? <p>{t('day.noChanges')}</p> : null}
      </div>
      <ChangeList changes={fresh ?? []} onOpen={onOpen} />
      {all ? (
        <ChangeList changes={earlier} onOpen={onOpen} seen />
      ) : earlier.length > 0 ? (
        <Button variant="subtle" size="compact-sm" justify="start" onClick={() => setAll(true)}>
          {t('day.earlierChanges', { count: earlier.length })}
        </Button>
      ) : null}
    </section>
  );
}

/** A new appointment is called a request until the provider has answered it. */
const wordOf = ({ kind, request_status }: ScheduleChange) => (kind === 'booked' && request_status === 'pending' ? 'requested' : kind);

function ChangeList({
  changes,
  onOpen,
  seen = false,
}: {
  changes: readonly ScheduleChange[];
  onOpen: (orderId: string) => void;
  seen?: boolean;
}) {
  if (changes.length === 0) return null;
  return (
    <ul className={classes.changes} data-seen={seen || undefined}>
      {changes.map((change) => (
        <Change key={`${change.order_id} ${change.changed_at}`} change={change} onOpen={onOpen} />
      ))}
    </ul>
  );
}

function Change({ change, onOpen }: { change: ScheduleChange; onOpen: (orderId: string) => void }) {
  const { t } = useTranslation('schedule');
  const timeLine = useTimeRangeText();
  const Picture = ICONS[change.kind];
  return (
    <li>
      <UnstyledButton className={classes.change} data-kind={change.kind} onClick={() => onOpen(change.order_id)}>
        <Picture size={20} aria-hidden />
        <span>
          <b>{t(`day.change.${wordOf(change)}`, { name: change.name })}</b>
          <span>{[timeLine(change.starts_at, change.ends_at), change.services.join(', ')].filter(Boolean).join(' · ')}</span>
          {change.former_start ? <s>{timeLine(change.former_start, change.former_start)}</s> : null}
          <small>
            <TimeAgo instant={change.changed_at} />
          </small>
        </span>
      </UnstyledButton>
    </li>
  );
}
