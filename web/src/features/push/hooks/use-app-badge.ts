import { useEffect } from 'react';
import { showUnread } from '@/platform/web-push';

/** Shows on the icon of the installed app how many alerts and messages are unread. */
export function useAppBadge(count: number): void {
  useEffect(() => void showUnread(count), [count]);
}
