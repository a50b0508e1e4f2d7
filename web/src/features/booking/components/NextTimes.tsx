import { Button, Skeleton } from '@mantine/core';
import { feel } from '@/platform/haptics';
import { useTranslation } from '@/i18n/use-translation';
import { useGetNextFreeTimesQuery } from '../api';
import type { Booking } from '../hooks/use-booking';
import { servicesOf } from '../hooks/use-slots';
import { useMomentText } from '../hooks/use-moment-text';
import classes from './NextTimes.module.css';

/** The soonest times with enough time for the chosen services. */
export function useNextTimes({ provider, slots, chosen }: Pick<Booking, 'provider' | 'slots' | 'chosen'>) {
  return useGetNextFreeTimesQuery(
    { providerId: provider.owner_id, timezone: slots.timezone, ...servicesOf(chosen.map((service) => service.service_id)) },
    { skip: chosen.length === 0 },
  );
}

/** Up to three of the soonest times. One tap takes the time and leads on. */
export function NextTimes({ booking }: { booking: Booking }) {
  const { t } = useTranslation(['booking', 'ui']);
  const { slots, takeRun, step } = booking;
  const { currentData, isError, isFetching, refetch } = useNextTimes(booking);
  const momentText = useMomentText(slots.timezone, slots.today);
  const times = currentData?.data.times;
  // The days below say it in more words.
  if (times?.length === 0 || (isError && slots.query.isError)) return null;
  return (
    <section className={classes.next} aria-labelledby="next-times" aria-busy={isFetching}>
      <h3 id="next-times" className={classes.label}>
        {t('nextFree')}
      </h3>
      {isError && !times ? (
        <p className={classes.failed} role="alert">
          {t('nextFreeFailed')}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
            {t('ui:retry')}
          </Button>
        </p>
      ) : (
        <ul className={classes.times}>
          {(times ?? [null, null, null]).map((time, place) => (
            <li key={time?.provider_start_time ?? place}>
              {time ? (
                <Button
                  variant="light"
                  fullWidth
                  data-next={time.provider_start_time}
                  onClick={() => {
                    feel('selection');
                    takeRun(time.run);
                    booking.chooseDay(booking.dateOf(time));
                    step({ type: 'view_shown', view: 'completePreview' });
                  }}
                >
                  {momentText(time.provider_start_time)}
                </Button>
              ) : (
                <Skeleton height={44} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
