import { useCallback, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { AccountData } from '@/api';
import { BookingPanel } from './BookingPanel';

/**
 * One booking panel that can stand in different places of a page without starting anew: when a turned phone shows the
 * other layout, the panel moves with all that was typed. `keeper` stays where it is, `place` goes where the panel is to be.
 */
export function useKeptPanel(provider: AccountData): { keeper: ReactNode; place: ReactNode } {
  const [host] = useState(() => document.createElement('div'));
  const take = useCallback((spot: HTMLDivElement | null) => void spot?.append(host), [host]);
  return { keeper: createPortal(<BookingPanel provider={provider} />, host), place: <div ref={take} /> };
}
