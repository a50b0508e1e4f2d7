/**
 * Prepares the gateway's OpenAPI for the web's code generator: `npm run generate`.
 * - A refusal (status false) never reaches a caller as data (see src/api/root-api.ts), so `data` is never null.
 * - src/api/root-api.ts sets all headers.
 * - The staff's calls, those about what guards an account, about its data, about a provider's clients, figures, day, reminders and diary get documents of their own, so that others do not load them.
 * - Fields with a fixed list of values get these values in place of 'string'.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const from = new URL('../../proto-contracts/generated/openapi.json', import.meta.url);
const folder = new URL('../node_modules/.cache/openapi/', import.meta.url);

const modes = ['in-person', 'remote', 'hybrid'];
const words = {
  'BookingData.request_status': ['pending', 'accepted', 'ongoing', 'completed', 'cancelled', 'rejected'],
  'BookingData.user_category': ['active', 'guest'],
  'BookingData.delivery_mode': modes,
  'ServiceData.delivery_mode': modes,
};

const document = JSON.parse(readFileSync(from, 'utf8'));
const { schemas } = document.components;

for (const [name, schema] of Object.entries(schemas)) {
  const data = schema.properties?.data;
  if (name.startsWith('Answer') && data?.anyOf) {
    const [only, ...others] = data.anyOf.filter((one) => one.type !== 'null');
    if (only && others.length === 0) schema.properties.data = only;
  }
  for (const [property, definition] of Object.entries(schema.properties ?? {})) {
    const listed = words[`${name}.${property}`];
    if (listed && definition.type === 'string') definition.enum ??= listed;
  }
}

// The gateway adds the whole session to what profiles answers.
const saved = schemas.ProfileSaved;
if (saved && !saved.properties.session_data) {
  saved.properties.session_data = { anyOf: [{ $ref: '#/components/schemas/SessionData' }, { type: 'null' }] };
  saved.required.push('session_data');
}

for (const path of Object.values(document.paths)) {
  for (const operation of Object.values(path)) {
    if (operation.parameters) operation.parameters = operation.parameters.filter((one) => one.in !== 'header');
  }
}

mkdirSync(folder, { recursive: true });

const isStaffs = ([path]) => path.startsWith('/api/staff_');
const paths = Object.entries(document.paths);
const write = (name, some) => writeFileSync(new URL(name, folder), JSON.stringify({ ...document, paths: Object.fromEntries(some) }));
const isSecurity = ([path]) => /second_factor|passkey|step_up|authenticator_app|recovery_codes|mail_change/.test(path);
const isExport = ([path]) => /data_export|export_account_data/.test(path);
const isClients = ([path]) => /\/(get|update)_clients?\b|client_of_order|_client_file|client_import|import_clients/.test(path);
const isFigures = ([path]) => /\/(get|download)_figures\b|count_page_view/.test(path);
const isDay = ([path]) => /schedule_changes|mark_changes_seen|notes_of_orders|orders_outside_hours|ask_for_other_times/.test(path);
const isReminders = ([path]) => /reminder_plan|_mail_texts?\b/.test(path);
const isDiary = ([path]) => /blocked_times|block_time|own_booking|move_appointment|move_terms/.test(path);
const isOfOthers = (path) => [isStaffs, isSecurity, isExport, isClients, isFigures, isDay, isReminders, isDiary].some((is) => is(path));
write(
  'openapi.json',
  paths.filter((path) => !isOfOthers(path)),
);
write('security.json', paths.filter(isSecurity));
write('data-export.json', paths.filter(isExport));
write('clients.json', paths.filter(isClients));
write(
  'figures.json',
  paths.filter(([path]) => path.endsWith('/get_figures')),
);
write('day.json', paths.filter(isDay));
write('reminders.json', paths.filter(isReminders));
write('diary.json', paths.filter(isDiary));
write('staff.json', paths.filter(isStaffs));
