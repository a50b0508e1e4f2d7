import { useState } from 'react';

/*
 * What of the appointment alert somebody has closed in this visit: a visit lasts as long as the tab, so a reload does
 * not bring the same alert again, and tomorrow does.
 */

const storageKey = 'appointment_alert_read';

function stored(ownerId: string): readonly string[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(`${storageKey}:${ownerId}`) ?? '[]');
    return Array.isArray(found) ? found.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

/** Which alerts were closed, and closing more of them. */
export function useDismissedAlerts(ownerId: string) {
  const [read, setRead] = useState(() => stored(ownerId));
  return {
    isRead: (key: string) => read.includes(key),
    markRead: (keys: readonly string[]) => {
      const all = [...new Set([...read, ...keys])];
      sessionStorage.setItem(`${storageKey}:${ownerId}`, JSON.stringify(all));
      setRead(all);
    },
  };
}
