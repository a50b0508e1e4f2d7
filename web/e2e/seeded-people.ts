import { expect, type APIRequestContext, type BrowserContext } from '@playwright/test';
import { baseUrl, codeIn, mailTo, newPerson } from './people';

interface Granted {
  session_data: Record<string, unknown> & { ownerId: string };
  access_token: string;
  access_token_expiry: string;
}

/** An account that was created by API calls. */
export interface SeededPerson {
  granted: Granted;
  username: string;
  /** Of those who sign up in the test. */
  password?: string;
}

/** Makes one call, a GET when `data` is null. Expects success, and returns the answer's data. */
export async function call<T>(request: APIRequestContext, name: string, data: object | null, token?: string): Promise<T> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const url = `/api/${name}`;
  const send = async () => {
    const response = data ? await request.post(url, { data, headers }) : await request.get(url, { headers });
    return (await response.json()) as { status: boolean; message: { iv_msg: Record<string, string> }; data: T };
  };
  let answer = await send();
  // A service may not have heard yet that the address is confirmed.
  for (let tries = 0; tries < 20 && name !== 'confirm_account_by_code' && 'iv_confirmation_code' in answer.message.iv_msg; tries += 1)
    answer = await send();
  expect(answer.status, `${name}: ${JSON.stringify(answer.message)}`).toBe(true);
  return answer.data;
}

/** Confirms the account's address with the mailed code; returns its session data from then on. */
export async function confirmAddress(request: APIRequestContext, email: string, token: string): Promise<Granted['session_data']> {
  const iv_confirmation_code = codeIn(await mailTo(request, email, /confirm_account/));
  return (await call<Pick<Granted, 'session_data'>>(request, 'confirm_account_by_code', { iv_confirmation_code }, token)).session_data;
}

/** Creates an account whose address is not confirmed. */
export async function seedUnconfirmed(request: APIRequestContext, name: string): Promise<SeededPerson> {
  const { name: iv_name, email: iv_email, password } = newPerson(name);
  const granted = await call<Granted>(request, 'sign_up', { iv_name, iv_email, iv_password: password, iv_device_data: '{}' });
  return { granted, username: iv_email.split('@')[0]?.replaceAll('.', '_') ?? '', password };
}

/** Creates an account with a confirmed address and nothing filled in. */
export async function seedAccount(request: APIRequestContext, name: string): Promise<SeededPerson> {
  const { granted, ...person } = await seedUnconfirmed(request, name);
  const session_data = await confirmAddress(request, String(granted.session_data['email']), granted.access_token);
  return { ...person, granted: { ...granted, session_data } };
}

/** Creates an account with a username, which is the first of the two steps of onboarding. */
export async function seedNamedAccount(request: APIRequestContext, name: string): Promise<SeededPerson> {
  const person = await seedAccount(request, name);
  const { sessionData } = await call<{ sessionData: Granted['session_data'] }>(
    request,
    'update_username',
    { iv_username: person.username },
    person.granted.access_token,
  );
  return { ...person, granted: { ...person.granted, session_data: sessionData } };
}

/** Creates a provider with profile, skills, two services and business hours on every weekday. */
export async function seedProvider(request: APIRequestContext, name: string): Promise<SeededPerson> {
  const person = await seedNamedAccount(request, name);
  const token = person.granted.access_token;
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
      iv_bio:
        'Small steps, strong backs. I work with people who sit too long, lift too much or run too far, and leave each of them with ten minutes of movement they will really do at home.',
      iv_timezone: 'Europe/Berlin',
      iv_device_data: '{}',
    },
    token,
  );
  const skills = { iv_languages: ['english', 'french'], iv_skills: ['mat pilates', 'reformer', 'post-natal', 'sciatica'] };
  await call(request, 'update_account_skills', skills, token);
  for (const [iv_service, iv_duration, iv_cost] of [
    ['First assessment', '50', '45'],
    ['Back relief plan', '30', 'zero'],
  ]) {
    const service = { iv_action: 'service_create', iv_service_id: 'none', iv_service, iv_duration, iv_cost };
    const rest = { iv_currency: 'EUR-DE', iv_delivery_mode: 'hybrid', iv_brief: 'Bring loose clothes.', iv_device_data: '{}' };
    await call(request, 'update_account_services', { ...service, ...rest }, token);
  }
  await call(request, 'update_appointment_window', { iv_timezone: 'Europe/Berlin' }, token);
  return { ...person, granted: { ...person.granted, session_data } };
}

/** The person with a login of its own. Two browsers that share one end it, once the second renews a token that the first has renewed. */
export async function signedInAnew(request: APIRequestContext, person: SeededPerson): Promise<SeededPerson> {
  if (!person.password) return person;
  const pair = { iv_email: String(person.granted.session_data['email']), iv_password: person.password, iv_device_data: '{}' };
  return { ...person, granted: await call<Granted>(request, 'sign_in', pair) };
}

/** Signs in as a member of staff. The system under test has this account from its start. */
export async function staffMember(request: APIRequestContext): Promise<SeededPerson> {
  const pair = { iv_email: 'staff@openhours.test', iv_password: 'correct horse battery staple', iv_device_data: '{}' };
  const due = (await (await request.post('/api/sign_in', { data: pair })).json()) as { data: { second_factor: { challenge: string } } };
  for (let tries = 0; tries < 4; tries++) {
    // One of the account's 2000 recovery codes: another test may have used it.
    const iv_code = `staff-${String(Math.floor(Math.random() * 2000)).padStart(4, '0')}`;
    const data = { iv_challenge: due.data.second_factor.challenge, iv_code, iv_device_data: '{}' };
    const answer = (await (await request.post('/api/sign_in_second_factor', { data })).json()) as { status: boolean; data: Granted };
    if (answer.status) return { granted: answer.data, username: '' };
  }
  throw new Error('the staff’s recovery codes are used up');
}

/** Signs every page of the context in as this person, who has been here before: the server renders no guest's page for them. */
export async function actAs(context: BrowserContext, { granted }: SeededPerson): Promise<void> {
  await context.addCookies([{ name: 'signed_in', value: '1', url: baseUrl }]);
  await context.addInitScript(({ session_data, access_token, access_token_expiry }) => {
    if (localStorage.getItem('access_token')) return;
    localStorage.setItem('session_data', JSON.stringify({ ...session_data, isAuthenticated: true }));
    localStorage.setItem('access_token', access_token);
    localStorage.setItem('access_token_expiry', access_token_expiry);
  }, granted);
}
