import { useEffect, useState } from 'react';
import { asFailure, type Failure, type OfferedDay, type UpdateWindowRequest } from '@/api';
import { usePreviewAppointmentWindowMutation } from '../../api';

/** A preview is requested after this pause in typing, in milliseconds. */
const typingPause = 250;

interface Answer {
  /** The requested fields. */
  key: string;
  failure: Failure | null;
}

interface SlotsShown {
  days: readonly OfferedDay[];
  timezone: string;
}

export interface SlotPreview {
  /** The slots of the next seven days, for the last valid hours. */
  shown: SlotsShown | null;
  /** Whether the shown slots match the current input. */
  fresh: boolean;
  /** The messages of invalid fields. */
  errors: Readonly<Record<string, string>>;
  /** Why there is no preview, when no field is invalid. */
  problem: string | null;
  retry: () => void;
}

const emptyPreview = {};

/** The server's slots for unsaved hours, requested while the user types. */
export function useSlotPreview(fields: UpdateWindowRequest): SlotPreview {
  const [ask] = usePreviewAppointmentWindowMutation();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [shown, setShown] = useState<SlotsShown | null>(null);
  const [attempt, setAttempt] = useState(0);
  const key = JSON.stringify(fields);

  useEffect(() => {
    let current = true;
    let request: ReturnType<typeof ask> | null = null;
    const timer = setTimeout(() => {
      request = ask(JSON.parse(key) as UpdateWindowRequest);
      request.unwrap().then(
        ({ data }) => {
          if (!current) return;
          setShown({ days: data.days, timezone: data.provider_timezone });
          setAnswer({ key, failure: null });
        },
        (error: unknown) => {
          if (current) setAnswer({ key, failure: asFailure(error) });
        },
      );
    }, typingPause);
    // Aborts the request for earlier input.
    return () => {
      current = false;
      clearTimeout(timer);
      request?.abort();
    };
  }, [ask, key, attempt]);

  const failure = answer?.failure ?? null;
  return {
    shown,
    fresh: answer?.key === key && !failure,
    errors: failure?.iv_msg ?? emptyPreview,
    problem: failure && Object.keys(failure.iv_msg).length === 0 ? failure.main_msg : null,
    retry: () => {
      setAnswer(null);
      setAttempt((count) => count + 1);
    },
  };
}
