import { getCreditInformation } from '@anticipa/contract/credit';
import { listInvoices } from '@anticipa/contract/invoices';
import { describe, expect, it } from 'vitest';
import { anInvoice, aProduct } from '../../lib/test-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { InvoiceTiles } from './tiles-screen.tsx';

const screenFor = async (SATlastSync: string | null) => {
  await signInAs(aUser({ SATlastSync }));
  answer(getCreditInformation).with(() => ({
    today: '2026-03-10',
    now: '2026-03-10T17:00:00Z',
    tipoCambio: '17.5',
    tipoCambioPublished: true,
    tipoCambioDate: '2026-03-10',
    tipoCambioSource: 'DOF',
    holidays: [],
    products: [aProduct()],
    lines: [],
  }));
  answer(listInvoices).with(() => ({ data: [anInvoice()] }));
  const screen = await renderScreen(<InvoiceTiles tab="mine" onTab={() => {}} upload={null} onFollow={() => {}} />);
  await expect.element(screen.getByRole('tab', { name: /Mis Facturas/ })).toBeVisible();
  return screen;
};

describe('the time of the last synchronisation with the tax authority', () => {
  it('[TAB-02] is shown in the zone of the portal', async () => {
    const screen = await screenFor('2026-03-11T01:39:00Z');
    await expect
      .element(screen.getByText('Última sincronización con la autoridad fiscal: 10-mar-2026 7:39 pm'))
      .toBeVisible();
  });

  it('[TAB-02] is left out before there was one', async () => {
    const screen = await screenFor(null);
    await expect.element(screen.getByText(/Última sincronización/)).not.toBeInTheDocument();
  });
});
