/** The commands outside a sale: invoices, references and payments, the lender's settings, and time. */
import { routes } from '@anticipa/contract/routes';
import fc from 'fast-check';
import { expect } from 'vitest';
import { registerAsTwo } from '../sale-steps.ts';
import { uploadBody } from '../uploads.ts';
import { inPesos, latest, plusDays } from './arithmetic.ts';
import { type Command, careless, choose, command, pick, pickSome, place, target, withStatus } from './command.ts';
import { expectAnswer, expectInvoice } from './compare.ts';
import { entered, remove, restore, uploadAgain } from './invoice-rules.ts';
import { amountDue, cancelReference, pay, refer, type Share } from './payment-rules.ts';
import { expireOverdue } from './sale-rules.ts';
import { type Bill, creditOf, isDeleted, newBill, receiverStatus, type State, todayOf } from './state.ts';

const upload = fc.record({ at: place, total: fc.bigInt({ min: 1_000_000n, max: 15_000_000n }) }).map(({ at, total }) =>
  command(
    `upload an invoice of receiver ${at % 2} for ${inPesos(total)}`,
    // Receivers of the confirmed product differ only by their agreement with the lender.
    ({ receivers }) => pick(receivers.slice(0, 2), at),
    async (receiver, state, system) => {
      const file = system.makeFile(receiver, total);
      const { invoice, outcome } = await system.client.call(routes.uploadFile, { body: uploadBody(file) });
      expect(outcome).toBe('invoice');
      const facts = { receiver, emittedOn: todayOf(state) };
      const bill = newBill({
        ...facts,
        id: invoice?.documentId ?? '',
        uuid: file.spec.uuid,
        product: 'BI',
        currency: 'MXN',
        total,
        standing: entered(state, facts),
      });
      expectInvoice(invoice, bill, state);
      state.bills.push(bill);
      system.files.set(bill.id, file);
    },
  ),
);

const STARTING_BILLS = 5;

const uploadKnown = place.map((at) =>
  command(
    `upload ${at} again`,
    // The first ones have no file.
    ({ bills }) => pick(bills.slice(STARTING_BILLS), at),
    async (bill, state, { client, files }) => {
      const file = files.get(bill.id);
      if (!file) throw new Error('an uploaded invoice without its file');
      const { invoice, outcome } = await client.call(routes.uploadFile, { body: uploadBody(file) });
      expect(outcome).toBe(uploadAgain(state, bill));
      expectInvoice(invoice, bill, state);
    },
  ),
);

const deletion = target.map(({ at, isCareless }) =>
  command(
    `delete ${at}${isCareless ? ' of all' : ''}`,
    ({ bills }) => choose(bills, at, isCareless, withStatus('RECHAZADA', 'REGISTRADO', 'AUTORIZADA')),
    async (bill, state, { client }) => {
      const body = { documentId: bill.id };
      expectAnswer(await client.send(routes.deleteInvoice, { body }), remove(state, bill));
    },
  ),
);

const restoration = target.map(({ at, isCareless }) =>
  command(
    `restore ${at}${isCareless ? ' of all' : ''}`,
    ({ bills }) => choose(bills, at, isCareless, isDeleted),
    async (bill, state, { client }) => {
      const refused = restore(bill);
      const answer = await client.send(routes.restoreInvoice, { body: { documentId: bill.id } });
      expectAnswer(answer, refused);
      if (!refused) expectInvoice(routes.restoreInvoice.response.parse(answer.body).invoice, bill, state);
    },
  ),
);

const inCredit = withStatus('CREDITO');

const reference = fc
  .record({
    at: fc.array(place, { minLength: 1, maxLength: 3 }),
    isCareless: careless,
    days: fc.constantFrom(0, 0, 12),
  })
  .map(({ at, isCareless, days }) =>
    command(
      `refer to ${at}${isCareless ? ' of all' : ''}, to be paid in ${days} days`,
      ({ bills }) => {
        const found = pickSome(isCareless ? bills : bills.filter(inCredit), at);
        return found.length > 0 ? found : null;
      },
      async (bills, state, { client }) => {
        const payOn = plusDays(todayOf(state), days);
        const made = refer(bills, payOn, todayOf(state));
        const body = { invoices: bills.map(({ uuid }) => uuid), payOn };
        const answer = await client.send(routes.setPaymentReference, { body });
        expectAnswer(answer, 'code' in made ? made : null);
        if ('code' in made) return;
        const { id, paymentReference } = routes.setPaymentReference.response.parse(answer.body);
        Object.assign(made, { id, text: paymentReference });
        state.references.push(made);
        for (const bill of bills) bill.reference = made;
      },
    ),
  );

const cancellation = place.map((at) =>
  command(
    `cancel reference ${at}`,
    ({ references }) => pick(references, at),
    async (made, _, { client }) => {
      const refused = cancelReference(made);
      expectAnswer(await client.send(routes.cancelPaymentReference, { params: { id: made.id } }), refused);
    },
  ),
);

