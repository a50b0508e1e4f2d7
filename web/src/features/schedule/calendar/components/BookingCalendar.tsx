import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/classic/theme.css';
import { useMemo, useState } from 'react';
import FullCalendar, { type CalendarOptions } from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import interaction from '@fullcalendar/react/interaction';
import list from '@fullcalendar/react/list';
import classic from '@fullcalendar/react/themes/classic';
import timeGrid from '@fullcalendar/react/timegrid';
import { useSession, type BookingData } from '@/api';
import { firstWeekdayOf, formatLocale } from '@/i18n/format-locale';
import { useTranslation } from '@/i18n/use-translation';
import { useBigScreen, useNow } from '@/ui';
import { canBeMoved, sessionOfEvent, withMove } from '../../diary/moves';
import { subjectOf } from '../../diary/chosen-time';
import type { Diary } from '../../diary/hooks/use-diary';
import type { BlockEvent } from '../../diary/blocks';
import { useServiceColours } from '../../hooks/use-service-colours';
import { PrintButton } from '../../print/components/PrintButton';
import { colourVariable } from '../../service-colours';
import { serviceNames } from '../../service-names';
import '../../service-colours.module.css';
import { isOff } from '../agenda';
import { sessionEvents } from '../session-events';
import { ServiceLegend } from './ServiceLegend';
import classes from './BookingCalendar.module.css';

const HEIGHT = 650;
const VIEWS = ['dayGridMonth', 'timeGridWeek', 'timeGridDay', 'listWeek'];

/** Options that do not depend on language, size or account. */
const STEADY: CalendarOptions = {
  plugins: [dayGrid, timeGrid, list, interaction, classic],
  initialView: 'dayGridMonth',
  titleFormat: { month: 'short', day: 'numeric', year: 'numeric' },
  contentHeight: HEIGHT,
  nowIndicator: true,
  allDaySlot: false,
  dayMaxEvents: true,
  eventInteractive: true,
  eventMinHeight: 24,
  viewDidMount: ({ el }) => makeScrollable(el),
  // A narrow day cuts what does not fit; the pointer shows all of it, as it is by then.
  eventDidMount: nameAndMark,
  eventMouseEnter: nameWholly,
};

/** The service of a provider's session is the edge of the event; the event itself has the colour of the status. */
function nameAndMark({ el, event }: { el: HTMLElement; event: { title: string; extendedProps: Record<string, unknown> } }): void {
  nameWholly({ el, event });
  const edge = event.extendedProps['edge'];
  if (typeof edge === 'string' && edge) el.style.borderInlineStart = `5px solid ${edge}`;
}

function nameWholly({ el, event }: { el: HTMLElement; event: { title: string } }): void {
  el.title = event.title;
}

/**
 * Hours without events hold nothing that takes the focus, so the part that scrolls does. It becomes the group of rows itself,
 * because a table may hold nothing else that takes the focus.
 */
function makeScrollable(view: HTMLElement): void {
  for (const part of view.querySelectorAll<HTMLElement>('[role="rowgroup"] > [style*="overflow"]')) {
    part.parentElement?.setAttribute('role', 'presentation');
    part.setAttribute('role', 'rowgroup');
    part.tabIndex = 0;
  }
}

/** The view that is shown, and a day of it. */
export interface Shown {
  readonly view: string;
  readonly date: Date;
}

interface BookingCalendarProps {
  bookings: readonly BookingData[];
  /** Whether it stands beside the list, and so has the room of a small screen. */
  narrow?: boolean;
  /** Whether cancelled and declined ones are shown. */
  withOff?: boolean;
  /** Whether sessions have the colour of their service instead of that of their status. */
  byService?: boolean;
  /** The view that is chosen outside it; absent where its own buttons choose. */
  chosenView?: string | undefined;
  onOpen: (orderId: string) => void;
  /** What the provider enters in it; null for a client. */
  diary: Diary | null;
  /** What it shows at first; null for the month of now. */
  first?: Shown | null;
  onShown?: (shown: Shown) => void;
}

/** All sessions as month, week, day or list, in the colour of their status or their service (product.md 4.19). */
export default function BookingCalendar({
  bookings,
  narrow = false,
  withOff = true,
  byService = false,
  chosenView,
  onOpen,
  diary,
  first = null,
  onShown,
}: BookingCalendarProps) {
  const { t, i18n } = useTranslation('schedule');
  const big = useBigScreen() && !narrow;
  const { serviceProvider } = useSession();
  const [title, setTitle] = useState('');
  const [span, setSpan] = useState<{ from: Date; to: Date } | null>(null);
  return (
    <section className={classes.calendar} aria-label={t('calendar.label')}>
      {big ? null : (
        <h2 className={classes.title} aria-live="polite">
          {title}
        </h2>
      )}
      <FullCalendar
        {...STEADY}
        {...(first ? { initialView: first.view, initialDate: first.date } : {})}
        {...(chosenView ? { initialView: chosenView } : {})}
        headerToolbar={{ start: 'prev,next today', center: big ? 'title' : '', end: chosenView ? '' : VIEWS.join(',') }}
        {...useTexts()}
        locale={formatLocale(i18n.language)}
        firstDay={firstWeekdayOf(formatLocale(i18n.language)) % 7}
        direction={i18n.dir()}
        eventDisplay={big ? 'block' : 'auto'}
        datesSet={({ view }) => {
          setTitle(view.title);
          setSpan({ from: view.currentStart, to: view.currentEnd });
          onShown?.({ view: view.type, date: view.calendar.getDate() });
        }}
        events={[
          ...withMove(useEvents(bookings, { big, withOff, byService, withMoves: diary !== null }), diary?.moved ?? null),
          ...(diary?.blocked ?? []).map(blockedEvent),
        ]}
        eventClick={({ event: { extendedProps: about } }) =>
          about['blockId'] ? diary?.onBlock(about['blockId'] as string) : onOpen(about['orderId'] as string)
        }
        {...entering(diary)}
        {...moving(diary, bookings)}
      />
      <footer className={classes.foot}>
        {serviceProvider ? <ServiceLegend bookings={bookings} /> : null}
        {span ? <PrintButton bookings={bookings} {...span} /> : null}
      </footer>
    </section>
  );
}

