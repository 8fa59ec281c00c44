import { listAppliedReceipts, type ReceiptPart } from '@anticipa/contract/receipts';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { Applied } from './applied-table.tsx';

const today = '2026-03-10';
const idOf = (place: number): string => `0198aaaa-0000-4000-8000-00000000000${place}`;
const part: ReceiptPart = {
  collectionId: idOf(5),
  payer: 'debtor',
  amount: '116000.00',
  valueDate: today,
  invoices: [
    {
      documentId: idOf(2),
      folio: 'A2',
      clientId: idOf(8),
      entityName: 'Aceros Ñandú',
      receiverName: 'Liverpool',
      paid: '116000.00',
      recargos: '0.00',
      ivaRecargos: '0.00',
      owed: '0.00',
      isSettled: true,
      deductions: [],
      finalDeposit: '11043.20',
      balanceDue: '0.00',
    },
  ],
};

it('[DIN-24] lists what was applied on a day, with its sums and what each receipt paid', async () => {
  const asked = answer(listAppliedReceipts).with(({ query }) => ({
    today,
    sums: query.day === today ? [{ currency: 'MXN', count: 1, amount: '116000.00' }] : [],
    data:
      query.day === today
        ? [
            {
              ...{ trackingKey: 'CLABE1', currency: 'MXN', amount: '116000.00', valueDate: today, bank: 'BANORTE' },
              ...{ source: 'STP', by: null, parts: [part] },
            },
          ]
        : [],
  }));
  const screen = await renderScreen(<Applied today={today} />);
  await expect.element(screen.getByText('1 cobro en MXN')).toBeVisible();
  await expect.element(screen.getByText('A2 · Aceros Ñandú · MXN 116,000.00')).toBeVisible();
  await expect.element(screen.getByText('Por la CLABE')).toBeVisible();
  await screen.getByRole('textbox', { name: 'Día' }).fill('09/03/2026');
  await screen.getByRole('textbox', { name: 'Día' }).click();
  await userEvent.tab();
  await expect.element(screen.getByText('Nada se aplicó ese día')).toBeVisible();
  expect(asked.at(-1)?.query).toEqual({ day: '2026-03-09' });
});
