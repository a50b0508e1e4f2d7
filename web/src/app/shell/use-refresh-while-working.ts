import { useEffect } from 'react';
import { useSession } from '@/api';

/** How often a login of the staff is checked while they work. Without a check it is over after 30 minutes (product.md 1.3). In milliseconds. */
const pause = 120_000;

/** Checks a login of the staff while somebody works in this tab, so that it ends when nobody does. */
export function useRefreshWhileWorking(refetch: () => unknown): void {
  const { accountType } = useSession();
  const isStaff = accountType === 'staff';
  useEffect(() => {
    if (!isStaff) return undefined;
    let checkedAt = Date.now();
    const refresh = () => {
      if (Date.now() - checkedAt < pause) return;
      checkedAt = Date.now();
      refetch();
    };
    const signs = ['pointerdown', 'keydown'] as const;
    for (const sign of signs) window.addEventListener(sign, refresh, { passive: true });
    return () => {
      for (const sign of signs) window.removeEventListener(sign, refresh);
    };
  }, [isStaff, refetch]);
}
