import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** A stand-in for the gateway. Calls without a handler of their own get the answer of an empty system. */
export const done = (data: unknown, main_msg = '') => HttpResponse.json({ status: true, message: { main_msg, iv_msg: {} }, data });

/** A refusal: status false with field messages. */
export const refused = (main_msg: string, iv_msg: Record<string, string> = {}) =>
  HttpResponse.json({ status: false, message: { main_msg, iv_msg }, data: null });

/** An answer with another HTTP status. */
export const failed = (status: number, main_msg = '') =>
  HttpResponse.json({ status: false, message: { main_msg, iv_msg: {} }, data: null }, { status });

const bookings = { order: [], request: [] };

export const server = setupServer(
  http.get('*/api/get_feed_posts', () => done([])),
  http.post('*/api/count_page_view', () => done(null)),
  http.get('*/api/get_next_free_slots', () => done({ next_free: {}, times: {} })),
  http.get('*/api/get_data_export', () => done({ data_export: null })),
  http.get('*/api/get_second_factors', () =>
    done({ required: true, authenticator_app: true, authenticator_app_available: true, passkeys: [], recovery_codes_left: 10 }),
  ),
  http.get('*/api/get_user_fav_data', () => done({ interest_info: [], bookmark_info: [], blocks_info: [] })),
  http.get('*/api/get_user_alerts', () => done({ alerts_list: [], unread: 0, bookings_list: bookings })),
  http.get('*/api/get_booking_info', () => done({ bookings_list: bookings })),
  http.get('*/api/get_conversations', () => done({ conversations: [], unread: 0, next_cursor: null })),
  http.get('*/api/get_account_profile', () => done({ account_data: { timezone: 'UTC', away: false, away_until: '', away_message: '' } })),
  http.get('*/api/get_venue_settings', () =>
    done({
      venue_settings: {
        remote_kind: '',
        remote_link: '',
        remote_server: '',
        default_server: '',
        area_postcodes: [],
        area_radius: null,
        area_latitude: null,
        area_longitude: null,
        places: [],
      },
    }),
  ),
  http.get('*/api/get_blocked_times', () => done({ timezone: 'UTC', blocks: [], periods: [] })),
  http.get('*/api/get_move_terms', () => done({ told_until_hours: null })),
  http.get('*/api/get_client_files/:id', () => done({ files: [], most_files: 20 })),
  http.get('*/api/get_calendar_feed', () => done({ feed_url: '' })),
  http.get('*/api/get_external_calendars', () => done({ calendars: [] })),
  http.get('*/api/check_active_login', () => failed(503)),
);
