import type { BookingData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { useServiceColours } from '../../hooks/use-service-colours';
import { servicesOf } from '../../service-colours';
import colours from '../../service-colours.module.css';

/** Which colour is which service, of those that the bookings name first. */
export function ServiceLegend({ bookings }: { bookings: readonly BookingData[] }) {
  const { t } = useTranslation('schedule');
  const colourOf = useServiceColours();
  const shown = new Map<string, number>();
  for (const booking of bookings) {
    const [first, colour] = [servicesOf(booking)[0], colourOf(booking)];
    if (first && colour !== null) shown.set(first.service, colour);
  }
  if (shown.size === 0) return null;
  return (
    <ul className={colours.legend} aria-label={t('calendar.colours')}>
      {[...shown]
        .sort(([one], [other]) => one.localeCompare(other))
        .map(([service, colour]) => (
          <li key={service} className={colours.colour} data-colour={colour}>
            <span className={colours.mark} aria-hidden />
            {service}
          </li>
        ))}
    </ul>
  );
}
