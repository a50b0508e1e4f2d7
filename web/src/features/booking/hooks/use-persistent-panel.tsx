import { useCallback, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { AccountData } from '@/api';
import { BookingPanel } from '../components/BookingPanel';

/**
 * One booking panel that goes on living while it is out of sight: a tab that is not shown stands still, and what
 * others take meanwhile would not be noticed. `keeper` stays where it is, `place` goes where the panel is to be seen.
 */
export function usePersistentPanel(provider: AccountData): { keeper: ReactNode; place: ReactNode } {
  const [host] = useState(() => document.createElement('div'));
  const take = useCallback((spot: HTMLDivElement | null) => void spot?.append(host), [host]);
  return { keeper: createPortal(<BookingPanel provider={provider} />, host), place: <div ref={take} /> };
}
