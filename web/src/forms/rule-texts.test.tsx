import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { chooseLanguage } from '@/i18n';
import { paths } from '@/routing';
import { failed, http, HttpResponse, refused, renderAt, server } from '@/test';

beforeEach(async () => {
  await chooseLanguage('fr');
  onTestFinished(() => chooseLanguage('en'));
});

async function signIn(password: string) {
  renderAt(paths.signIn);
  await userEvent.type(await screen.findByLabelText('E-mail'), 'ada@example.com');
  if (password) await userEvent.type(screen.getByLabelText('Mot de passe'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Se connecter' }));
}

describe('messages in the language of the app', () => {
  it('are said beside a field before anything is sent', async () => {
    await signIn('');
    expect(await screen.findByText('Ce champ ne peut pas être vide')).toBeVisible();
    expect(screen.queryByText('This Field cannot be empty')).not.toBeInTheDocument();
  });

  it('are said in another language when the app changes to it', async () => {
    await signIn('');
    await screen.findByText('Ce champ ne peut pas être vide');
    await chooseLanguage('ar');
    await userEvent.click(screen.getByRole('button', { name: 'تسجيل الدخول' }));
    for (const said of await screen.findAllByText('لا يمكن ترك هذا الحقل فارغًا')) expect(said).toBeVisible();
  });

  it('are asked of the server, whose refusal stands beside the field', async () => {
    let asked: string | null = null;
    server.use(
      http.post('*/api/sign_in', ({ request }) => {
        asked = request.headers.get('accept-language');
        return refused('', { iv_password: 'Le mot de passe n’est pas correct' });
      }),
    );
    await signIn('correct horse');
    expect(await screen.findByText('Le mot de passe n’est pas correct')).toBeVisible();
    expect(asked).toBe('fr');
  });

  it.each([
    ['the server is not reached', () => HttpResponse.error()],
    ['a part of it is away', () => failed(503, 'Temporary server issue')],
  ])('say when %s', async (_, answer) => {
    server.use(http.post('*/api/sign_in', answer));
    await signIn('correct horse');
    await waitFor(() => expect(screen.getByText('Problème temporaire du serveur')).toBeVisible());
  });
});
