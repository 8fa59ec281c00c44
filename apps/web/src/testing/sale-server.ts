/** The server of a successful sale, for component tests. */
import { getCreditInformation } from '@anticipa/contract/credit';
import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import {
  cancelPreSell,
  getOpenSales,
  presell,
  processPreSells,
  requestAuthorization,
  type Sale,
  sendSummary,
  setAsPreSell,
} from '@anticipa/contract/sales';
import type { SessionUser } from '@anticipa/contract/session';
import { aCreditAnswer, aCreditLine, anInvoice, aProduct } from '../lib/test-builders.ts';
import { openListOf } from './open-list.ts';
import { answer, Refusal } from './server.ts';
import { aUser, signInAs } from './signed-in.ts';

export const invoice = anInvoice({ Product: { code: 'FB', name: 'Factoraje' }, purchaseOrder: 'OC1' });
const id = invoice.documentId;
export const figures = {
  total: '116000.00',
  comision: '3480.00',
  iva: '556.80',
  aforo: '11600.00',
  adelanto: '104400.00',
  initialDeposit: '100920.00',
};
export const item = {
  documentId: id,
  product: 'FB',
  creditLineId: id,
  receiverName: invoice.receiverName,
  receiverRFC: invoice.receiverRFC,
  folio: '12',
  serie: 'A',
  purchaseOrder: 'OC1',
  currency: 'MXN',
  ...figures,
  emittedOn: '2026-03-02',
  dueDate: '2026-04-24',
  paymentDays: 45,
  interestRate: '24',
  porcentajeAdelanto: '90',
  diasBase: 360,
  earlyRebate: false,
  effectiveAnnualCost: '31.65',
  creditAmount: '104400.00',
  creditCurrency: 'MXN',
  exchangeRate: '1',
} as const;
export const sale = (state: Sale['state'], over: Partial<Sale> = {}): Sale => ({
  saleId: id,
  numberOfSale: 12,
  product: 'FB',
  currency: 'MXN',
  state,
  expiresAt: ['held', 'quoted'].includes(state) ? '2026-03-10T17:30:00Z' : null,
  totals: figures,
  items: [item],
  ...over,
});
export const text = Array.from(
  { length: 60 },
  (_, index) => `Cláusula ${index + 1}. De la cesión de los derechos.`,
).join('\n\n');
const hash = Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('');
export const terms = { version: '1', hash, text };
const line = aCreditLine({
  product: 'FB',
  displayName: 'Factoraje',
  limiteCredito: '500000.00',
  saldoCreditos: '0.00',
  creditLimit: '500000.00',
  creditUsed: '0.00',
  creditHeld: '0.00',
  available: '500000.00',
  availableMXN: '500000.00',
  availableUSD: null,
});
const conflict = () => new Refusal(409, 'SALE_STATE_CONFLICT', 'La venta ya no está en este paso.');
export const lost = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch'));

interface Served {
  readonly product?: 'BI' | 'FB';
  readonly open?: Parameters<typeof openListOf>[0][number];
  /** Changes of the user, such as its right. */
  readonly user?: Partial<SessionUser>;
}

const nameOf = { BI: 'Anticipo Índice', FB: 'Factoraje' };

/** A server with one sale that succeeds; tests change `now.state` or answer a route differently. */
export async function serve({ product = 'FB', open = invoice, user = {} }: Served = {}) {
  const saleIn = (state: Sale['state']): Sale => sale(state, { product, items: [{ ...item, product }] });
  const now = { state: 'held' as Sale['state'], instant: '2026-03-10T17:00:00Z' };
  await signInAs(aUser(user));
  answer(getCreditInformation).with(() =>
    aCreditAnswer({
      today: '2026-03-10',
      now: now.instant,
      tipoCambio: '17.5',
      tipoCambioDate: '2026-03-10',
      products: [aProduct({ product, displayName: nameOf[product] })],
      lines: [{ ...line, product, displayName: nameOf[product] }],
    }),
  );
  answer(listOpenInvoices).with(() => openListOf([open]));
  answer(presell).with(() => ({
    data: { today: '2026-03-10', items: [{ ...item, product }], groups: [], credit: [], failures: [] },
  }));
  const held = answer(setAsPreSell).with(() => ({
    data: [{ documentId: id, numberOfSale: 12 }],
    sales: [saleIn('held')],
  }));
  const asked = answer(getOpenSales).with(() => ({ now: now.instant, sales: [saleIn(now.state)] }));
  answer(processPreSells).with(() => {
    now.state = 'quoted';
    return { sales: [saleIn('quoted')], terms };
  });
  const accepted = answer(requestAuthorization).with(() => {
    now.state = 'requested';
    return { sales: [saleIn('requested')] };
  });
  const cancelled = answer(cancelPreSell).with(({ body }) => {
    const mayCancel = body.onlyHeld ? ['held', 'quoted'] : ['held', 'quoted', 'requested'];
    if (mayCancel.includes(now.state)) now.state = 'cancelled';
    else if (!body.onlyHeld) return conflict();
    return { sales: [saleIn(now.state)] };
  });
  const mailed = answer(sendSummary).with(() => ({ status: 'success' }));
  return { now, held, asked, accepted, cancelled, mailed };
}
