import type { Socket } from 'socket.io-client';
import type { Dispatch } from '@reduxjs/toolkit';
import { type Alert, type BookingData, type Interest, openhoursApi, type SessionData } from '@/api';

/** A provider's free time changed between two instants. */
export interface AvailabilityUpdate {
  provider_id: string;
  from: string;
  to: string;
}

/** The events that the server sends (api.md 7). */
export interface ServerEvents {
  get_notification: (event: {
    notification_data: Alert | null;
    booking_data: BookingData | null;
    interest_data: Interest | null;
    additional_update: Record<string, unknown> | null;
  }) => void;
  get_broadcast_notification: (event: {
    valid_broadcast: boolean;
    page: 'feed';
    action: 'new_post' | 'new_post_comment' | 'post_removed';
    broadcast_data: Record<string, unknown>;
  }) => void;
  get_confirm_account_verification: (event: { session_data: Partial<SessionData> }) => void;
  get_availability_update: (event: AvailabilityUpdate) => void;
}

/** The events that the app sends. */
export interface ClientEvents {
  join_client_room: (room: { ownerId: string; token?: string }, joined?: () => void) => void;
  leave_client_room: (room: { ownerId: string }) => void;
  watch_availability: (provider: { provider_id: string }, watching: () => void) => void;
  unwatch_availability: (provider: { provider_id: string }) => void;
}

/** The app's socket. */
export type Live = Socket<ServerEvents, ClientEvents>;

/**
 * Subscribes to changes of a provider's free time. Slots that were loaded before the server's answer may have changed meanwhile: they are
 * asked for again, and are not sent again when they have not.
 */
export function watchAvailability(live: Live, providerId: string, dispatch: Dispatch): void {
  live.emit('watch_availability', { provider_id: providerId }, () =>
    dispatch(openhoursApi.util.invalidateTags([{ type: 'Slots', id: providerId }])),
  );
}
