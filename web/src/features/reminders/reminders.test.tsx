import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { done, failed, http, refused, server } from '@/test';
import { provider, renderAt } from '@/test/app';
import { another, filledIn, inserted, inUnits, paragraphsOf, problemOf, unknownVariable } from './model';

const user = userEvent.setup();
const day = { minutes_ahead: 1440, by_mail: true, by_push: true };
const hour = { minutes_ahead: 60, by_mail: true, by_push: false };
const plan = { reminders: [day, hour], follow_up_hours: null, daily_summary: 'off', timezone: 'Europe/Berlin' };
const variables = [
  { name: 'client', example: 'Grace' },
  { name: 'time', example: 'Wed 25 Nov, 11:00' },
];
const text = (kind: string) => ({
  kind,
  subject: `About {client}: ${kind}`,
  text: 'See you at {time}.',
  is_own: kind === 'reminder',
  standard_subject: '',
  standard_text: '',
});
const texts = { texts: ['reminder', 'follow_up', 'confirmation'].map(text), variables };

/** A server with a plan and texts; what was sent to it. */
function serverWith(answers: Record<string, () => Response> = {}) {
  const sent: [string, Record<string, unknown>][] = [];
  server.use(
    http.get('*/api/get_reminder_plan', answers['get_reminder_plan'] ?? (() => done(plan))),
    http.get('*/api/get_mail_texts', answers['get_mail_texts'] ?? (() => done(texts))),
    ...['update_reminder_plan', 'update_mail_text', 'reset_mail_text'].map((call) =>
      http.post(`*/api/${call}`, async ({ request }) => {
        sent.push([call, (await request.json()) as Record<string, unknown>]);
        return answers[call]?.() ?? done(call === 'update_reminder_plan' ? plan : texts);
      }),
    ),
  );
  return sent;
}

async function choose(label: string, option: string): Promise<void> {
  const box = await screen.findByRole('combobox', { name: label });
  await user.click(box);
  const list = document.getElementById(box.getAttribute('aria-controls') ?? '');
  await user.click(within(list ?? document.body).getByRole('option', { name: option, hidden: true }));
}

const section = async (name: string) => within(await screen.findByRole('region', { name }));

describe('reminders', () => {
  it('are added, changed and removed, and saved together', async () => {
    const sent = serverWith();
    renderAt('/reminders', provider);
    const when = await section('Reminders');
    expect(when.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.click(when.getByRole('button', { name: 'Remove reminder 2' }));
    await user.click(when.getByRole('button', { name: 'Add a reminder' }));
    await choose('Reminder 2', '3 days before');
    await user.click(within(when.getByRole('group', { name: 'By what reminder 2 comes' })).getByRole('switch', { name: 'Push' }));
    await user.click(when.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent).toEqual([['update_reminder_plan', { iv_reminders: [day, { minutes_ahead: 4320, by_mail: true, by_push: false }] }]]),
    );
  });

  it('cannot be saved at one time twice, nor by nothing, and say so beside the one', async () => {
    serverWith();
    renderAt('/reminders', provider);
    const when = await section('Reminders');
    await choose('Reminder 2', '1 day before');
    expect(when.getByText('Another reminder has this time already')).toBeVisible();
    expect(when.getByRole('button', { name: 'Save' })).toBeDisabled();
    await choose('Reminder 2', '30 minutes before');
    await user.click(within(when.getByRole('group', { name: 'By what reminder 2 comes' })).getByRole('switch', { name: 'Mail' }));
    expect(when.getByText('Choose mail or push')).toBeVisible();
  });

  it('keep what was chosen when the server refuses it', async () => {
    serverWith({
      update_reminder_plan: () => refused('Please check the marked fields.', { iv_reminders: 'Two reminders have the same time.' }),
    });
    renderAt('/reminders', provider);
    const when = await section('Reminders');
    await choose('Reminder 2', '2 hours before');
    await user.click(when.getByRole('button', { name: 'Save' }));
    expect(await when.findByText('Two reminders have the same time.')).toBeVisible();
    expect(when.getByRole('combobox', { name: 'Reminder 2' })).toHaveValue('2 hours before');
  });

  it('can be none, and are asked for again when they cannot be read', async () => {
    serverWith({ get_reminder_plan: () => failed(500) });
    renderAt('/reminders', provider);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serverWith({ get_reminder_plan: () => done({ ...plan, reminders: [] }) });
    await user.click(again);
    expect(await screen.findByText(/^Nobody is reminded/)).toBeVisible();
  });
});