/** A tap on empty time, or dragging over it, opens the dialog for it. A click is no drag: it has its own length. */
function entering(diary: Diary | null): CalendarOptions {
  if (!diary) return {};
  return {
    selectable: true,
    selectMirror: true,
    selectMinDistance: 6,
    select: ({ start, end, allDay, startStr }) => diary.onEnter(allDay ? startStr : subjectOf(start, end)),
    dateClick: ({ date, dateStr, allDay }) => diary.onEnter(allDay ? dateStr : subjectOf(date, date)),
  };
}

/** Dragging a session, or its edge. The event goes back at once, and is shown where the diary has it. */
function moving(diary: Diary | null, bookings: readonly BookingData[]): CalendarOptions {
  if (!diary) return {};
  const onChange = ({ event, revert }: { event: { id: string; start: Date | null; end: Date | null }; revert: () => void }) => {
    const { id, start, end } = event;
    const session = sessionOfEvent(id);
    const booking = bookings.find(({ order_id }) => order_id === session.orderId);
    revert();
    if (booking && start && end) diary.onMove({ id, ...session, start, end }, booking);
  };
  return { eventDrop: onChange, eventResize: onChange, snapDuration: '00:05:00' };
}

/** Blocked time as an event of the calendar. */
const blockedEvent = ({ blockId, ...event }: BlockEvent) => ({
  ...event,
  color: 'var(--calendar-blocked)',
  contrastColor: 'var(--ink)',
  className: `${classes.agreed} ${classes.blocked}`,
  extendedProps: { blockId },
});

/** All that the calendar says, also to screen readers: its own locales leave half of it in English. */
function useTexts(): CalendarOptions {
  const { t } = useTranslation(['schedule', 'ui']);
  return {
    buttons: {
      prev: { hint: t('calendar.previous') },
      next: { hint: t('calendar.next') },
      // Without a hint FullCalendar names the button 'This Month', which does not hold its visible text.
      today: { text: t('calendar.today'), hint: t('calendar.today') },
      dayGridMonth: { text: t('calendar.month'), hint: t('calendar.month') },
      timeGridWeek: { text: t('calendar.week'), hint: t('calendar.week') },
      timeGridDay: { text: t('calendar.day'), hint: t('calendar.day') },
      listWeek: { text: t('calendar.list'), hint: t('calendar.list') },
    },
    moreLinkText: (count) => t('calendar.more', { count }),
    moreLinkHint: (count) => t('calendar.showMore', { count }),
    closeHint: t('ui:close'),
    eventsHint: t('calendar.label'),
    noEventsContent: t('calendar.none'),
  };
}

interface EventOptions {
  big: boolean;
  withOff: boolean;
  byService: boolean;
  /** Whether sessions can be moved. */
  withMoves: boolean;
}

/** Converts sessions into the calendar's events. */
function useEvents(bookings: readonly BookingData[], { big, withOff, byService, withMoves }: EventOptions) {
  const { t } = useTranslation(['schedule', 'ui']);
  const now = useNow();
  const colourOf = useServiceColours();
  const { ownerId, serviceProvider } = useSession();
  return useMemo(() => {
    const byId = new Map(bookings.map((booking) => [booking.order_id, booking]));
    const colour = new Map(bookings.map((booking) => [booking.order_id, colourOf(booking)]));
    return sessionEvents(bookings, now)
      .filter(({ status }) => withOff || !isOff(status))
      .map(({ status, proposed, orderId, title, ...event }) => {
        const booking = byId.get(orderId);
        const service = colourVariable(colour.get(orderId) ?? null);
        const what = [title, booking ? serviceNames(booking) : '', status === 'accepted' ? '' : t(`ui:status.${status}`)];
        return {
          ...event,
          title: proposed ? t('calendar.proposed', { name: title }) : what.filter(Boolean).join(' · '),
          color: byService ? service : `var(--calendar-${status})`,
          contrastColor: 'var(--calendar-ink)',
          // Hatching is invisible on the small dots of the month view on phones; there the text says it.
          className: `${proposed && big ? classes.proposed : classes.agreed} ${isOff(status) ? classes.off : ''} ${status === 'pending' ? classes.pending : ''}`,
          editable: withMoves && !proposed && booking !== undefined && canBeMoved(booking, ownerId, now),
          extendedProps: { orderId, edge: serviceProvider && !byService ? service : '' },
        };
      });
  }, [bookings, now, big, withOff, byService, withMoves, ownerId, serviceProvider, colourOf, t]);
}
