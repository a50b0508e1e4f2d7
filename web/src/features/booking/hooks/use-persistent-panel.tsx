import { useCallback, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { AccountData } from '@/api';
import { BookingPanel } from '../components/BookingPanel';

/**
 * Keeps one booking panel mounted while it is hidden. An unmounted tab would not notice slots that others take. Render
 * `keeper` once in a fixed place, and `place` wherever the panel should be visible.
 */
export function usePersistentPanel(provider: AccountData): { keeper: ReactNode; place: ReactNode } {
  const [host] = useState(() => document.createElement('div'));
  const take = useCallback((spot: HTMLDivElement | null) => void spot?.append(host), [host]);
  return { keeper: createPortal(<BookingPanel provider={provider} />, host), place: <div ref={take} /> };
}
