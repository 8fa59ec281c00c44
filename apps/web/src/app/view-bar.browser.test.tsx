import { expect, it } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { aUser, signInAs } from '../testing/signed-in.ts';
import { ClosedBar } from './closed-bar.tsx';
import { ViewBar } from './view-bar.tsx';

it('[OPE-09] marks a view with the client’s name and a way out', async () => {
  await signInAs(aUser({ view: { endsAt: '2099-03-10T18:15:00.000Z' } }));
  const screen = await renderScreen(<ViewBar />);
  await expect.element(screen.getByText(/Ves el portal como Comercial Ñandú, sin poder cambiar nada/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Salir' })).toBeVisible();
});

it('[OPE-86] tells the people of a closed client until when they read', async () => {
  await signInAs(aUser({ readsUntil: '2099-03-10T18:15:00.000Z' }));
  const screen = await renderScreen(<ClosedBar />);
  await expect.element(screen.getByText(/consultar y descargar todo hasta el 10-mar-2099/)).toBeVisible();
});

it('shows clients no bar', async () => {
  await signInAs(aUser());
  const screen = await renderScreen(
    <>
      <ViewBar />
      <ClosedBar />
    </>,
  );
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument();
});
