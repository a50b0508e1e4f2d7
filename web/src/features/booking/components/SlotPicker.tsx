import { VisuallyHidden } from '@mantine/core';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { feel } from '@/platform/haptics';
import { clockTime, dateIn, partOfDay, PARTS_OF_DAY, type OfferedSlot, type PartOfDay as PartOfTheDay, type Slot } from '../calendar-days';
import { sameSlot } from '../flow';
import type { Run } from '../runs';
import { useVanishingSlots, type ShownSlot } from '../hooks/use-slots';
import type { ShownZone } from '../hooks/use-shown-zone';
import { clocksDiffer, zoneCity } from '../time-zones';
import classes from './SlotPicker.module.css';

interface SlotPickerProps {
  date: string;
  slots: readonly OfferedSlot[];
  chosen: readonly Slot[];
  /** Chosen slots that somebody else took: struck through until the next choice. */
  lost: readonly Slot[];
  zone: ShownZone;
  /** The run that a tap on each start takes; left out where slots are chosen one by one. */
  runs?: ReadonlyMap<string, Run> | null;
  onToggle: (slot: Slot) => void;
}

/** One day's free times by part of the day. A time that somebody else takes fades out. */
export function SlotPicker({ date, slots, lost, ...times }: SlotPickerProps) {
  const { t, i18n } = useTranslation('booking');
  const { zone } = times;
  const { timezone } = zone;
  const lostToday = lost.filter((slot) => dateIn(slot.provider_start_time, timezone) === date);
  const shown = useVanishingSlots(slots, lostToday, date);
  const day = dateTimeFormat(formatLocale(i18n.language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`));
  const first = shown[0]?.slot;
  const away = first !== undefined && clocksDiffer(timezone, zone.other, first.provider_start_time);
  const parts = PARTS_OF_DAY.map((part) => ({
    part,
    shown: shown.filter(({ slot }) => partOfDay(slot.provider_start_time, timezone) === part),
  })).filter((part) => part.shown.length > 0);
  return (
    <div className={classes.parts}>
      {/* The panel itself announces chosen slots that were taken. */}
      <TakenAnnouncement shown={shown.filter(({ slot }) => !lostToday.some((one) => sameSlot(one, slot)))} timezone={timezone} />
      {parts.length === 0 ? (
        <p className={classes.none} role="status">
          {t('noAppointments', { date: day })}
        </p>
      ) : null}
      {parts.map((one, place) => (
        <PartOfDay key={one.part} {...one} {...times} day={day} first={place === 0} away={away} />
      ))}
      <Legend slots={slots} runs={times.runs} />
      {away ? (
        <p className={classes.zones}>
          {t(zone.owner === 'viewer' ? 'zones' : 'zonesTheirs', { mine: zoneCity(zone.viewer), theirs: zoneCity(zone.provider) })}
        </p>
      ) : null}
    </div>
  );
}

/** Whether the slot belongs to a run of free slots that is as long as the chosen services need (product.md 4.2). */
const isLongEnough = (slot: OfferedSlot): boolean => slot.long_enough === true;

/** What the look of the times means, where not all look alike. Each time says the same in its own words. */
function Legend({ slots, runs }: Pick<SlotPickerProps, 'slots' | 'runs'>) {
  const { t } = useTranslation('booking');
  if (runs) {
    if (slots.every((slot) => runs.has(slot.provider_start_time))) return null;
    const none = !slots.some((slot) => runs.has(slot.provider_start_time));
    return none ? (
      <p className={classes.none} role="status">
        {t('noneLongEnough')}
      </p>
    ) : (
      <p className={classes.legend} data-short aria-hidden>
        {t('tooShortFrom')}
      </p>
    );
  }
  if (!slots.some(isLongEnough) || slots.every(isLongEnough)) return null;
  return (
    <p className={classes.legend} aria-hidden>
      {t('enoughInARow')}
    </p>
  );
}

/** Announces slots that disappear while the list is shown. */
function TakenAnnouncement({ shown, timezone }: { shown: readonly ShownSlot[]; timezone: string }) {
  const { t, i18n } = useTranslation('booking');
  const locale = formatLocale(i18n.language);
  return (
    <VisuallyHidden aria-live="polite">
      {shown
        .filter(({ taken }) => taken)
        .map(({ slot }) => t('justTaken', { time: clockTime(slot.provider_start_time, timezone, locale) }))
        .join(', ')}
    </VisuallyHidden>
  );
}

interface PartOfDayProps extends Pick<SlotPickerProps, 'chosen' | 'zone' | 'runs' | 'onToggle'> {
  part: PartOfTheDay;
  shown: readonly ShownSlot[];
  /** The day's name, as part of the first heading, and whose clock the times use. */
  day: string;
  first: boolean;
  /** The other side's clock shows other times. */
  away: boolean;
}

/** The times of a morning, an afternoon or an evening. */
function PartOfDay({ part, shown, day, first, away, chosen, zone, runs, onToggle }: PartOfDayProps) {
  const { t } = useTranslation('booking');
  const name = t(`part.${part}`);
  return (
    <section aria-label={`${day}, ${name}`}>
      <div className={classes.label}>
        <span>{first ? `${day} · ${name}` : name}</span>
        {first ? <span>{away && zone.owner === 'viewer' ? t('yourTime') : t('timesIn', { place: zoneCity(zone.timezone) })}</span> : null}
      </div>
      <div className={classes.slots}>
        {shown.map(({ slot, taken }) => (
          <SlotButton
            key={slot.provider_start_time}
            slot={slot}
            taken={taken}
            chosen={chosen.some((other) => sameSlot(other, slot))}
            run={runs ? (runs.get(slot.provider_start_time) ?? []) : null}
            zone={zone}
            away={away}
            onToggle={onToggle}
          />
        ))}
      </div>
    </section>
  );
}

interface SlotButtonProps extends Pick<SlotPickerProps, 'zone' | 'onToggle'> {
  slot: OfferedSlot;
  taken: boolean;
  chosen: boolean;
  /** What a tap takes, nothing where too little time is free; null where slots are chosen one by one. */
  run: Run | null;
  away: boolean;
}

function SlotButton({ slot, taken, chosen, run, zone, away, onToggle }: SlotButtonProps) {
  const { t, i18n } = useTranslation('booking');
  const tooShort = run?.length === 0 && !chosen && !taken;
  const marked = !taken && run === null && isLongEnough(slot);
  const locale = formatLocale(i18n.language);
  const time = clockTime(slot.provider_start_time, zone.timezone, locale);
  const there = away ? timeThere(slot, zone, locale) : null;
  return (
    <button
      type="button"
      className={classes.slot}
      data-start={slot.provider_start_time}
      data-taken={taken || undefined}
      data-long-enough={marked || undefined}
      data-too-short={tooShort || undefined}
      disabled={taken || tooShort}
      aria-pressed={chosen}
      aria-label={taken ? t('justTaken', { time: there ? `${time} ${there}` : time }) : undefined}
      title={there ? t(zone.owner === 'viewer' ? 'providerTime' : 'viewerTime', { time: there, place: zoneCity(zone.other) }) : undefined}
      onClick={() => {
        feel('selection');
        onToggle(slot);
      }}
    >
      {time}
      {there ? <small> {there}</small> : null}
      {slot.alias ? (
        <small className={classes.name} dir="auto">
          {' '}
          {slot.alias}
        </small>
      ) : null}
      {marked || tooShort ? (
        <>
          {' '}
          <VisuallyHidden>{t(marked ? 'enoughInARow' : 'tooShort')}</VisuallyHidden>
        </>
      ) : null}
    </button>
  );
}

/** A slot's start on the other side's clock, with the weekday where the day differs. */
function timeThere(slot: Slot, { timezone, other }: ShownZone, locale: string): string {
  const start = slot.provider_start_time;
  const sameDay = dateIn(start, timezone) === dateIn(start, other);
  if (sameDay) return clockTime(start, other, locale);
  return dateTimeFormat(locale, {
    timeZone: other,
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(start));
}
