import { createContext, startTransition, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { earlyInput } from '@/platform/early-input';
import { isPageRendered } from '@/platform/rendered-page';

const TakenOver = createContext(true);

/** Tells what is inside when the browser has taken over the page that the server rendered. */
export function TakingOver({ children }: { children: ReactNode }) {
  const [takenOver, setTakenOver] = useState(() => !isPageRendered());
  const tellEarlyInput = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (isPageRendered()) tellEarlyInput.current = earlyInput();
    // A transition: what renders differently now does so in small steps, so that taps are answered in between.
    startTransition(() => setTakenOver(true));
  }, []);
  useEffect(() => {
    if (!takenOver) return;
    tellEarlyInput.current?.();
    tellEarlyInput.current = null;
  }, [takenOver]);
  return <TakenOver value={takenOver}>{children}</TakenOver>;
}

/** Whether the page is the browser's; false on the server, and while the browser takes over what the server rendered. */
export const useTakenOver = (): boolean => useContext(TakenOver);
