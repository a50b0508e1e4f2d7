import { useSearchParams } from 'react-router-dom';
import { dateIn } from '@/features/booking';
import { deviceTimezone } from '@/platform/device';
import { useChangeSearchParams } from '@/routing';
import { useNow } from '@/ui';
import { readDate } from '../dates';

/** The day that the address names, else today, on the viewer's calendar. */
export function useShownDay() {
  const [params] = useSearchParams();
  const change = useChangeSearchParams();
  const today = dateIn(useNow(), deviceTimezone());
  const day = readDate(params.get('day')) ?? today;
  return {
    today,
    day,
    isToday: day === today,
    show: (date: string) =>
      change((now) => {
        if (date === today) now.delete('day');
        else now.set('day', date);
        return now;
      }),
  };
}

export type ShownDay = ReturnType<typeof useShownDay>;
