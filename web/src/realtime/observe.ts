import { openhoursApi } from '@/api';
import type { Dispatch } from './cache';
import type { Live } from './connection';

/** From the answer on, changes arrive; slots that were loaded before it are fetched anew. */
export function observe(live: Live, provider_id: string, dispatch: Dispatch): void {
  live.emit('watch_availability', { provider_id }, () =>
    dispatch(openhoursApi.util.invalidateTags([{ type: 'Slots', id: provider_id }])),
  );
}
