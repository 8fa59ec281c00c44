/** Expectations of the model in the API's words. */
import type { Invoice } from '@anticipa/contract/invoices';
import { routes } from '@anticipa/contract/routes';
import { stateOnWire } from '@anticipa/contract/sales';
import type { SaleState } from '@anticipa/domain/sale';
import { expect } from 'vitest';
import type { Answer } from '../session.ts';
import { inPesos, latest } from './arithmetic.ts';
import { askedLate, referenceState } from './payment-rules.ts';
import { type Choice, programmeDate, quote } from './sale-rules.ts';
import {
  atLeastZero,
  type Bill,
  creditOf,
  owedOf,
  type Refusal,
  type Sale,
  type State,
  settlementOf,
  statusNumber,
  todayOf,
} from './state.ts';
import type { System } from './system.ts';

const ALL_STATUSES = Object.values(statusNumber).join(',');

/** A refused call names its code and each failure; a successful one has none. */
export function expectAnswer({ status, body }: Answer, refused: Refusal | null): void {
  const { error } = (body ?? {}) as { error?: { code: string; details: { path: string; code: string }[] } };
  const got = error && { code: error.code, failures: error.details.map(({ path, code }) => `${path} ${code}`).sort() };
  const wanted = refused && { code: refused.code, failures: refused.failures.toSorted() };
  expect({ status: status === 200 ? 'done' : status < 500 ? 'refused' : status, ...got }).toEqual({
    status: refused ? 'refused' : 'done',
    ...wanted,
  });
}

/** An invoice on the wire, by the model. */
function expected(whole: Bill, today: string) {
  const { standing, sold, debt, reference, ...bill } = whole;
  const { status, motive, rejectedOn } = standing;
  const isSettled = status === 'LIQUIDADO' && debt !== null;
  const price = sold?.item.price;
  return {
    documentId: bill.id,
    status: statusNumber[status],
    motive,
    rejectedDate: rejectedOn,
    receiverStatus: bill.receiver.status,
    numberOfSale: sold?.sale.number ?? null,
    dueDate: sold?.item.due ?? null,
    paymentDays: price?.days ?? null,
    comision: price ? inPesos(price.interest) : null,
    iva: price ? inPesos(debt?.documentsIva ?? price.iva) : null,
    aforo: price ? inPesos(price.withheld) : null,
    adelanto: price ? inPesos(price.advance) : null,
    initialDeposit: price ? inPesos(price.deposit) : null,
    fechaDeposito: debt?.depositedOn ?? null,
    paymentDate: isSettled ? latest(...debt.applied.map(({ on }) => on)) : null,
    paidAmount: isSettled ? inPesos(debt.received) : null,
    recargos: isSettled ? inPesos(debt.late) : null,
    ivaRecargos: isSettled ? inPesos(debt.lateIva) : null,
    finalDeposit: isSettled ? inPesos(atLeastZero(settlementOf(whole))) : null,
    amountDue: status === 'CREDITO' ? inPesos(owedOf(whole) + askedLate(whole, today)) : null,
    paymentReference: reference && (isSettled || reference.validUntil >= today) ? reference.text : null,
  };
}

const byId = (a: { readonly documentId: string }, b: { readonly documentId: string }): number =>
  a.documentId < b.documentId ? -1 : 1;

/** The fields of an invoice that the model knows. */
const compared = ({ motive, ...invoice }: Invoice) => ({
  documentId: invoice.documentId,
  status: invoice.status,
  motive: motive?.code ?? null,
  rejectedDate: invoice.rejectedDate,
  receiverStatus: invoice.receiverStatus,
  numberOfSale: invoice.numberOfSale,
  dueDate: invoice.dueDate,
  paymentDays: invoice.paymentDays,
  comision: invoice.comision,
  iva: invoice.iva,
  aforo: invoice.aforo,
  adelanto: invoice.adelanto,
  initialDeposit: invoice.initialDeposit,
  fechaDeposito: invoice.fechaDeposito,
  paymentDate: invoice.paymentDate,
  paidAmount: invoice.paidAmount,
  recargos: invoice.recargos,
  ivaRecargos: invoice.ivaRecargos,
  finalDeposit: invoice.finalDeposit,
  amountDue: invoice.amountDue,
  paymentReference: invoice.paymentReference,
});

