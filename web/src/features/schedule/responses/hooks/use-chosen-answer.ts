import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ChosenAnswer } from '../response-request';

/** The search parameter with which a notification's button chooses an answer (product.md 5.4). */
const answerParam = 'answer';

/**
 * The answer that the link to this booking has chosen; '' for none. It is not sent before the user confirms it: anybody can
 * send a link. It moves out of the address, so that it is not chosen for the next booking that is opened here.
 */
export function useChosenAnswer(): string {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const fromLink = (state as ChosenAnswer | null)?.answer ?? '';
  const fromAddress = new URLSearchParams(search).get(answerParam) ?? '';
  useEffect(() => {
    if (!fromAddress) return;
    const kept = new URLSearchParams(search);
    kept.delete(answerParam);
    const known = typeof state === 'object' ? (state as object | null) : null;
    void navigate(
      { pathname, search: kept.toString() },
      { replace: true, state: { ...known, answer: fromAddress }, preventScrollReset: true },
    );
  }, [fromAddress, navigate, pathname, search, state]);
  return fromAddress || fromLink;
}
