import { useEffect, useRef } from 'react';
import { SegmentedControl } from '@mantine/core';
import {
  IconBan,
  IconCalendarClock,
  IconCalendarEvent,
  IconCircleCheck,
  IconClockHour4,
  IconHourglass,
  IconStar,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router-dom';
import type { AppointmentList, ListCounts } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { schedulePath } from '@/routing';
import classes from './ListMenu.module.css';

interface ListMenuProps {
  list: AppointmentList;
  counts: ListCounts;
  /** Lists that may hold more than is loaded: their count is a lower bound. */
  isOpenEnded: (list: AppointmentList) => boolean;
  /** The other choices, which links to other lists keep. */
  carried: string;
}

const ENTRIES = [
  { status: 'pending', lists: ['pending_requests'] },
  { status: 'ongoing', lists: ['ongoing_appointments'] },
  { status: 'accepted', lists: ['upcoming_schedule'] },
  { status: 'overdue', lists: ['overdue_appointments'] },
  { status: 'completed', lists: ['pending_review', 'completed_requests'] },
  { status: 'rejected', lists: ['rejected_requests'] },
  { status: 'cancelled', lists: ['cancelled_requests'] },
] as const satisfies readonly { status: string; lists: readonly AppointmentList[] }[];

/** The status filter with counts. The selected one scrolls into view. */
export function ListMenu({ list, counts, isOpenEnded, carried }: ListMenuProps) {
  const { t } = useTranslation('schedule');
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    bar.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [list]);
  return (
    <nav className={classes.lists} aria-label={t('chooseList')} ref={bar}>
      {ENTRIES.map(({ status, lists }) => {
        const shown = lists.some((one) => one === list);
        const count = lists.reduce((sum, one) => sum + counts[one], 0);
        const Picture = listIcons[lists[0]];
        return (
          <Link
            key={status}
            to={schedulePath(shown ? list : lists[0]) + carried}
            className={classes.list}
            aria-current={shown ? 'page' : undefined}
            preventScrollReset
          >
            <Picture size={18} aria-hidden />
            {t(`filter.${status}`)}
            {count > 0 ? (
              <span className={classes.count}>
                {count}
                {isOpenEnded(lists[0]) ? '+' : ''}
              </span>
            ) : null}
          </Link>
        );
      })}
    </nav>
  );
}

/** The two views of completed bookings: waiting for the client's rating, and rated. */
export function CompletedViews({ list, counts, carried }: Omit<ListMenuProps, 'isOpenEnded'>) {
  const { t } = useTranslation('schedule');
  const navigate = useNavigate();
  const views = ['pending_review', 'completed_requests'] as const;
  if (!views.some((view) => view === list)) return null;
  return (
    <SegmentedControl
      className={classes.views}
      aria-label={t('completedViews')}
      value={list}
      data={views.map((view) => ({ value: view, label: `${t(`lists.${view}`)}${counts[view] > 0 ? ` (${counts[view]})` : ''}` }))}
      onChange={(view) => void navigate(schedulePath(view as AppointmentList) + carried, { preventScrollReset: true })}
    />
  );
}

/** The icons of the appointment lists (product.md 4.16). */
const listIcons: Readonly<Record<AppointmentList, Icon>> = {
  ongoing_appointments: IconClockHour4,
  upcoming_schedule: IconCalendarEvent,
  overdue_appointments: IconCalendarClock,
  pending_requests: IconHourglass,
  pending_review: IconStar,
  completed_requests: IconCircleCheck,
  cancelled_requests: IconX,
  rejected_requests: IconBan,
};
