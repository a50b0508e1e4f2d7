import { expect, type APIRequestContext, type BrowserContext } from '@playwright/test';
import { newPerson } from './people';

interface Granted {
  session_data: Record<string, unknown> & { ownerId: string };
  access_token: string;
  access_token_expiry: string;
}

/** Somebody who lives in the house already, made by calls alone. */
export interface Resident {
  granted: Granted;
  username: string;
}

/** One write call, which must succeed; answers its data. */
export async function call<T>(request: APIRequestContext, name: string, data: object, token?: string): Promise<T> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const response = await request.post(`/api/${name}`, { data, headers });
  const answer = (await response.json()) as { status: boolean; message: unknown; data: T };
  expect(answer.status, `${name}: ${JSON.stringify(answer.message)}`).toBe(true);
  return answer.data;
}

/** A newcomer with nothing but an account. */
export async function newResident(request: APIRequestContext, name: string): Promise<Resident> {
  const person = newPerson(name);
  const granted = await call<Granted>(request, 'sign_up', {
    iv_name: person.name,
    iv_email: person.email,
    iv_password: person.password,
    iv_device_data: '{}',
  });
  return { granted, username: person.email.split('@')[0]?.replaceAll('.', '_') ?? '' };
}

/** A newcomer who has chosen a name and stands before the second step. */
export async function namedResident(request: APIRequestContext, name: string): Promise<Resident> {
  const resident = await newResident(request, name);
  const { sessionData } = await call<{ sessionData: Granted['session_data'] }>(
    request,
    'update_username',
    { iv_username: resident.username },
    resident.granted.access_token,
  );
  return { ...resident, granted: { ...resident.granted, session_data: sessionData } };
}

/** A provider with profile, skills, two services and hours on every weekday. */
export async function providerResident(request: APIRequestContext, name: string): Promise<Resident> {
  const resident = await namedResident(request, name);
  const token = resident.granted.access_token;
  const { session_data } = await call<Granted>(
    request,
    'update_profile_info',
    {
      iv_category: 'wellness',
      iv_expertise: 'Pilates & back therapy',
      iv_contact_phone: '4930123456',
      iv_country: 'Germany-DE',
      iv_city: 'Berlin',
      iv_currency: 'EUR-DE',
      iv_location_address: 'Torstrasse 1, 10119 Berlin',
      iv_delivery_mode: 'hybrid',
      iv_bio: 'Small steps, strong backs. I work with people who sit too long, lift too much or run too far, and leave each of them with ten minutes of movement they will really do at home.',
      iv_timezone: 'Europe/Berlin',
      iv_device_data: '{}',
    },
    token,
  );
  const skills = { iv_languages: ['english', 'french'], iv_skills: ['mat pilates', 'reformer', 'post-natal', 'sciatica'] };
  await call(request, 'update_account_skills', skills, token);
  for (const [iv_service, iv_duration, iv_cost] of [['First assessment', '50', '45'], ['Back relief plan', '30', 'zero']]) {
    const service = { iv_action: 'service_create', iv_service_id: 'none', iv_service, iv_duration, iv_cost };
    const rest = { iv_currency: 'EUR-DE', iv_delivery_mode: 'hybrid', iv_brief: 'Bring loose clothes.', iv_device_data: '{}' };
    await call(request, 'update_account_services', { ...service, ...rest }, token);
  }
  await call(request, 'update_appointment_window', { iv_timezone: 'Europe/Berlin' }, token);
  return { ...resident, granted: { ...resident.granted, session_data } };
}

/** One of the staff: the set that is tried has such an account from its start (deploy/embedded/staff.py). */
export async function staffMember(request: APIRequestContext): Promise<Resident> {
  const granted = await call<Granted>(request, 'sign_in', {
    iv_email: 'staff@openhours.test',
    iv_password: 'correct horse battery staple',
    iv_device_data: '{}',
  });
  return { granted, username: '' };
}

/** Lets every page of the context start as this person. */
export async function actAs(context: BrowserContext, { granted }: Resident): Promise<void> {
  await context.addInitScript(({ session_data, access_token, access_token_expiry }) => {
    if (localStorage.getItem('access_token')) return;
    localStorage.setItem('session_data', JSON.stringify({ ...session_data, isAuthenticated: true }));
    localStorage.setItem('access_token', access_token);
    localStorage.setItem('access_token_expiry', access_token_expiry);
  }, granted);
}
