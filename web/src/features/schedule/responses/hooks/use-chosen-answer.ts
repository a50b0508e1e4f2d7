import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ChosenAnswer } from '../response-request';

/** The search parameters with which the link of a mail or a notification chooses an answer (product.md 5.3 and 5.4). */
const answerParam = 'answer';
const keyParam = 'key';

/** The answer that the link to this booking has chosen, and its key; '' for none. */
export interface LinkedAnswer {
  readonly answer: string;
  readonly key: string;
}

/**
 * What the link to this booking has chosen. Without a key it is not sent before the user confirms it: anybody can send a
 * link. It moves out of the address, so that it is not chosen for the next booking that is opened here.
 */
export function useChosenAnswer(): LinkedAnswer {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const known = typeof state === 'object' ? (state as ChosenAnswer | null) : null;
  const params = new URLSearchParams(search);
  const answer = params.get(answerParam) ?? '';
  const key = params.get(keyParam) ?? '';
  useEffect(() => {
    if (!answer) return;
    const kept = new URLSearchParams(search);
    kept.delete(answerParam);
    kept.delete(keyParam);
    void navigate(
      { pathname, search: kept.toString() },
      { replace: true, state: { ...known, answer, answerKey: key }, preventScrollReset: true },
    );
  }, [answer, key, known, navigate, pathname, search]);
  return answer ? { answer, key } : { answer: known?.answer ?? '', key: known?.answerKey ?? '' };
}
