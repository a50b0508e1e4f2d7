import { useId, useState } from 'react';
import { ActionIcon, Button, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useSession, type BookingData } from '@/api';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { deviceTimezone } from '@/platform/device';
import { useNow } from '@/ui';
import { StatusChip } from '@/ui/StatusChip';
import { useClockText } from '../../hooks/use-clock-text';
import { usePlaceText } from '../../hooks/use-place-text';
import { useServiceColours } from '../../hooks/use-service-colours';
import { PrintButton } from '../../print/components/PrintButton';
import { serviceNames } from '../../service-names';
import { ServiceMark } from '../../ServiceMark';
import { MapLink } from '../../venues/components/MapLink';
import colours from '../../service-colours.module.css';
import type { BlockEvent } from '../../diary/blocks';
import type { Diary } from '../../diary/hooks/use-diary';
import { agendaDays, type AgendaSession } from '../agenda';
import classes from './Agenda.module.css';

/** How many days one page shows. */
const DAYS = 14;

interface AgendaProps {
  bookings: readonly BookingData[];
  /** Whether cancelled and declined ones are shown. */
  withOff: boolean;
  /** Whether the edge has the colour of the service instead of that of the status. */
  byService: boolean;
  onOpen: (orderId: string) => void;
  /** What the provider enters in it; null for a client. */
  diary: Diary | null;
}

/** The sessions and blocked times of two weeks as a list by day, in place of a grid that a phone has no room for (product.md 4.19). */
export default function Agenda({ bookings, withOff, byService, onOpen, diary }: AgendaProps) {
  const { t, i18n } = useTranslation('schedule');
  const now = useNow();
  const [page, setPage] = useState(0);
  const titleId = useId();
  const locale = formatLocale(i18n.language);
  const from = midnight(now, page * DAYS);
  const to = midnight(now, (page + 1) * DAYS);
  const range = dateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: deviceTimezone() });
  const day = dateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: deviceTimezone() });
  const days = agendaDays(bookings, { from, to }, now, withOff, diary?.blocked);
  return (
    <section className={classes.agenda} aria-labelledby={titleId} data-by-service={byService || undefined}>
      <header className={classes.head}>
        <h2 id={titleId} aria-live="polite">
          {range.formatRange(from, new Date(to.getTime() - 1))}
        </h2>
        <span className={classes.turn}>
          <Button variant="default" size="compact-md" disabled={page === 0} onClick={() => setPage(0)}>
            {t('calendar.today')}
          </Button>
          <ActionIcon size="lg" aria-label={t('calendar.previous')} onClick={() => setPage(page - 1)}>
            <IconChevronLeft size={18} />
          </ActionIcon>
          <ActionIcon size="lg" aria-label={t('calendar.next')} onClick={() => setPage(page + 1)}>
            <IconChevronRight size={18} />
          </ActionIcon>
        </span>
      </header>
      {days.length === 0 ? <p className={classes.none}>{t('calendar.none')}</p> : null}
      {days.map(({ date, sessions, blocked }) => (
        <section key={date.toDateString()} aria-label={day.format(date)}>
          <h3>{day.format(date)}</h3>
          <ul>
            {sessions.map((session) => (
              <Entry key={session.id} session={session} onOpen={onOpen} />
            ))}
            {blocked.map((block) => (
              <BlockedEntry key={block.id} block={block} onBlock={diary?.onBlock} />
            ))}
          </ul>
        </section>
      ))}
      <div>
        <PrintButton bookings={bookings} from={from} to={to} />
      </div>
    </section>
  );
}

/** The midnight that begins the day `by` days after an instant, on the viewer's clock. */
const midnight = (instant: Date, by: number) => new Date(instant.getFullYear(), instant.getMonth(), instant.getDate() + by);

function BlockedEntry({ block, onBlock }: { block: BlockEvent; onBlock: ((blockId: string) => void) | undefined }) {
  const { t } = useTranslation('diary');
  const clock = useClockText();
  return (
    <li>
      <UnstyledButton className={classes.entry} data-blocked onClick={() => onBlock?.(block.blockId)}>
        <b className="figure">{clock.range({ start: new Date(block.start), end: new Date(block.end) })}</b>
        <b className={classes.name}>{block.title}</b>
        <span>{t('blocks.blocked')}</span>
      </UnstyledButton>
    </li>
  );
}

function Entry({ session, onOpen }: { session: AgendaSession; onOpen: (orderId: string) => void }) {
  const { t } = useTranslation('schedule');
  const clock = useClockText();
  const place = usePlaceText();
  const colourOf = useServiceColours();
  const { ownerId } = useSession();
  const { booking, status, proposed } = session;
  return (
    <li className={colours.colour} data-colour={colourOf(booking) ?? undefined} data-status={status}>
      <UnstyledButton className={classes.entry} data-status={status} onClick={() => onOpen(booking.order_id)}>
        <b className="figure">{clock.range(session)}</b>
        <b className={classes.name}>{proposed ? t('calendar.proposed', { name: session.name }) : session.name}</b>
        <span>
          <ServiceMark />
          {[serviceNames(booking), place(booking)].filter(Boolean).join(' · ')}
        </span>
        {status === 'accepted' ? null : (
          <span>
            <StatusChip status={status} />
          </span>
        )}
      </UnstyledButton>
      <MapLink booking={booking} isProvider={booking.provider_id === ownerId} />
    </li>
  );
}