describe('what follows an appointment, and the mail of the day', () => {
  it('take effect when they are chosen', async () => {
    const sent = serverWith();
    renderAt('/reminders', provider);
    await choose('Mail clients', '1 day after');
    await choose('Mail me my day', 'On days that hold something');
    await waitFor(() =>
      expect(sent).toEqual([
        ['update_reminder_plan', { iv_follow_up_hours: 24 }],
        ['update_reminder_plan', { iv_daily_summary: 'busy_days' }],
      ]),
    );
    expect(screen.getByText(/^At 7:00 in the zone Europe\/Berlin/)).toBeVisible();
  });
});

describe('texts', () => {
  it('are previewed while they are typed, with what is put in at the cursor, and saved', async () => {
    const sent = serverWith();
    renderAt('/reminders', provider);
    const panel = within(await screen.findByRole('tabpanel', { name: 'Reminder' }));
    const subject = panel.getByRole('textbox', { name: 'Subject' });
    await user.clear(subject);
    await user.type(subject, 'Hello ');
    await user.click(panel.getByRole('button', { name: 'Insert {client}: name of the client' }));
    const preview = within(panel.getByRole('region', { name: 'Preview' }));
    expect(preview.getByText('Hello Grace')).toBeVisible();
    expect(preview.getByText('See you at Wed 25 Nov, 11:00.')).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent).toEqual([['update_mail_text', { iv_kind: 'reminder', iv_subject: 'Hello {client}', iv_text: 'See you at {time}.' }]]),
    );
  });

  it('refuse what cannot be filled in beside its field, and keep what was typed while another is looked at', async () => {
    const sent = serverWith();
    renderAt('/reminders', provider);
    const panel = within(await screen.findByRole('tabpanel', { name: 'Reminder' }));
    const typed = panel.getByRole('textbox', { name: 'Text' });
    await user.clear(typed);
    await user.type(typed, 'Dear {{firstname}');
    await user.click(panel.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(typed).toHaveAccessibleDescription(expect.stringContaining('Nothing can be filled in for {firstname}')));
    await user.click(screen.getByRole('tab', { name: 'Afterwards' }));
    await user.click(screen.getByRole('tab', { name: 'Reminder' }));
    expect(typed).toHaveValue('Dear {firstname}');
    expect(sent).toEqual([]);
  });

  it('go back to the standard at a tap', async () => {
    const sent = serverWith();
    renderAt('/reminders', provider);
    await user.click(await screen.findByRole('button', { name: 'Back to the standard text' }));
    await waitFor(() => expect(sent).toEqual([['reset_mail_text', { iv_kind: 'reminder' }]]));
  });
});

describe('the rules', () => {
  it('write a time in the largest unit, and offer one that no reminder has', () => {
    expect([inUnits(45), inUnits(120), inUnits(2880)].map(({ unit, count }) => `${count} ${unit}`)).toEqual([
      '45 minutes',
      '2 hours',
      '2 days',
    ]);
    expect(another([]).minutes_ahead).toBe(1440);
    expect(another([day, hour]).minutes_ahead).toBe(15);
    expect(problemOf([day, hour, { ...day }], 2)).toBe('sameTime');
    expect(problemOf([day], 0)).toBeNull();
  });

  it('fill in once, and find what cannot be', () => {
    expect(filledIn('{client} {other} {time}', [{ name: 'client', example: '{time}' }])).toBe('{time} {other} {time}');
    expect(unknownVariable('{client} {Client}', variables)).toBe('{Client}');
    expect(paragraphsOf(' a\nb \n\n\n c')).toEqual(['a\nb', 'c']);
    expect(inserted('ab', '{x}', 1, 1)).toEqual({ text: 'a{x}b', cursor: 4 });
  });
});
