/** Steps of a sale over HTTP, as a setup for later ones. */

import type { Approval } from '@anticipa/contract/approvals';
import type { Collection } from '@anticipa/contract/collections';
import type { LenderSale } from '@anticipa/contract/lender';
import { routes } from '@anticipa/contract/routes';
import type { Sale } from '@anticipa/contract/sales';
import { anOperator } from './builders.ts';
import type { Portal } from './portal.ts';
import type { Session } from './session.ts';

/** A valid payment date: a Friday, 45 days after the test clock's date. */
export const DUE_DATE = '2026-04-24';

const choices = (documentIds: readonly string[], dueDate: string) =>
  documentIds.map((documentId) => ({ documentId, dueDate, purchaseOrder: 'OC1' }));

/** Leaves the invoices for another person to accept; returns the id of the prepared sale. */
export const aPreparedSale = async (
  session: Session,
  documentIds: readonly string[],
  dueDate: string = DUE_DATE,
): Promise<string> => {
  const body = { documents: choices(documentIds, dueDate) };
  return (await session.call(routes.prepareSale, { body })).data.preparedId;
};

/** Holds the invoices; one sale per product and currency. */
export const holdSale = async (
  session: Session,
  documentIds: readonly string[],
  dueDate: string = DUE_DATE,
  key?: string,
  preparedId?: string,
): Promise<Sale[]> => {
  const body = { documents: choices(documentIds, dueDate), ...(preparedId && { preparedId }) };
  return (await session.call(routes.setAsPreSell, { body, ...(key && { key }) })).sales;
};

/** The call that accepts the terms of held sales. */
export const acceptanceOf = async (session: Session, held: readonly Sale[]) => {
  const numberOfSales = held.map((sale) => sale.numberOfSale);
  const { terms } = await session.call(routes.processPreSells, { body: { numberOfSales } });
  return {
    body: {
      invoices: held.flatMap(({ items }) => items.map(({ documentId }) => ({ documentId }))),
      acceptedTerms: { version: terms.version, hash: terms.hash },
    },
  };
};

/** Holds the invoices, accepts the terms and sends the sales to the lender. */
export const requestSale = async (
  session: Session,
  documentIds: readonly string[],
  dueDate: string = DUE_DATE,
): Promise<Sale[]> => {
  const held = await holdSale(session, documentIds, dueDate);
  return (await session.call(routes.requestAuthorization, await acceptanceOf(session, held))).sales;
};

/** `requestSale` for invoices of one product and currency, which become one sale. */
export const requestOneSale = async (...asked: Parameters<typeof requestSale>): Promise<Sale> => {
  const [sale] = await requestSale(...asked);
  if (!sale) throw new Error('nothing was requested');
  return sale;
};

/** An answer that rests on the current state of the sale. */
export const answerTo = async <D>(operator: Session, saleId: string, decisions: D) => {
  const params = { saleId };
  const { seen } = await operator.call(routes.getLenderSale, { params });
  return { params, body: { seen, decisions } };
};

/** Authorises every invoice of a requested sale. */
export const authoriseSale = async (operator: Session, { saleId, items }: Sale): Promise<LenderSale> => {
  const decisions = items.map(({ documentId }) => ({ documentId, authorised: true, motive: null }));
  const answered = await operator.call(routes.answerSale, await answerTo(operator, saleId, decisions));
  return answered.sale;
};

/** Requests one sale and authorises all its invoices; it waits for its deposit. */
export const authorisedSale = async (
  { session, operator }: { readonly session: Session; readonly operator: Session },
  documentIds: readonly string[],
): Promise<Sale> => {
  const sale = await requestOneSale(session, documentIds);
  await authoriseSale(operator, sale);
  return sale;
};

let deposits = 0;
let payments = 0;
let returns = 0;

/** A key under which money comes back to the bank. */
const aReturnKey = (): string => {
  returns += 1;
  return `REGRESO${returns}`;
};

