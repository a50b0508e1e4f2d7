import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { useChangeSearchParams } from './use-change-search-params';
import { useDialog } from './use-dialog';

function Page() {
  const change = useChangeSearchParams();
  const { opened, open, close } = useDialog(['service']);
  const { search } = useLocation();
  const write = () =>
    change(
      (now) => {
        now.set('q', 'yoga');
        return now;
      },
      { replace: true },
    );
  const openThenWrite = () => {
    open('service');
    write();
  };
  return (
    <>
      <output>{search}</output>
      <button onClick={openThenWrite}>open, then write</button>
      {opened ? <button onClick={close}>close</button> : null}
    </>
  );
}

test('a search that is written while a dialog opens leaves the dialog open, and Back closes it', async () => {
  const user = userEvent.setup();
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Page /> }])} />);
  await user.click(screen.getByText('open, then write'));
  expect(await screen.findByText('?dialog=service&q=yoga')).toBeInTheDocument();
  await user.click(screen.getByText('close'));
  expect(screen.queryByText('close')).not.toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent(/^$/);
});
