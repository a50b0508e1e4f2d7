import { useEffect, useRef } from 'react';
import type { Booking } from './use-booking';

/** Leads to the first field with a message below this element when a request is refused: here, or by the server. */
export function useFocusOnProblem({ failure, intake: { refusals } }: Booking) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const elsewhere = document.activeElement?.getAttribute('aria-invalid') === 'true';
    if (!elsewhere) element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"] input')?.focus();
  }, [failure, refusals]);
  return element;
}
