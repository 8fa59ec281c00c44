import { getCreditInformation } from '@anticipa/contract/credit';
import { listInvoices } from '@anticipa/contract/invoices';
import {
  cancelPreSell,
  presell,
  processPreSells,
  type Sale,
  type SaleItem,
  setAsPreSell,
} from '@anticipa/contract/sales';
import { beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { aCreditAnswer, anInvoice } from '../../lib/test-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { InvoiceTiles } from './tiles-screen.tsx';

const invoice = anInvoice();
const NUMBER_OF_SALE = 7;
const CONTRACT = 'El cliente cede la factura.';
/** Sold on 2 March 2026, paid on 4 May. */
const totals = {
  total: '116000.00',
  comision: '4872.00',
  iva: '779.52',
  aforo: '11600.00',
  adelanto: '104400.00',
  initialDeposit: '99528.00',
};
const item: SaleItem = {
  ...totals,
  documentId: invoice.documentId,
  product: 'BI',
  creditLineId: invoice.documentId,
  receiverName: invoice.receiverName,
  receiverRFC: invoice.receiverRFC,
  folio: invoice.folio,
  serie: invoice.serie,
  purchaseOrder: null,
  currency: 'MXN',
  emittedOn: invoice.emittedOn,
  dueDate: '2026-05-04',
  paymentDays: 63,
  interestRate: '24',
  porcentajeAdelanto: '90',
  diasBase: 360,
  effectiveAnnualCost: null,
  creditAmount: '104400.00',
  creditCurrency: 'MXN',
  exchangeRate: '1',
};
const sale: Sale = {
  saleId: invoice.documentId,
  numberOfSale: NUMBER_OF_SALE,
  product: 'BI',
  currency: 'MXN',
  state: 'held',
  expiresAt: '2026-03-02T16:30:00Z',
  totals,
  items: [item],
};

beforeEach(() => {
  answer(getCreditInformation).with(() => aCreditAnswer());
  answer(listInvoices).with(() => ({ data: [invoice] }));
  answer(presell).with(() => ({
    data: {
      today: '2026-03-02',
      items: [item],
      groups: [{ product: 'BI', currency: 'MXN', count: 1, totals }],
      credit: [],
      failures: [],
    },
  }));
  answer(setAsPreSell).with(() => ({
    data: [{ documentId: invoice.documentId, numberOfSale: NUMBER_OF_SALE }],
    sales: [sale],
  }));
  answer(processPreSells).with(() => ({
    sales: [sale],
    terms: { version: '3', hash: 'abc', text: CONTRACT },
  }));
});

const show = () => renderScreen(<InvoiceTiles tab="mine" onTab={() => {}} upload={null} onFollow={() => {}} />);

/** Sells the one invoice up to the summary, and counts what is released from there on. */
const sellUpToSummary = async () => {
  await signInAs(aUser({ userId: crypto.randomUUID() }));
  const released = answer(cancelPreSell).with(() => ({ sales: [{ ...sale, state: 'cancelled' }] }));
  const screen = await show();
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click();
  await screen.getByRole('checkbox', { name: 'Seleccionar todo (1)' }).click();
  await press('Vender');
  await userEvent.fill(screen.getByLabelText('Plazo de pago en días').first(), '60');
  await press('Vender mis facturas');
  await expect.element(screen.getByRole('heading', { name: 'Revisa los datos de la venta' })).toBeVisible();
  const toTerms = async () => {
    await press('Confirmar los datos');
    await expect.element(screen.getByText(CONTRACT)).toBeVisible();
  };
  return { screen, press, toTerms, released };
};
const ofTheSale = [expect.objectContaining({ body: { numberOfSales: [NUMBER_OF_SALE] } })];

describe('a sale that holds invoices and credit', () => {
  it('[RES-02] is not left from the terms by Esc, and releases what it holds on No', async () => {
    const { screen, press, toTerms, released } = await sellUpToSummary();
    await toTerms();
    const terms = screen.getByRole('dialog', { name: 'Términos y Condiciones' });
    await userEvent.keyboard('{Escape}');
    await expect.element(terms.getByRole('button', { name: 'Sí, acepto' })).toBeVisible();
    expect(released).toEqual([]);
    await press('No');
    await expect.element(terms).not.toBeInTheDocument();
    await expect.element(screen.getByText('No se vendió nada. Tus facturas siguen en la lista.')).toBeVisible();
    expect(released).toEqual(ofTheSale);
  });

  it('[RES-04] releases it when its summary is closed', async () => {
    const { screen, released } = await sellUpToSummary();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    expect(released).toEqual(ofTheSale);
  });

  it('[RES-04] releases it when the window is closed, at the summary and at the terms', async () => {
    const { toTerms, released } = await sellUpToSummary();
    const closeWindow = () => window.dispatchEvent(new PageTransitionEvent('pagehide'));
    const sentWhileClosing = expect.objectContaining({ body: { numberOfSales: [NUMBER_OF_SALE] }, keepalive: true });
    closeWindow();
    await expect.poll(() => released).toEqual([sentWhileClosing]);
    await toTerms();
    closeWindow();
    await expect.poll(() => released).toEqual([sentWhileClosing, sentWhileClosing]);
  });

  it('[RES-04] is released by the next visit of the tab after a reload', async () => {
    const { screen, released } = await sellUpToSummary();
    await screen.unmount();
    expect(released).toEqual([]);
    const reloaded = await show();
    await expect
      .element(
        reloaded.getByText('Una venta quedó a medias y se canceló. Las facturas y el crédito están libres otra vez.'),
      )
      .toBeVisible();
    expect(released).toEqual(ofTheSale);
    await reloaded.unmount();
    await show();
    await expect.element(screen.getByRole('tab', { name: /Mis Facturas/ })).toBeVisible();
    expect(released).toHaveLength(1);
  });
});
