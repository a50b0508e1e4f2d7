import { useState } from 'react';
import { asFailure, type AppointmentInfo, type UpdateWindowRequest } from '@/api';
import { useUpdateAppointmentWindowMutation } from '../../api';
import { overrideFields, overridesFrom, todayIn, upcomingOverrides, type Override } from '../date-overrides';
import { copyDay, daysWithErrors, flatFields, WEEKDAYS, weekFrom, type DayWindow, type Weekday } from '../weekly-hours';
import { useSlotPreview } from './use-slot-preview';

/** How many sessions a day and a week may have as typed, '' for no limit, and whether gaps are kept useful. */
function useLimitsInput(info: AppointmentInfo) {
  const [mostPerDay, setMostPerDay] = useState(info.most_per_day ?? '');
  const [mostPerWeek, setMostPerWeek] = useState(info.most_per_week ?? '');
  const [keepGaps, setKeepGaps] = useState(info.keep_gaps === 'yes');
  const fields: UpdateWindowRequest = { iv_most_per_day: mostPerDay, iv_most_per_week: mostPerWeek, iv_keep_gaps: keepGaps ? 'yes' : 'no' };
  return { limits: { mostPerDay, setMostPerDay, mostPerWeek, setMostPerWeek, keepGaps, setKeepGaps }, limitFields: fields };
}

/** The booking settings as typed: notice in minutes, horizon in days, '0' for no limit; time to answer in hours. */
function useHoursInput(info: AppointmentInfo) {
  const [week, setWeek] = useState(() => weekFrom(info));
  const [timezone, setTimezone] = useState(info.timezone);
  const [notice, setNotice] = useState(info.minimum_notice ?? '0');
  const [horizon, setHorizon] = useState(info.booking_horizon ?? '0');
  const [answerHours, setAnswerHours] = useState(info.answer_hours ?? '48');
  const [overrides, setOverrides] = useState<readonly Override[]>(() => overridesFrom(info.date_overrides ?? []));
  const { limits, limitFields } = useLimitsInput(info);
  const shown = upcomingOverrides(overrides, todayIn(timezone));
  const fields: UpdateWindowRequest = {
    ...flatFields(week, timezone),
    ...limitFields,
    iv_minimum_notice: notice,
    iv_booking_horizon: horizon,
    iv_answer_hours: answerHours,
    iv_date_overrides: JSON.stringify(shown.map(overrideFields)),
  };
  return {
    week,
    setWeek,
    timezone,
    setTimezone,
    notice,
    setNotice,
    horizon,
    setHorizon,
    answerHours,
    setAnswerHours,
    ...limits,
    overrides: shown,
    setOverrides,
    fields,
  };
}

/** Which days of the week show their hours. */
function useUnfoldedDays(first: () => readonly Weekday[]) {
  const [expanded, setExpanded] = useState(first);
  return {
    isExpanded: (day: Weekday) => expanded.includes(day),
    expand: (day: Weekday, open: boolean) => setExpanded((now) => (open ? [...now, day] : now.filter((other) => other !== day))),
    unfold: (days: readonly Weekday[]) => setExpanded((now) => [...new Set([...now, ...days])]),
  };
}

/** The editor's state: week and rules, preview, expanded days, and saving. */
export function useHoursEditor(info: AppointmentInfo, onSaved: () => void) {
  const { fields, week, setWeek, setOverrides, ...rest } = useHoursInput(info);
  const typed = JSON.stringify(fields);
  const [saved, setSaved] = useState(typed);
  const [savedTimezone, setSavedTimezone] = useState(info.timezone);
  const { unfold, ...unfolding } = useUnfoldedDays(() => WEEKDAYS.filter((day) => week[day].status === 'open').slice(0, 1));
  const preview = useSlotPreview(fields);
  const [update, { isLoading: saving }] = useUpdateAppointmentWindowMutation();
  const [refusal, setRefusal] = useState<{ typed: string; problem: string } | null>(null);

  async function save(): Promise<void> {
    try {
      await update(fields).unwrap();
      setSaved(typed);
      setSavedTimezone(rest.timezone);
      onSaved();
    } catch (error) {
      const { kind, main_msg, iv_msg } = asFailure(error);
      // The preview already knows the errors; a refused save only reveals them.
      unfold(daysWithErrors(iv_msg));
      if (kind !== 'unavailable') setRefusal({ typed, problem: Object.keys(iv_msg).length > 0 ? 'fields' : main_msg });
    }
  }

  return {
    ...rest,
    fields,
    week,
    preview,
    saving,
    save,
    dirty: typed !== saved,
    savedTimezone,
    /** Why saving was refused, until the next change; 'fields' when the fields show it. */
    problem: refusal?.typed === typed ? refusal.problem : null,
    change: (day: Weekday, window: Partial<DayWindow>) => setWeek((now) => ({ ...now, [day]: { ...now[day], ...window } })),
    copy: (from: Weekday, to: readonly Weekday[]) => setWeek((now) => copyDay(now, from, to)),
    ...unfolding,
    /** Replaces an entry, or adds it. */
    keepOverride: (entry: Override, instead: Override | null) =>
      setOverrides((now) => [...now.filter((other) => other !== instead), entry]),
    removeOverride: (entry: Override) => setOverrides((now) => now.filter((other) => other !== entry)),
  };
}

export type HoursEditor = ReturnType<typeof useHoursEditor>;
