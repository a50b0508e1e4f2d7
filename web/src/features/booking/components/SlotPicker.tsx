import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatLocale } from '@/i18n/format-locale';
import { clockTime, dateIn, partOfDay, PARTS_OF_DAY, type PartOfDay as PartOfTheDay, type Slot } from '../calendar-days';
import { sameSlot } from '../flow';
import { useVanishingSlots, type ShownSlot } from '../hooks/use-slots';
import { clocksDiffer, zoneCity } from '../time-zones';
import classes from './SlotPicker.module.css';

interface SlotPickerProps {
  date: string;
  slots: readonly Slot[];
  chosen: readonly Slot[];
  /** Chosen slots that somebody else took: struck through until the next choice. */
  lost: readonly Slot[];
  /** The viewer's zone and the provider's zone. */
  timezone: string;
  providerTimezone: string;
  onToggle: (slot: Slot) => void;
}

/** One day's free times by part of the day. A time that somebody else takes fades out. */
export function SlotPicker({ date, slots, lost, ...times }: SlotPickerProps) {
  const { t, i18n } = useTranslation('booking');
  const { timezone, providerTimezone } = times;
  const lostToday = lost.filter((slot) => dateIn(slot.provider_start_time, timezone) === date);
  const shown = useVanishingSlots(slots, lostToday, date);
  const day = new Intl.DateTimeFormat(formatLocale(i18n.language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`));
  const first = shown[0]?.slot;
  const away = first !== undefined && clocksDiffer(timezone, providerTimezone, first.provider_start_time);
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
      {away ? <p className={classes.zones}>{t('zones', { mine: zoneCity(timezone), theirs: zoneCity(providerTimezone) })}</p> : null}
    </div>
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

interface PartOfDayProps extends Pick<SlotPickerProps, 'chosen' | 'timezone' | 'providerTimezone' | 'onToggle'> {
  part: PartOfTheDay;
  shown: readonly ShownSlot[];
  /** The day's name, as part of the first heading, and whose clock the times use. */
  day: string;
  first: boolean;
  /** The provider's clock shows other times. */
  away: boolean;
}

/** The times of a morning, an afternoon or an evening. */
function PartOfDay({ part, shown, day, first, away, chosen, timezone, providerTimezone, onToggle }: PartOfDayProps) {
  const { t } = useTranslation('booking');
  const name = t(`part.${part}`);
  return (
    <section aria-label={`${day}, ${name}`}>
      <div className={classes.label}>
        <span>{first ? `${day} · ${name}` : name}</span>
        {first ? <span>{away ? t('yourTime') : t('timesIn', { place: zoneCity(timezone) })}</span> : null}
      </div>
      <div className={classes.slots}>
        {shown.map(({ slot, taken }) => (
          <SlotButton
            key={slot.provider_start_time}
            slot={slot}
            taken={taken}
            chosen={chosen.some((other) => sameSlot(other, slot))}
            timezone={timezone}
            providerTimezone={away ? providerTimezone : null}
            onToggle={onToggle}
          />
        ))}
      </div>
    </section>
  );
}

interface SlotButtonProps extends Pick<SlotPickerProps, 'timezone' | 'onToggle'> {
  slot: Slot;
  taken: boolean;
  chosen: boolean;
  /** null where the clocks agree. */
  providerTimezone: string | null;
}

function SlotButton({ slot, taken, chosen, timezone, providerTimezone, onToggle }: SlotButtonProps) {
  const { t, i18n } = useTranslation('booking');
  const locale = formatLocale(i18n.language);
  const time = clockTime(slot.provider_start_time, timezone, locale);
  const there = providerTimezone ? providerTime(slot, timezone, providerTimezone, locale) : null;
  return (
    <button
      type="button"
      className={classes.slot}
      data-start={slot.provider_start_time}
      data-taken={taken || undefined}
      disabled={taken}
      aria-pressed={chosen}
      aria-label={taken ? t('justTaken', { time: there ? `${time} ${there}` : time }) : undefined}
      title={
        there && providerTimezone
          ? t('providerTime', { time: there, place: zoneCity(providerTimezone) })
          : slot.alias || undefined
      }
      onClick={() => onToggle(slot)}
    >
      {time}
      {there ? <small> {there}</small> : null}
    </button>
  );
}

/** A slot's start on the provider's clock, with the weekday where the day differs. */
function providerTime(slot: Slot, timezone: string, providerTimezone: string, locale: string): string {
  const start = slot.provider_start_time;
  const sameDay = dateIn(start, timezone) === dateIn(start, providerTimezone);
  if (sameDay) return clockTime(start, providerTimezone, locale);
  return new Intl.DateTimeFormat(locale, {
    timeZone: providerTimezone,
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(start));
}