/** Holds, requests, authorises and deposits the invoices, up to CREDITO. */
export const sellAndDeposit = async (
  { session, operator }: { readonly session: Session; readonly operator: Session },
  documentIds: readonly string[],
  dueDate: string = DUE_DATE,
): Promise<Sale[]> => {
  const requested = await requestSale(session, documentIds, dueDate);
  for (const sale of requested) {
    await authoriseSale(operator, sale);
    deposits += 1;
    const body = { trackingKey: `SPEI${String(deposits).padStart(6, '0')}` };
    await operator.call(routes.disburseSale, { params: { saleId: sale.saleId }, body });
  }
  return requested;
};

/** The call that orders the deposit of a sale. */
export const depositOf = (saleId: string) => ({ body: { payments: [{ purpose: 'deposit' as const, saleId }] } });

/** A payment. Defaults to 116,000.00 pesos with a unique tracking key. */
export const aPayment = (pays: object, over: { readonly valueDate: string } & Record<string, unknown>) => {
  payments += 1;
  return {
    pays,
    amount: '116000.00',
    currency: 'MXN',
    trackingKey: `PAY${String(payments).padStart(6, '0')}`,
    source: 'STP',
    bank: 'Banco de Prueba',
    ...over,
  };
};

/** Registers a payment that is booked for its invoices. */
export const collect = async (operator: Session, body: object, key?: string): Promise<Collection> => {
  const { collection } = await operator.call(routes.registerCollection, {
    body,
    ...(key === undefined ? {} : { key }),
  });
  if (!collection) throw new Error('the payment was not identified');
  return collection;
};

export const approvalOf = ({ id, ground }: Approval) => ({
  params: { proposalId: id },
  body: { decision: { kind: 'approve', ground: ground ?? '' } as const },
});

/** Approves a proposal as a new operator. */
export const approveAsOther = async (portal: Portal, proposal: Approval): Promise<void> => {
  const second = await portal.signIn((await anOperator(portal)).email);
  await second.call(routes.decideProposal, approvalOf(proposal));
};

/** Registers a payment, which a second person confirms if it needs one. */
export const registerAsTwo = async (portal: Portal, operator: Session, body: object) => {
  const typed = { ...body, reason: 'Así está en el banco' };
  const registered = await operator.call(routes.registerCollection, { body: typed });
  if (registered.proposal === null) return registered;
  await approveAsOther(portal, registered.proposal);
  return operator.call(routes.registerCollection, { body });
};

/** `registerAsTwo` for a payment that is booked for its invoices. */
export const collectAsTwo = async (portal: Portal, operator: Session, body: object): Promise<Collection> => {
  const { collection } = await registerAsTwo(portal, operator, body);
  if (!collection) throw new Error('the payment was not identified');
  return collection;
};

/** Closes a shortfall with the aforo, which a second person confirms if it is more than a small part of the invoice. */
export const closeAsTwo = async (portal: Portal, operator: Session, documentId: string): Promise<void> => {
  const body = { documentId, reason: 'El receptor no paga más' };
  const { proposal } = await operator.call(routes.closeShortfall, { body });
  if (proposal) await approveAsOther(portal, proposal);
};

/** Books an adjustment of an invoice, which a second person confirms if it needs one. */
export const adjustAsTwo = async (
  portal: Portal,
  operator: Session,
  documentId: string,
  wanted: { readonly kind: string } & Record<string, unknown>,
): Promise<void> => {
  const body = { ...wanted, reason: 'Así lo acordamos' };
  const { proposal } = await operator.call(routes.adjustInvoice, { params: { documentId }, body });
  if (proposal) await approveAsOther(portal, proposal);
};

/** Registers money that nobody expects, and gives it to the client that bought the invoice back. */
export const forwardToClient = async (operator: Session, documentId: string, body: object): Promise<void> => {
  const { unidentified } = await operator.call(routes.registerCollection, { body });
  if (!unidentified) throw new Error('the money was identified');
  const { paymentId, left: amount } = unidentified;
  const given = { paymentId, amount, reason: 'El cliente ya la recompró' };
  await operator.call(routes.forwardPayment, { params: { documentId }, body: given });
};

