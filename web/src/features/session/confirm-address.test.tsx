import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openhoursApi } from '@/api';
import { done, http, HttpResponse, refused, server } from '@/test';
import { member, renderAt } from '@/test/app';

const confirmFirst = { iv_confirmation_code: 'Please confirm your email address first.' };
const unconfirmed = { ...member, autoVerification: 'unverified' } as const;

/** A server that takes messages only once the address is confirmed. */
function serverThatAsks() {
  const sent: unknown[] = [];
  let isConfirmed = false;
  server.use(
    http.post('*/api/send_message', async ({ request }) => {
      sent.push(await request.json());
      return isConfirmed ? done({ message: {} }) : refused('Please confirm your email address first.', confirmFirst);
    }),
    http.post('*/api/confirm_account_by_code', async ({ request }) => {
      const { iv_confirmation_code: code } = (await request.json()) as { iv_confirmation_code: string };
      isConfirmed = code === '123456';
      return isConfirmed ? done({ session_data: null }) : refused('Not the code', { iv_confirmation_code: 'Not the code' });
    }),
    http.post('*/api/resend_confirm_account', () => done(null)),
  );
  return sent;
}

const write = { iv_owner_id: 'account-2', iv_text: 'Hello' };

describe('a call that needs a confirmed address', () => {
  it('waits for the mailed code, and is then sent as it was', async () => {
    const sent = serverThatAsks();
    const { store } = renderAt('/feed', unconfirmed);
    const user = userEvent.setup();
    const call = store.dispatch(openhoursApi.endpoints.sendMessage.initiate(write)).unwrap();
    const code = await screen.findByRole('textbox', { name: /six digits/ });
    await user.type(code, '000000');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findAllByText('Not the code')).toHaveLength(1);
    expect(code).toHaveAccessibleDescription('Not the code');
    await user.clear(code);
    await user.click(screen.getByRole('button', { name: 'Send the code again' }));
    expect(await screen.findByText('A new code is on its way')).toBeVisible();
    await user.type(code, '123456');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await call;
    expect(sent).toHaveLength(2);
    expect(sent[0]).toEqual(sent[1]);
    expect(store.getState().session.data.autoVerification).toBe('verified');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /six digits/ })).toBeNull());
  });

  it('says beside the button that a code was mailed a moment ago, and goes back to the field', async () => {
    serverThatAsks();
    server.use(
      http.post('*/api/resend_confirm_account', () =>
        HttpResponse.json({ status: false, message: { main_msg: 'Ask again in a minute.', iv_msg: {} }, data: null }, { status: 429 }),
      ),
    );
    const { store } = renderAt('/feed', unconfirmed);
    const user = userEvent.setup();
    void store.dispatch(openhoursApi.endpoints.sendMessage.initiate(write));
    const code = await screen.findByRole('textbox', { name: /six digits/ });
    await user.type(code, '12');
    await user.click(screen.getByRole('button', { name: 'Send the code again' }));
    expect(await screen.findByText('Ask again in a minute.')).toBeVisible();
    await waitFor(() => expect(code).toHaveFocus());
    expect(code).toHaveValue('12');
    await user.keyboard('{Escape}');
  });

  it('gives the focus back to the button that waits, once the call has failed', async () => {
    serverThatAsks();
    const { store } = renderAt('/feed', unconfirmed);
    const button = document.body.appendChild(document.createElement('button'));
    Object.assign(button, { disabled: true }).dataset['loading'] = 'true';
    const user = userEvent.setup();
    const call = store.dispatch(openhoursApi.endpoints.sendMessage.initiate(write));
    await screen.findByRole('textbox', { name: /six digits/ });
    await user.keyboard('{Escape}');
    await call;
    button.disabled = false;
    await waitFor(() => expect(button).toHaveFocus());
    button.remove();
  });

  it('fails in the words of the server when the dialog is closed', async () => {
    serverThatAsks();
    const { store } = renderAt('/feed', unconfirmed);
    const call = store.dispatch(openhoursApi.endpoints.sendMessage.initiate(write)).unwrap();
    const failed = expect(call).rejects.toMatchObject({ main_msg: 'Please confirm your email address first.', iv_msg: {} });
    await screen.findByRole('textbox', { name: /six digits/ });
    await userEvent.setup().keyboard('{Escape}');
    await failed;
  });
});
