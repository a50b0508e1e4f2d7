import { useState } from 'react';
import { asFailure, useUpdateAppointmentWindowMutation, type AppointmentInfo } from '@/api';
import { copyDay, daysWithErrors, flatFrom, WEEKDAYS, weekFrom, type DayWindow, type Weekday } from './hours';
import { usePreview } from './use-preview';

/** The editor's week: what is typed, what comes out of it, which days are unfolded, and saving. */
export function useHours(info: AppointmentInfo, onSaved: () => void) {
  const [week, setWeek] = useState(() => weekFrom(info));
  const [timezone, setTimezone] = useState(info.timezone);
  const fields = flatFrom(week, timezone);
  const typed = JSON.stringify(fields);
  const [saved, setSaved] = useState(typed);
  const [expanded, setExpanded] = useState<readonly Weekday[]>(() => WEEKDAYS.filter((day) => week[day].status === 'open').slice(0, 1));
  const preview = usePreview(fields);
  const [update, { isLoading: saving }] = useUpdateAppointmentWindowMutation();
  const [refusal, setRefusal] = useState<{ typed: string; problem: string } | null>(null);

  /** What is wrong is known from the preview; refusing to save only brings it to the eyes. */
  const unfold = (days: readonly Weekday[]) => setExpanded((now) => [...new Set([...now, ...days])]);

  async function save(): Promise<void> {
    try {
      await update(fields).unwrap();
      setSaved(typed);
      onSaved();
    } catch (error) {
      const { kind, main_msg, iv_msg } = asFailure(error);
      unfold(daysWithErrors(iv_msg));
      if (kind !== 'unavailable') setRefusal({ typed, problem: Object.keys(iv_msg).length > 0 ? 'fields' : main_msg });
    }
  }

  return {
    week,
    timezone,
    setTimezone,
    preview,
    saving,
    save,
    dirty: typed !== saved,
    /** Why saving was refused, until something changes; 'fields' when it is said beside them. */
    problem: refusal?.typed === typed ? refusal.problem : null,
    change: (day: Weekday, window: Partial<DayWindow>) => setWeek((now) => ({ ...now, [day]: { ...now[day], ...window } })),
    copy: (from: Weekday, to: readonly Weekday[]) => setWeek((now) => copyDay(now, from, to)),
    isExpanded: (day: Weekday) => expanded.includes(day),
    expand: (day: Weekday, open: boolean) => setExpanded((now) => (open ? [...now, day] : now.filter((other) => other !== day))),
  };
}
