import { useEffect } from 'react';
import { useSession } from '@/api';
import { useCountPageViewMutation } from '../api';

/** The pages that were counted since the app was started. In memory alone: nothing is kept on the device. */
const counted = new Set<string>();

/** Says once for each page and start of the app that it is on the screen, for its provider's figures (product.md 3.11). */
export function usePageView(ownerId: string): void {
  const [count] = useCountPageViewMutation();
  const viewer = useSession().ownerId;
  useEffect(() => {
    if (viewer === ownerId) return;
    const say = () => {
      if (document.visibilityState !== 'visible' || counted.has(ownerId)) return;
      counted.add(ownerId);
      void count({ iv_owner_id: ownerId });
    };
    say();
    document.addEventListener('visibilitychange', say);
    return () => document.removeEventListener('visibilitychange', say);
  }, [count, ownerId, viewer]);
}
