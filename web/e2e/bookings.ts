import { type APIRequestContext, type Browser, type Locator, type Page, type Route } from '@playwright/test';
import { openDevice, type SizeName } from './devices';
import { captureSizes } from './screenshots';
import { codeIn, mailTo, newPerson, type Person } from './people';
import { actAs, call, type SeededPerson } from './seeded-people';
import { wholeAnswer } from './whole-answer';

/** Creates bookings by API calls, and holds what the browser tests of the schedule share. */

const DAY = 86_400_000;
const dateAfter = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

interface Slot {
  appointment_slot_id: string;
  provider_start_time: string;
  provider_end_time: string;
}

interface Booking {
  order_id: string;
  provider_start_time: string;
  session_time: string;
  /** The terms that it is under, as JSON. */
  cancellation_terms: string;
}

const tokenOf = (person: SeededPerson) => person.granted.access_token;
export const ownerIdOf = (person: SeededPerson) => person.granted.session_data.ownerId;

/** The provider's free slots from the day after tomorrow on, or from now on. */
async function freeSlots(request: APIRequestContext, provider: SeededPerson, soonest: boolean): Promise<Slot[]> {
  const when = `from=${dateAfter(soonest ? 0 : 2)}&to=${dateAfter(30)}&timezone=Europe/Berlin`;
  const { days } = await call<{ days: { slots: Slot[] }[] }>(
    request,
    `get_available_slots?provider_id=${ownerIdOf(provider)}&${when}`,
    null,
  );
  return days.flatMap((day) => day.slots);
}

interface BookingOptions {
  mode?: 'remote' | 'in-person';
  /** How many slots to book, each at least a day from the others. */
  sessions?: number;
  guest?: Person;
  /** From now on instead of the day after tomorrow. */
  soonest?: boolean;
}

/** Requests an appointment with `provider` as `client` or as a guest, and returns the booking. */
export async function book(
  request: APIRequestContext,
  provider: SeededPerson,
  client: SeededPerson | null,
  options: BookingOptions = {},
): Promise<Booking> {
  const { mode = 'remote', sessions = 1, guest, soonest = false } = options;
  const owner = ownerIdOf(provider);
  const { account_services } = await call<{ account_services: { service_id: string; service: string }[] }>(
    request,
    `get_account_provider_services?filter=active&provider_id=${owner}`,
    null,
  );
  const service = account_services.find((one) => one.service === 'Back relief plan');
  const slots: Slot[] = [];
  for (const slot of await freeSlots(request, provider, soonest)) {
    const last = slots.at(-1);
    if (slots.length < sessions && (!last || slot.provider_start_time.slice(0, 10) !== last.provider_start_time.slice(0, 10)))
      slots.push(slot);
  }
  const order = {
    iv_provider_id: owner,
    iv_brief: 'Hello, I would like to book an appointment with you.',
    iv_service_list: [service?.service_id],
    iv_session_list: slots,
    iv_delivery_mode: mode,
    iv_total_currency: 'EUR',
    iv_device_data: '{}',
  };
  const asGuest = guest ? await verifyGuest(request, guest) : null;
  const { booking_data } = await call<{ booking_data: Booking }>(
    request,
    'create_appointment_order',
    {
      ...order,
      ...(asGuest
        ? { iv_user_category: 'guest', iv_guest_token: asGuest.code, iv_client_name: guest?.name, iv_client_email: guest?.email }
        : { iv_user_category: 'active' }),
    },
    asGuest?.token ?? (client ? tokenOf(client) : ''),
  );
  return booking_data;
}

async function verifyGuest(request: APIRequestContext, guest: Person): Promise<{ token: string; code: string }> {
  const { access_token } = await call<{ access_token: string }>(request, 'verify_guest_credentials', {
    iv_name: guest.name,
    iv_email: guest.email,
  });
  return { token: access_token, code: codeIn(await mailTo(request, guest.email, /code/i)) };
}

/** Sends one side's response: accepted, rejected, ongoing, completed or cancelled. */
export async function respond(
  request: APIRequestContext,
  person: SeededPerson,
  booking: Booking,
  response: string,
  link = '',
): Promise<void> {
  const answer = {
    iv_order_id: booking.order_id,
    iv_booking_info_type: 'order',
    iv_response: response,
    iv_feedback: '',
    iv_delivery_location: link,
    iv_device_data: '{}',
  };
  await call(request, 'update_appointment_order_request', answer, tokenOf(person));
}

/** The link in the guest's mail about a booking. */
export async function guestLink(request: APIRequestContext, guest: Pick<Person, 'email'>): Promise<string> {
  const mail = await mailTo(request, guest.email, /guest_client/);
  const link = new URL(/https?:\/\/\S+\/guest_client\/\S+/.exec(mail.text)?.[0] ?? '');
  return `${link.pathname}${link.search}`;
}

export const newGuest = (): Person => newPerson('Olu Adebayo');

/** Opens a page in its own browser context, signed in as this person; null means a guest. */
export async function pageOf(browser: Browser, person: SeededPerson | null, size: SizeName = 'desktop'): Promise<Page> {
  const context = await openDevice(browser, size, { acceptDownloads: true, permissions: ['clipboard-read', 'clipboard-write'] });
  if (person) await actAs(context, person);
  return context.newPage();
}

/** Captures the page in both sizes, with `shown` scrolled into view. */
export async function capture(page: Page, name: string, at?: readonly SizeName[], shown?: Locator): Promise<void> {
  await captureSizes(page, `schedule-${name}`, at, shown);
}

type Row = Record<string, unknown>;

/** The calls whose answers contain bookings. */
const showing = /\/api\/(get_booking_info|get_user_alerts|get_guest_booking\/[^?]+)(\?|$)/;

/**
 * Changes bookings in the server's answers on their way to the page: no call can create a past session, because nobody can
 * book the past.
 */
export async function changeShownBookings(page: Page, changed: (row: Row) => Row): Promise<void> {
  await page.route(showing, async (route: Route) => {
    const response = await wholeAnswer(route);
    const answer = (await response.json()) as { data?: { bookings_list?: { order: Row[]; request: Row[] }; booking_data?: Row } | null };
    const lists = answer.data?.bookings_list;
    if (lists) Object.assign(lists, { order: lists.order.map(changed), request: lists.request.map(changed) });
    if (answer.data?.booking_data) answer.data.booking_data = changed(answer.data.booking_data);
    await route.fulfill({ response, json: answer });
  });
}

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** The booking as it is after its time has passed. */
export const past = (row: Row, over: Row): Row => ({
  ...row,
  provider_start_time: ago(3),
  client_start_time: ago(3),
  provider_end_time: ago(2),
  client_end_time: ago(2),
  due_start_time: ago(3),
  due_end_time: ago(2),
  session_time: '[]',
  ...over,
});
