import { useEffect, useState } from 'react';
import { asFailure, type Failure, type OfferedDay, type UpdateWindowRequest } from '@/api';
import { usePreviewAppointmentWindowMutation } from '../../api';

/** How long a pause in typing asks for a preview, in milliseconds. */
const typingPause = 250;

interface Answer {
  /** What was asked. */
  key: string;
  failure: Failure | null;
}

interface SlotsShown {
  days: readonly OfferedDay[];
  timezone: string;
}

export interface SlotPreview {
  /** The slots of the seven days from today: of the last hours that were in order. */
  shown: SlotsShown | null;
  /** Whether the shown slots are those of the hours as they are typed by now. */
  fresh: boolean;
  /** The messages of the wrong fields. */
  errors: Readonly<Record<string, string>>;
  /** Why nothing is known of these hours, when it is not for a wrong field. */
  problem: string | null;
  retry: () => void;
}

const nothing = {};

/** The slots that come out of hours that are not saved yet, as the server sees them, asked for while one types. */
export function useSlotPreview(fields: UpdateWindowRequest): SlotPreview {
  const [ask] = usePreviewAppointmentWindowMutation();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [shown, setShown] = useState<SlotsShown | null>(null);
  const [attempt, setAttempt] = useState(0);
  const key = JSON.stringify(fields);

  useEffect(() => {
    let wanted = true;
    let asked: ReturnType<typeof ask> | null = null;
    const timer = setTimeout(() => {
      asked = ask(JSON.parse(key) as UpdateWindowRequest);
      asked.unwrap().then(
        ({ data }) => {
          if (!wanted) return;
          setShown({ days: data.days, timezone: data.provider_timezone });
          setAnswer({ key, failure: null });
        },
        (error: unknown) => {
          if (wanted) setAnswer({ key, failure: asFailure(error) });
        },
      );
    }, typingPause);
    // An answer to what is no longer typed is not awaited.
    return () => {
      wanted = false;
      clearTimeout(timer);
      asked?.abort();
    };
  }, [ask, key, attempt]);

  const failure = answer?.failure ?? null;
  return {
    shown,
    fresh: answer?.key === key && !failure,
    errors: failure?.iv_msg ?? nothing,
    problem: failure && Object.keys(failure.iv_msg).length === 0 ? failure.main_msg : null,
    retry: () => {
      setAnswer(null);
      setAttempt((count) => count + 1);
    },
  };
}
