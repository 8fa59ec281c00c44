/** The server of a sale under review, for component tests. */
import { answerSale, getLenderSale } from '@anticipa/contract/lender';
import { listInbox } from '@anticipa/contract/lender-inbox';
import type { ResponseOf } from '@anticipa/contract/route';
import { listTransfers } from '@anticipa/contract/transfers';
import { expect } from 'vitest';
import { SaleReview } from '../features/sale-review/sale-review.tsx';
import { checksOf } from './evidence.ts';
import { renderScreen } from './render-screen.tsx';
import { item, sale } from './sale-server.ts';
import { answer } from './server.ts';
import { aUser, signInAs } from './signed-in.ts';

type SaleUnderReview = ResponseOf<typeof getLenderSale>;

export const now = '2026-03-10T18:00:00.000Z';
export const ids = [1, 2, 3].map((place) => `00000000-0000-4000-8000-00000000000${place}`);
type Facts = Parameters<typeof checksOf>[0];
export const disabled: Facts = { receiverStatus: 30 };
const crowded: Facts = { concentration: 31.2 };

/** Three invoices: sound, with a warning, blocked. */
export const picture = (evidence: readonly Facts[] = [{}, crowded, disabled], hash = 'a'): SaleUnderReview => ({
  now,
  sale: {
    ...sale('requested'),
    items: ids.map((documentId, index) => ({ ...item, documentId, folio: String(index + 1) })),
    clientId: item.documentId,
    clientRFC: 'CNA010101AAA',
    entityName: 'Aceros Ñandú',
    requestedAt: '2026-03-10T15:12:00.000Z',
    waitsForSecond: false,
    pendingVerification: [],
    unverifiedStamps: [],
    decisions: [],
  },
  seen: { version: 3, evidence: hash.repeat(64) },
  promisedAt: '2026-03-10T19:12:00.000Z',
  line: { currency: 'MXN', limit: '5000000.00', used: '3100000.00', held: '348000.00' },
  account: { bank: 'BBVA', ending: '7891', holder: 'Aceros Ñandú', coolingUntil: null },
  deposit: null,
  record: { sales: 3, onTime: 14, late: 2, writtenOff: 1, boughtBack: 0, overdue: 1 },
  standings: ids.map((documentId) => ({
    documentId,
    companyId: documentId,
    standing: 'waiting',
    amountDue: null,
    paidOn: null,
  })),
  viewers: [],
  approval: null,
  proposedAnswer: null,
  returns: [],
  acceptance: {
    text: 'Cláusula 1. De la cesión.',
    version: '1',
    hash: 'ab'.repeat(32),
    by: 'Ana Ruiz',
    preparedBy: null,
    at: now,
    address: '127.0.0.1',
  },
  evidence: ids.map((documentId, index) => ({
    documentId,
    uuid: documentId,
    checks: checksOf(evidence[index]),
    related: [],
  })),
});

const emptyInbox = {
  now,
  queues: {
    answer: { count: 0, late: 0 },
    confirmation: { count: 0, late: 0 },
    correction: { count: 0, late: 0 },
    payout: { count: 0, late: 0 },
  },
  data: [],
  robot: null,
  next: null,
};

/** Signs an operator in who answers sales; no other sale waits. */
export async function signInToReview(): Promise<void> {
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['riesgo'] }));
  answer(listInbox).with(() => emptyInbox);
  answer(listTransfers).with(() => ({ data: [] }));
}

/** Stands for the documents of an invoice. */
export const documents = ({ documentId }: { documentId: string }) => <p>{documentId}</p>;

/** Renders the sale of a server whose picture may change. */
export async function show(start = picture()) {
  const server = { picture: start };
  answer(getLenderSale).with(() => server.picture);
  const sent = answer(answerSale).with(() => ({ sale: { ...server.picture.sale, state: 'answered' } }));
  const screen = await renderScreen(<SaleReview saleId={ids[0] ?? ''} documents={documents} />);
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Venta 12' })).toBeVisible();
  return { screen, server, sent };
}
type Screen = Awaited<ReturnType<typeof show>>['screen'];
export const row = (screen: Screen, place: number) =>
  screen.getByRole('list', { name: 'Facturas de la venta' }).getByRole('button').nth(place);