/** An invoice in the answer to a command. */
export const expectInvoice = (invoice: Invoice | null, bill: Bill, state: State): void =>
  expect(invoice && compared(invoice)).toEqual(expected(bill, todayOf(state)));

/** Every invoice of the client, deleted and settled ones too. */
export async function compareInvoices(state: State, { client }: System): Promise<void> {
  const { data } = await client.call(routes.listInvoices, { query: { status: ALL_STATUSES } });
  const wanted = state.bills.map((bill) => expected(bill, todayOf(state))).toSorted(byId);
  expect(data.map(compared).toSorted(byId)).toEqual(wanted);
}

/** The price of an item as on the wire. */
export const itemsOf = ({ items }: Sale) =>
  items.map(({ bill, due, price }) => ({
    documentId: bill.id,
    dueDate: due,
    paymentDays: price.days,
    comision: inPesos(price.interest),
    iva: inPesos(price.iva),
    aforo: inPesos(price.withheld),
    adelanto: inPesos(price.advance),
    initialDeposit: inPesos(price.deposit),
    creditAmount: inPesos(price.advance),
  }));

/** Everything that the API shows of the client. */
export async function compareAll(state: State, system: System): Promise<void> {
  const parts = [compareInvoices, compareCredit, compareOffers, compareSales, compareReferences];
  await Promise.all(parts.map((compare) => compare(state, system)));
}

async function compareCredit(state: State, { client }: System): Promise<void> {
  const { lines } = await client.call(routes.getCreditInformation);
  const wanted = state.lines.map((line) => {
    const { held, used, available } = creditOf(state, line);
    return [line.creditLineId, ...[line.limit, held, used, available].map(inPesos)].join(' ');
  });
  const got = lines.map(({ creditLineId, creditLimit, creditHeld, creditUsed, available }) =>
    [creditLineId, creditLimit, creditHeld, creditUsed, available].join(' '),
  );
  expect(got.sort()).toEqual(wanted.sort());
}

async function compareSales({ sales: wanted }: State, { portal, clientId }: System): Promise<void> {
  const text = 'select number_of_sale, state from sales where client_id = $1 order by number_of_sale';
  const { rows } = await portal.db.owner.query<{ number_of_sale: number; state: SaleState }>(text, [clientId]);
  expect(rows.map(({ number_of_sale, state }) => `${number_of_sale} ${stateOnWire(state)}`)).toEqual(
    wanted.map(({ number, state }) => `${number} ${state}`),
  );
}

async function compareReferences(state: State, { client, clientId }: System): Promise<void> {
  if (state.references.length === 0) return;
  const { data } = await client.call(routes.listPaymentReferences, { params: { clientId } });
  const got = data.map(({ reference, state: of, amount, lateCharges, validUntil, count }) =>
    [reference, of, amount, lateCharges, validUntil, count].join(' '),
  );
  const wanted = state.references.map((reference) =>
    [
      reference.text,
      referenceState(state, reference),
      inPesos(reference.amount),
      inPesos(reference.late),
      reference.validUntil,
      reference.bills.length,
    ].join(' '),
  );
  expect(got.sort()).toEqual(wanted.sort());
}

/** The quote of every invoice: what is offered at which price, why the rest is not, and the credit left after it. */
async function compareOffers(state: State, { client }: System): Promise<void> {
  const choices = state.bills.map((bill): Choice => ({ bill, due: programmeDate(state) }));
  const documents = choices.map(({ bill, due }) => ({ documentId: bill.id, dueDate: due, purchaseOrder: 'OC1' }));
  const { data } = await client.call(routes.presell, { body: { documents } });
  const { quoted, left } = quote(state, choices);
  const offered = quoted.filter(({ problem }) => problem === null);
  expect({
    offered: data.items.map(({ documentId, initialDeposit }) => `${documentId} ${initialDeposit}`),
    failures: data.failures.map(({ path, code }) => `${path} ${code}`),
    left: data.credit.map(({ creditLineId, availableAfter }) => `${creditLineId} ${availableAfter}`).sort(),
  }).toEqual({
    offered: offered.map(({ bill, price }) => `${bill.id} ${inPesos(price.deposit)}`),
    failures: quoted.flatMap(({ bill, problem }) => (problem === null ? [] : [`${bill.id} ${problem}`])),
    left: [...left].map(([{ creditLineId }, amount]) => `${creditLineId} ${inPesos(amount)}`).sort(),
  });
}
