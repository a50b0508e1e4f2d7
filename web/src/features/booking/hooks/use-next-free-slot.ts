import { useMemo, useState } from 'react';
import { useTakenOver } from '@/ui';
import { useGetAvailableSlotsQuery } from '../api';
import { dateIn } from '../calendar-days';
import { firstWindow, lookAheadEnd } from '../first-window';
import { useShownZone } from './use-shown-zone';

/** The first free slot within two weeks, on the viewer's clock; undefined while it is not known, null for none. */
export function useNextFreeSlot(providerId: string, knownZone: string) {
  const { viewer: timezone } = useShownZone(providerId, knownZone);
  const [today] = useState(() => dateIn(new Date(), timezone));
  // The server does not know the viewer's clock.
  const takenOver = useTakenOver();
  const { currentData, isError } = useGetAvailableSlotsQuery({ providerId, ...firstWindow(today), timezone }, { skip: !takenOver });
  const slot = useMemo(() => {
    const soon = currentData?.data.days.filter(({ date }) => date <= lookAheadEnd(today));
    return soon && (soon.flatMap(({ slots }) => slots).at(0) ?? null);
  }, [currentData, today]);
  return { slot: isError ? null : slot, timezone, today };
}
