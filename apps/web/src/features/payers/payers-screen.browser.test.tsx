import { listPayers } from '@anticipa/contract/payers';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { PayersScreen } from './payers-screen.tsx';

const RFC = 'CNA010101AAA';
const payer = (rfcPayer: string, stpName: string, clabe: string, isMain = false) => ({
  rfcPayer,
  stpName,
  clabe,
  active: true,
  isMain,
  stpCompany: 'ANTICIPA',
  rfc: RFC,
});
const PAYERS = [
  payer(RFC, 'Comercial Ñandú', '646180110400000007', true),
  payer('ZAC020202BB2', 'Zacatecas Textil', '646180110400000010'),
  payer('ABA030303CC3', 'Abarrotes del Bajío', '646180110400000023'),
];

const screenOf = (adviser: string | null = '55 1234 5678') =>
  renderScreen(<PayersScreen rfc={RFC} adviser={adviser} />);

describe('the payers', () => {
  it('[CLI-01] are listed with the main entry first, and found by a part of their name', async () => {
    const calls = answer(listPayers).with(() => ({ stpCompany: 'ANTICIPA', data: PAYERS }));
    const screen = await screenOf();
    const rows = screen.getByRole('row');
    await expect.element(rows.nth(1)).toMatchTextContent(/Comercial Ñandú/);
    await expect.element(rows.nth(2)).toMatchTextContent(/Abarrotes del Bajío/);
    await expect.element(rows.nth(3)).toMatchTextContent(/Zacatecas Textil/);
    await userEvent.fill(screen.getByRole('searchbox'), 'zacat');
    await expect.element(screen.getByText('Abarrotes del Bajío')).not.toBeInTheDocument();
    await expect.element(screen.getByText('Zacatecas Textil')).toBeVisible();
    expect(calls.map(({ params }) => params)).toEqual([{ rfc: RFC }]);
  });

  it('[CLI-06] are replaced by instructions if the company has no payment-order company', async () => {
    answer(listPayers).with(() => ({ stpCompany: null, data: [] }));
    const screen = await screenOf();
    await expect.element(screen.getByRole('heading', { name: 'Esta función no está activada' })).toBeVisible();
    await expect
      .element(screen.getByRole('link', { name: 'Llamar al 55 1234 5678' }))
      .toHaveAttribute('href', 'tel:5512345678');
  });

  it('can be reloaded after a failure', async () => {
    answer(listPayers).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'Intenta de nuevo en un momento.'));
    const screen = await screenOf();
    await expect.element(screen.getByText('Intenta de nuevo en un momento.')).toBeVisible();
    answer(listPayers).with(() => ({ stpCompany: 'ANTICIPA', data: PAYERS }));
    await screen.getByRole('button').click();
    await expect.element(screen.getByText('Zacatecas Textil')).toBeVisible();
  });
});
