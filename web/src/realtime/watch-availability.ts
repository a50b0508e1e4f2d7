import type { Dispatch } from '@reduxjs/toolkit';
import { openhoursApi } from '@/api';
import type { Live } from './events';

/**
 * Subscribes to changes of a provider's free time. Slots that were loaded before the server's answer may have changed meanwhile: they are
 * asked for again, and are not sent again when they have not.
 */
export function watchAvailability(live: Live, providerId: string, dispatch: Dispatch): void {
  live.emit('watch_availability', { provider_id: providerId }, () =>
    dispatch(openhoursApi.util.invalidateTags([{ type: 'Slots', id: providerId }])),
  );
}
