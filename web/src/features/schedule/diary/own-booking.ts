/** A provider's own booking, as its form begins and sends it (product.md 4.25). Pure. */

import type { ProviderService } from '@/api';
import type { ChosenTime } from './chosen-time';

/** What the form holds. */
export interface BookingFields {
  iv_client_id: string;
  iv_client_name: string;
  iv_client_email: string;
  iv_client_phone: string;
  iv_service_list: string[];
  iv_date: string;
  iv_start_time: string;
  iv_duration: string;
  iv_cost: string;
  iv_delivery_mode: 'in-person' | 'remote';
  iv_place_id: string;
  iv_delivery_location: string;
  iv_brief: string;
  iv_over_rules: 'yes' | 'no';
}

/** The value of the client field for somebody who is no client yet. */
export const newClient = 'new';

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** The fields at first: the only service there is, and the length of the stretch that was dragged over, if it is not just an hour. */
export function firstFields({ date, from, to }: ChosenTime, services: readonly ProviderService[]): BookingFields {
  const length = minutesOf(to) - minutesOf(from);
  const only = services.length === 1 ? services[0] : undefined;
  return {
    iv_client_id: '',
    iv_client_name: '',
    iv_client_email: '',
    iv_client_phone: '',
    iv_service_list: only ? [only.service_id] : [],
    iv_date: date,
    iv_start_time: from,
    iv_duration: length === 60 ? '' : String(length),
    iv_cost: '',
    iv_delivery_mode: only?.delivery_mode === 'remote' ? 'remote' : 'in-person',
    iv_place_id: '',
    iv_delivery_location: '',
    iv_brief: '',
    iv_over_rules: 'no',
  };
}

/** What is sent: a known client without the fields of a new one. */
export const sentFields = (fields: BookingFields): BookingFields =>
  fields.iv_client_id && fields.iv_client_id !== newClient
    ? { ...fields, iv_client_name: '', iv_client_email: '', iv_client_phone: '' }
    : { ...fields, iv_client_id: '' };

/** How long the chosen services take together, in minutes. */
export const minutesOfServices = (services: readonly ProviderService[], chosen: readonly string[]): number =>
  services.filter(({ service_id }) => chosen.includes(service_id)).reduce((sum, { duration }) => sum + Number(duration), 0);

/** What of the fields a rule may be about: what was confirmed for one time is not confirmed for another. */
export const timeOf = ({ iv_date, iv_start_time, iv_duration, iv_service_list }: BookingFields): string =>
  [iv_date, iv_start_time, iv_duration, ...iv_service_list].join(' ');