/** Amount that arrives, from the one that would settle everything. */
const amounts = {
  'in full': (due: bigint) => due,
  'half of it': (due: bigint) => due / 2n,
  'a cent short': (due: bigint) => due - 1n,
  'too much': (due: bigint) => due + 1_234_567n,
  'a cent': () => 1n,
} as const;
const amountName = fc.constantFrom('in full', 'in full', 'half of it', 'a cent short', 'too much', 'a cent');

const payment = fc
  .record({
    at: fc.array(place, { minLength: 1, maxLength: 2 }),
    name: amountName,
    isEarly: fc.boolean(),
    byReference: fc.boolean(),
  })
  .map(({ at, name, isEarly, byReference }) =>
    command(
      `pay ${name} for ${byReference ? 'reference ' : ''}${at}${isEarly ? ' on the first day' : ''}`,
      (state) => (byReference ? payableReference(state, at) : payableBills(state, at)),
      async ({ bills, made }, state, system) => {
        const due = amountDue(bills, made);
        const amount = amounts[name](due) || 1n;
        const deposited = latest(...bills.map(({ debt }) => debt?.depositedOn ?? ''));
        const valueDate = isEarly ? deposited : todayOf(state);
        const [{ currency }] = bills as [Bill];
        const isExpired = made !== null && valueDate > made.validUntil;
        const shares = isExpired ? [] : pay(bills, { amount, valueDate, reference: made }, todayOf(state));
        const { collection, unidentified } = await registerAsTwo(system.portal, system.operator, {
          pays: made ? { reference: made.text } : { documentIds: bills.map(({ id }) => id) },
          amount: inPesos(amount),
          currency,
          valueDate,
          trackingKey: crypto.randomUUID().replaceAll('-', '').slice(0, 30),
          source: 'STP',
          bank: 'Banco',
        });
        expect(unidentified?.reason).toBe(isExpired ? 'expired' : undefined);
        expect(collection?.invoices ?? []).toEqual(
          shares.map(shown).toSorted((a, b) => (a.documentId < b.documentId ? -1 : 1)),
        );
      },
    ),
  );

const shown = ({ bill, paid, late, lateIva, finalDeposit, balanceDue }: Share) => ({
  documentId: bill.id,
  paidAmount: inPesos(paid),
  recargos: inPesos(late),
  ivaRecargos: inPesos(lateIva),
  finalDeposit: inPesos(finalDeposit),
  balanceDue: inPesos(balanceDue),
});

function payableBills({ bills }: State, at: readonly number[]) {
  const [first, ...others] = pickSome(bills.filter(inCredit), at);
  if (!first) return null;
  return { bills: [first, ...others.filter(({ currency }) => currency === first.currency)], made: null };
}

/** A reference with something left to pay. */
function payableReference({ references }: State, at: readonly number[]) {
  const payable = references.map((made) => ({
    made,
    bills: made.bills.filter((bill) => bill.reference === made && inCredit(bill)),
  }));
  return pick(
    payable.filter(({ bills }) => bills.length > 0),
    at[0] ?? 0,
  );
}

const limit = fc.record({ at: place, percent: fc.constantFrom(0, 50, 100, 150, 300) }).map(({ at, percent }) =>
  command(
    `set the limit of line ${at % 3} to ${percent} % of what is taken from it`,
    ({ lines }) => pick(lines, at),
    async (line, state, system) => {
      const { held, used } = creditOf(state, line);
      line.limit = ((held + used || 10_000_000n) * BigInt(percent)) / 100n;
      await system.setLimit(line);
    },
  ),
);

const receiver = fc
  .record({ at: place, status: fc.constantFrom('approved', 'approved', 'disabled', 'rejected') })
  .map(({ at, status }) =>
    command(
      `set receiver ${at % 3} to ${status}`,
      ({ receivers }) => pick(receivers, at),
      async (found, _, system) => {
        found.status = receiverStatus[status];
        await system.setReceiver(found);
      },
    ),
  );

const MINUTE = 60_000;
const spans = { '10 minutes': 10, '31 minutes': 31, 'a day': 24 * 60, '50 days': 50 * 24 * 60 } as const;
/** After this day nothing could be sold within the 180 days of the first invoices. */
const LAST_DAY = '2026-07-31';

const time = fc
  .record({
    span: fc.constantFrom('10 minutes', '31 minutes', '31 minutes', 'a day', '50 days'),
    isSwept: fc.boolean(),
  })
  .map(({ span, isSwept }) =>
    command(
      `${span} pass${isSwept ? ', and the worker runs' : ''}`,
      (state) => (todayOf(state) < LAST_DAY ? state : null),
      async (_, state, system) => {
        state.now += spans[span] * MINUTE;
        await system.setClock(state.now);
        if (!isSwept) return;
        expireOverdue(state);
        await system.sweep();
      },
    ),
  );

export const invoiceCommands: readonly fc.Arbitrary<Command>[] = [
  ...[upload, uploadKnown, deletion, restoration, restoration, limit, receiver, time, time, time],
  ...[payment, payment, payment, payment, payment, payment, payment, payment, payment, payment],
  ...[reference, reference, reference, reference, cancellation, cancellation, cancellation],
];