/** A record to reverse, and the fate of its money. */
export interface Reversal {
  readonly kind: 'collection' | 'shortfall' | 'payout';
  readonly id: string;
  readonly money?: 'gone' | 'waits';
}

/** Reverses something that was booked, as a second person confirms. */
export const reverseAsTwo = async (portal: Portal, operator: Session, reversal: Reversal): Promise<void> => {
  const body = { ...reversal, reason: 'Se registró por error' };
  const { proposal } = await operator.call(routes.proposeReversal, { body });
  await approveAsOther(portal, proposal);
};

/** Records that the deposit of an invoice did not arrive, confirms its account, and pays it again, with two people for each step. */
export const depositAgainAsTwo = async (
  portal: Portal,
  operator: Session,
  documentId: string,
  outcome: 'returned' | 'elsewhere',
): Promise<void> => {
  const { rows } = await portal.db.owner.query<{ saleId: string; key: string }>(
    `select sale_id as "saleId", tracking_key as key from invoices join sales using (client_id, sale_id) where document_id = $1`,
    [documentId],
  );
  const [{ saleId = '', key = '' } = {}] = rows;
  const reason = 'La cuenta no existe';
  const reference = outcome === 'returned' ? aReturnKey() : null;
  const body = { purpose: 'deposit', id: saleId, trackingKey: key, outcome, reference, reason };
  const { proposal } = await operator.call(routes.proposeReturn, { body });
  await approveAsOther(portal, proposal);
  const { deposits } = await operator.call(routes.listPayables);
  const { clientId, product, currency } = deposits.find((deposit) => deposit.saleId === saleId) ?? {};
  const change = { clientId, product, currency, reason, change: { kind: 'account-release' } };
  await approveAsOther(portal, (await operator.call(routes.propose, { body: change })).proposal);
  await operator.call(routes.disburseSale, { params: { saleId }, body: { trackingKey: `${key.slice(0, 28)}R2` } });
};

/** Records that all money which went to accounts of others was recovered. */
export const recoverAsTwo = async (portal: Portal, operator: Session): Promise<void> => {
  const { data } = await operator.call(routes.listMadePayments);
  for (const { purpose, id, trackingKey } of data.filter(({ state }) => state === 'elsewhere')) {
    const body = {
      purpose,
      id,
      trackingKey,
      outcome: 'recovered',
      reference: aReturnKey(),
      reason: 'La regresó',
    } as const;
    await approveAsOther(portal, (await operator.call(routes.proposeReturn, { body })).proposal);
  }
};

/** Registers today's payment of one invoice of 116,000.00 pesos. */
export const payInFull = async (operator: Session, documentId: string): Promise<void> => {
  const { today } = await operator.call(routes.listDueReferences);
  const body = aPayment({ documentIds: [documentId] }, { valueDate: today });
  await operator.call(routes.registerCollection, { body });
};

/** Books the transfer of the devoluciones that are due to a client; returns the id of the payout. */
export const transferDevoluciones = async (
  operator: Session,
  clientId: string,
  trackingKey: string,
): Promise<string> => {
  const { data } = await operator.call(routes.listDuePayouts);
  const { currency, amount } = data.find((due) => due.clientId === clientId) ?? {};
  const { payout } = await operator.call(routes.confirmPayout, { body: { clientId, currency, amount, trackingKey } });
  if (!payout) throw new Error('the payout waits for a second person');
  return payout.payoutId;
};

/** Creates a payment reference for invoices in credit, by document ids. */
export const referenceFor = async (session: Session, documentIds: readonly string[]) => {
  const { data } = await session.call(routes.listInvoices, { query: { status: '30' } });
  const invoices = data.filter(({ documentId }) => documentIds.includes(documentId)).map(({ uuid }) => uuid);
  return session.call(routes.setPaymentReference, { body: { invoices } });
};

/** State of a payment reference. */
export const stateOfReference = async ({ db }: Portal, referenceId: string): Promise<string | undefined> => {
  const { rows } = await db.owner.query<{ state: string }>(
    `select state from payment_references where reference_id = $1`,
    [referenceId],
  );
  return rows[0]?.state;
};
