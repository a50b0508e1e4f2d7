import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { paths } from '@/routing';
import { renderAt } from '@/test';

const screens = [
  { path: paths.signIn, kinds: ['current-password'] },
  { path: paths.signUp, kinds: ['new-password'] },
];

describe.each(screens)('the passwords of $path', ({ path, kinds }) => {
  it('are masked, named for password managers, and may be pasted', async () => {
    renderAt(path);
    await screen.findByLabelText('Password');
    const fields = [...document.querySelectorAll<HTMLInputElement>('input[type=password]')];
    expect(fields.map((field) => field.autocomplete)).toEqual(kinds);
    for (const field of fields) {
      await userEvent.click(field);
      await userEvent.paste('correct horse battery staple');
      expect(field).toHaveValue('correct horse battery staple');
    }
  });
});
