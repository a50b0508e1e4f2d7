import { useEffect, useRef, useState } from 'react';
import { asFailure, type BookingData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { toast } from '@/ui';
import { useMoveAppointmentMutation, type How } from '../api';
import { moveFields, undoTime, type MovedSession } from '../moves';

/** A move that waits to be sent. */
export interface WaitingMove {
  readonly session: MovedSession;
  readonly how: How;
  readonly name: string;
}

/** What the server says of a move that breaks the provider's own rules, with the fields as the form has them. */
export interface WarnedMove {
  readonly session: MovedSession;
  readonly messages: Readonly<Record<string, string>>;
}

/**
 * Appointments that are dragged. The server says first what would happen, and keeps nothing; then the move waits ten seconds on this
 * screen and is sent. So whoever takes it back has told nobody: no mail, no alert and no calendar file is on its way. Whoever leaves the
 * screen meanwhile sends it.
 */
export function useMoves(timezone: string, onWarned: (warned: WarnedMove) => void) {
  const { t } = useTranslation('diary');
  const [move] = useMoveAppointmentMutation();
  const [shown, setShown] = useState<MovedSession | null>(null);
  const [waiting, setWaiting] = useState<WaitingMove | null>(null);
  const send = async ({ session, how, name }: WaitingMove): Promise<void> => {
    try {
      await move(moveFields(session, timezone)).unwrap();
      toast.done(t(`moving.done_${how}`, { name }));
    } catch (error) {
      toast.failed(firstWords(error));
    }
    setShown((now) => (now === session ? null : now));
  };
  const sendNow = useLeaving(waiting, (due) => {
    setWaiting(null);
    void send(due);
  });
  async function start(session: MovedSession, booking: BookingData): Promise<void> {
    sendNow();
    setShown(session);
    try {
      const { data } = await move({ ...moveFields(session, timezone), iv_only_check: 'yes' }).unwrap();
      setWaiting({ session, how: data.how, name: booking.name || booking.guest_name });
    } catch (error) {
      setShown(null);
      const messages = asFailure(error).iv_msg;
      if (messages['iv_over_rules']) onWarned({ session, messages });
      else toast.failed(firstWords(error));
    }
  }
  function undo(): void {
    setWaiting(null);
    setShown(null);
    toast.done(t('moving.undone'));
  }
  return { shown, waiting, start, undo };
}

/** Sends what waits after its time, and at once when the screen or the page is left; answers how to send it now. */
function useLeaving(waiting: WaitingMove | null, onDue: (due: WaitingMove) => void): () => void {
  const due = useRef<() => void>(() => undefined);
  useEffect(() => {
    due.current = () => {
      if (waiting) onDue(waiting);
    };
  });
  useEffect(() => {
    if (!waiting) return undefined;
    const sendIt = () => due.current();
    const timer = setTimeout(sendIt, undoTime);
    window.addEventListener('pagehide', sendIt);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', sendIt);
    };
  }, [waiting]);
  // Leaving the screen inside the app: the effect above has no timer any more then.
  useEffect(() => () => due.current(), []);
  return () => due.current();
}

const firstWords = (error: unknown): string => {
  const { main_msg, iv_msg } = asFailure(error);
  return Object.values(iv_msg)[0] ?? main_msg;
};
