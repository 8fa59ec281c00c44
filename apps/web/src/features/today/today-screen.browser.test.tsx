import { getToday, listTodayRows, type TodaySum } from '@anticipa/contract/today';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { TodayScreen } from './today-screen.tsx';

const now = '2026-03-10T18:00:00.000Z';
const signInWith = (roles: ReturnType<typeof aUser>['roles']) =>
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles }));
const show = (...figures: TodaySum[]) => {
  answer(getToday).with(() => ({ now, figures }));
  return renderScreen(<TodayScreen />);
};
beforeEach(() => signInWith(['tesoreria']));

const deposits: TodaySum = { figure: 'deposits', count: 2, amounts: [{ currency: 'MXN', amount: '201840.00' }] };
const overdue: TodaySum = {
  figure: 'overdue',
  count: 7,
  amounts: [
    { currency: 'MXN', amount: '983174.95' },
    { currency: 'USD', amount: '1200.00' },
  ],
};

it('[DIN-51] has first what the role can act on, with sums by currency, and names what has nothing', async () => {
  const screen = await show(overdue, deposits, { figure: 'transfers', count: 0, amounts: [] });
  const mine = screen.getByRole('region', { name: 'Para ti' });
  await expect.element(mine).toMatchTextContent(/Depósitos por pagar.*2.*MXN 201,840.00.*nadie los ha ordenado/);
  const leftOf = (text: string) => mine.getByText(text, { exact: true }).element().getBoundingClientRect().left;
  expect(leftOf('MXN')).toBe(leftOf('Depósitos por pagar'));
  await expect
    .element(screen.getByRole('region', { name: 'Para otros roles' }))
    .toMatchTextContent(/Facturas vencidas.*7.*MXN 983,174.95.*USD 1,200.00.*sin recargos/);
  await expect.element(screen.getByText('Sin pendientes: Transferencias en duda.')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: /Facturas vencidas/ }))
    .toHaveAttribute('href', '/lender/portfolio?cola=overdue');
});

it('[DIN-51] a figure opens its rows with the same total, each with the way to act', async () => {
  answer(listTodayRows).with(() => ({
    data: [1, 2].map((place) => ({
      id: `0198aaaa-0000-4000-8000-00000000000${place}`,
      number: String(place + 3),
      month: null,
      clientId: '0198aaaa-0000-4000-8000-000000000008',
      entityName: 'Aceros Ñandú',
      currency: 'MXN',
      amount: '100920.00',
      at: now,
    })),
  }));
  const screen = await show(deposits);
  await screen.getByRole('button', { name: /Depósitos por pagar/ }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByRole('row').nth(1)).toMatchTextContent(/Venta 4.*Aceros Ñandú.*MXN 100,920.00/);
  await expect.element(dialog.getByText('MXN 201,840.00')).toBeVisible();
  await expect
    .element(dialog.getByRole('link', { name: 'Ir a Por pagar' }).first())
    .toHaveAttribute('href', '/lender/payables');
});

it('[DIN-51] says that nothing waits, and repeats a failed reading', async () => {
  const screen = await show();
  await expect.element(screen.getByRole('heading', { name: 'Nada te espera' })).toBeVisible();
  await screen.unmount();
  answer(getToday).with(() => new Refusal(404, 'NOT_FOUND', 'No existe.'));
  const failed = await renderScreen(<TodayScreen />);
  await expect.element(failed.getByText('No se pudo leer el día')).toBeVisible();
  await expect.element(failed.getByRole('button', { name: 'Reintentar' })).toBeVisible();
});
