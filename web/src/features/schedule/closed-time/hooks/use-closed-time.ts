import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { asFailure } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { loadPart } from '@/platform/load-part';
import { toast } from '@/ui';
import type { OrderOutside, ProposedHours } from '../../day/api';
import type { Dispatch } from '../calls';

const calls = () => loadPart(() => import('../calls'));

/** Whom to ask for another time once the change is saved, and why. */
export interface Asked {
  readonly orderIds: readonly string[];
  readonly reason: string;
}

/** What is booked on the time that a change would close. */
export interface Outside {
  readonly orders: readonly OrderOutside[];
  readonly total: number;
}

interface Question extends Outside {
  readonly fields: ProposedHours;
  readonly proceed: () => void;
}

/** Whose clients could not be asked; `problem` is why nobody was. */
export interface NotAsked {
  readonly people: readonly { readonly name: string; readonly reason: string }[];
  readonly problem: string | null;
}

/** Asks the chosen clients for other times; keeps whose could not be asked. */
function useAsking() {
  const { t } = useTranslation('schedule');
  const dispatch = useDispatch<Dispatch>();
  const [notAsked, setNotAsked] = useState<NotAsked | null>(null);
  async function send({ orderIds, reason }: Asked, { orders, fields: { iv_away, iv_away_until } }: Question): Promise<void> {
    try {
      const pause = iv_away ? { iv_away, iv_away_until } : {};
      const { askClients } = await calls();
      const data = await askClients(dispatch, { iv_order_ids: [...orderIds], iv_feedback: reason, ...pause });
      if (data.asked.length > 0) toast.done(t('closed.told', { count: data.asked.length }));
      const people = data.not_asked.map(({ order_id, reason: why }) => ({
        name: orders.find((one) => one.order_id === order_id)?.name ?? '',
        reason: why,
      }));
      if (people.length > 0) setNotAsked({ people, problem: null });
    } catch (error) {
      setNotAsked({ people: [], problem: asFailure(error).main_msg });
    }
  }
  return { send, notAsked, forget: () => setNotAsked(null) };
}

/**
 * Shows what is booked on the time that a change of hours or a pause would close, before it is saved, and asks the chosen
 * clients for other times once it is (product.md 4.20).
 */
export function useClosedTime() {
  const dispatch = useDispatch<Dispatch>();
  const [checking, setChecking] = useState(false);
  const { send, notAsked, forget } = useAsking();
  const [question, setQuestion] = useState<Question | null>(null);
  const wish = useRef<{ asked: Asked; question: Question } | null>(null);

  /** Goes on at once where nothing is booked, and where a field is refused, which saving shows beside it. */
  async function check(fields: ProposedHours, proceed: () => void): Promise<void> {
    wish.current = null;
    setChecking(true);
    try {
      const { lookOutside } = await calls();
      const data = await lookOutside(dispatch, fields);
      if (data.total > 0) return setQuestion({ ...data, fields, proceed });
    } catch (error) {
      const { iv_msg, main_msg } = asFailure(error);
      if (Object.keys(iv_msg).length === 0) return toast.failed(main_msg);
    } finally {
      setChecking(false);
    }
    proceed();
  }

  function answer(asked: Asked | null): void {
    if (!question) return;
    wish.current = asked && { asked, question };
    setQuestion(null);
    question.proceed();
  }

  /** To be called when the change is saved. */
  async function saved(): Promise<void> {
    const kept = wish.current;
    wish.current = null;
    if (kept) await send(kept.asked, kept.question);
  }

  return { checking, check, saved, question, answer, back: () => setQuestion(null), notAsked, forget };
}

export type ClosedTime = ReturnType<typeof useClosedTime>;
