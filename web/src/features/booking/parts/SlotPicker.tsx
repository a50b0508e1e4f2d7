import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatLocale } from '@/i18n/format-locale';
import { clockTime, dateIn, PARTS_OF_DAY, partOf, type Slot } from '../days';
import { sameSlot } from '../flow';
import { useVanishing } from '../use-slots';
import { clocksDiffer, placeOf } from '../zones';
import classes from './SlotPicker.module.css';

interface SlotPickerProps {
  date: string;
  slots: readonly Slot[];
  chosen: readonly Slot[];
  /** Chosen ones that somebody else took: struck through until the next choice. */
  lost: readonly Slot[];
  /** The viewer's zone, and the provider's. */
  timezone: string;
  providerTimezone: string;
  onToggle: (slot: Slot) => void;
}

/** One day's free times by part of the day; a time that somebody else takes fades out while it is looked at. */
export function SlotPicker({ date, slots, chosen, lost, timezone, providerTimezone, onToggle }: SlotPickerProps) {
  const { t, i18n } = useTranslation('booking');
  const locale = formatLocale(i18n.language);
  const lostToday = lost.filter((slot) => dateIn(slot.provider_start_time, timezone) === date);
  const shown = useVanishing(slots, lostToday, date);
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
  const first = shown[0]?.slot;
  const away = first !== undefined && clocksDiffer(timezone, providerTimezone, first.provider_start_time);
  const groups = PARTS_OF_DAY.map((part) => ({
    part,
    times: shown.filter(({ slot }) => partOf(slot.provider_start_time, timezone) === part),
  })).filter((group) => group.times.length > 0);
  return (
    <div className={classes.parts}>
      <VisuallyHidden aria-live="polite">
        {shown
          // Of chosen ones that are gone the panel tells by itself.
          .filter(({ slot, gone }) => gone && !lostToday.some((one) => sameSlot(one, slot)))
          .map(({ slot }) => t('justTaken', { time: clockTime(slot.provider_start_time, timezone, locale) }))
          .join(', ')}
      </VisuallyHidden>
      {groups.length === 0 ? (
        <p className={classes.none} role="status">
          {t('noAppointments', { date: day })}
        </p>
      ) : null}
      {groups.map(({ part, times }, index) => (
        <section key={part} aria-label={`${day}, ${t(`part.${part}`)}`}>
          <div className={classes.label}>
            <span>{index === 0 ? `${day} · ${t(`part.${part}`)}` : t(`part.${part}`)}</span>
            {index === 0 ? <span>{away ? t('yourTime') : t('timesIn', { place: placeOf(timezone) })}</span> : null}
          </div>
          <div className={classes.slots}>
            {times.map(({ slot, gone }) => (
              <Time
                key={slot.provider_start_time}
                slot={slot}
                gone={gone}
                chosen={chosen.some((other) => sameSlot(other, slot))}
                timezone={timezone}
                providerTimezone={away ? providerTimezone : null}
                onToggle={onToggle}
              />
            ))}
          </div>
        </section>
      ))}
      {away ? <p className={classes.zones}>{t('zones', { mine: placeOf(timezone), theirs: placeOf(providerTimezone) })}</p> : null}
    </div>
  );
}

interface TimeProps extends Pick<SlotPickerProps, 'timezone' | 'onToggle'> {
  slot: Slot;
  gone: boolean;
  chosen: boolean;
  /** null where its clock shows the same. */
  providerTimezone: string | null;
}

function Time({ slot, gone, chosen, timezone, providerTimezone, onToggle }: TimeProps) {
  const { t, i18n } = useTranslation('booking');
  const locale = formatLocale(i18n.language);
  const time = clockTime(slot.provider_start_time, timezone, locale);
  const there = providerTimezone ? timeThere(slot, timezone, providerTimezone, locale) : null;
  return (
    <button
      type="button"
      className={classes.slot}
      data-start={slot.provider_start_time}
      data-gone={gone || undefined}
      disabled={gone}
      aria-pressed={chosen}
      aria-label={gone ? t('justTaken', { time }) : undefined}
      title={
        there && providerTimezone
          ? t('providerTime', { time: there, place: placeOf(providerTimezone) })
          : slot.alias || undefined
      }
      onClick={() => onToggle(slot)}
    >
      {time}
      {there ? <small> {there}</small> : null}
    </button>
  );
}

/** A slot's start on the provider's clock, with the weekday where it is another day there. */
function timeThere(slot: Slot, timezone: string, providerTimezone: string, locale: string): string {
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
