/** Books receipts and settles invoices that are paid off. */
import type { IsoDate } from '@anticipa/domain/calendar';
import type { LedgerLine } from '@anticipa/domain/ledger';
import {
  add,
  decimalOf,
  type FinancedCurrency,
  isPositive,
  type Money,
  moneyOf,
  subtract,
  sum,
} from '@anticipa/domain/money';
import {
  interestEnd,
  lastChangeOf,
  owedByReceiver,
  type Position,
  type Receipt,
  rebateOf,
  type Settlement,
  settle,
} from '@anticipa/domain/settlement';
import { sql } from 'kysely';
import { announceAll } from '../../platform/live/events.ts';
import type { Principal, Work } from '../../platform/work/work.ts';
import { measureHolds, repayHolds } from '../credit/commands.ts';
import { type DocumentsIva, documentsIva, type InterestEnd } from '../interest/earned-queries.ts';
import { applyTransition } from '../invoices/transition.ts';
import {
  type AdjustmentEvent,
  accrueInterest,
  appendEntries,
  type LedgerEntry,
  reverseAccruals,
} from '../ledger/commands.ts';
import { positionsOf } from '../ledger/queries.ts';
import { closePaidReferences } from '../references/commands.ts';
import { isPaidByReceiver } from './adjustment-queries.ts';
import type { PayableInvoice } from './queries.ts';

export type BookedReceipt = Receipt & {
  readonly invoice: PayableInvoice;
  /** Interest that a recourse gives back. */
  readonly rebateLines?: readonly LedgerLine[];
  /** The end of an invoice that is written off. */
  readonly end?: Settlement;
};

/**
 * The balances of invoices in credit, with the interest earned through today. The IVA to come is that of their documents if the
 * rest of their interest is earned today.
 */
export async function positionsToday(work: Work, documentIds: readonly string[]): Promise<Map<string, Position>> {
  await accrueInterest(work, documentIds);
  const positions = await positionsOf(work, documentIds);
  const ends = [...positions].map(([documentId, { unearned }]) => ({ documentId, rest: unearned, on: work.today }));
  const ivas = await documentsIva(work, ends);
  return new Map(
    [...positions].map(([documentId, position]) => [
      documentId,
      { ...position, ivaToCome: ivas.get(documentId)?.toCome ?? position.ivaToCome },
    ]),
  );
}

/** The end of an invoice, with the IVA of its documents. */
export type Ended = Settlement & { readonly documentsIva: Money<FinancedCurrency> };

type About = { readonly currency: FinancedCurrency; readonly valueDate: IsoDate } & (
  | { readonly event: 'collection'; readonly collectionId: string }
  | { readonly event: 'shortfall'; readonly shortfallId: string }
  | { readonly event: AdjustmentEvent; readonly adjustmentId: string }
);

/** Books the receipts and, for each invoice paid off, its release. Returns the settlements by document id. */
export async function bookReceipts(
  work: Work,
  about: About,
  receipts: readonly BookedReceipt[],
): Promise<Map<string, Ended>> {
  const settled = await settlementsOf(work, about.valueDate, receipts);
  const ends = [...settled.values()];
  const entries: LedgerEntry[] = [
    { ...about, lines: receipts.flatMap(({ lines }) => lines) },
    { ...about, event: 'late-charges', lines: receipts.flatMap(({ lateChargeLines }) => lateChargeLines) },
    { ...about, event: 'early-payment', lines: ends.flatMap(({ earlyLines }) => earlyLines) },
    { ...about, event: 'rebate', lines: [...receipts, ...ends].flatMap(({ rebateLines = [] }) => rebateLines) },
    { ...about, event: 'release', lines: ends.flatMap(({ releaseLines }) => releaseLines) },
  ];
  await appendEntries(
    work,
    entries.filter(({ lines }) => lines.length > 0),
  );
  return settled;
}

/** The ends of the invoices that are paid off, whose documents' IVA is known once nothing more is earned. */
async function settlementsOf(work: Work, on: IsoDate, receipts: readonly BookedReceipt[]): Promise<Map<string, Ended>> {
  const ending: (InterestEnd & { readonly end: (iva: DocumentsIva) => Settlement })[] = [];
  for (const { invoice, position, end } of receipts) {
    const { documentId } = invoice;
    if (position.owed.cents !== 0n) continue;
    ending.push({
      documentId,
      on,
      ...(end ? { rest: earnedAtOnce(end), end: () => end } : await endOf(work, invoice, position)),
    });
  }
  const ivas = await documentsIva(work, ending);
  return new Map(
    ending.map(({ documentId, end }) => {
      const iva = ivas.get(documentId);
      if (!iva) throw new Error(`invoice ${documentId} in credit has no sale`);
      const settlement = end(iva);
      return [documentId, { ...settlement, documentsIva: add(iva.total, settlement.rebate.iva) }];
    }),
  );
}

const earnedAtOnce = ({ earlyLines, balanceDue: { currency } }: Settlement): Money<FinancedCurrency> =>
  sum<FinancedCurrency>(
    currency,
    earlyLines.flatMap(({ account, debit }) => (account === 'INTERES_POR_DEVENGAR' ? debit : [])),
  );

/**
 * Settlement of a paid invoice, after reversing what was earned past the end of its interest. A rebate that a recourse gave is already
 * in the position.
 */
async function endOf(
  work: Work,
  invoice: PayableInvoice,
  position: Position,
): Promise<{ readonly rest: Money<FinancedCurrency>; readonly end: (iva: DocumentsIva) => Settlement }> {
  const { documentId, price, givenBack } = invoice;
  const { unearned: rest } = position;
  const withIva = (ivaToCome: Money<FinancedCurrency>) => settle(documentId, { ...position, ivaToCome });
  if (isPositive(givenBack.interest)) return { rest, end: ({ toCome }) => ({ ...withIva(toCome), rebate: givenBack }) };
  if (!invoice.hasRebate && invoice.daysLost === 0) return { rest, end: ({ toCome }) => withIva(toCome) };
  const last = interestEnd(invoice, lastChangeOf(position, invoice));
  const reversed = moneyOf(await reverseAccruals(work, documentId, last), price.total.currency);
  const unearned = add(rest, reversed);
  const rebate = rebateOf(price, last, invoice);
  return {
    rest: subtract(unearned, rebate.interest),
    end: ({ toCome }) => settle(documentId, { ...position, unearned, ivaToCome: add(toCome, rebate.iva) }, rebate),
  };
}

/** Settled invoices become LIQUIDADO and release their credit; the others keep what is still owed. Notifies the screens. */
export async function settleInvoices(
  work: Work<Principal>,
  receipts: readonly BookedReceipt[],
  settled: ReadonlyMap<string, Ended>,
): Promise<void> {
  const ended = receipts.filter(({ invoice }) => settled.has(invoice.documentId));
  const documentIds = ended.map(({ invoice }) => invoice.documentId);
  await writeFigures(work, ended, settled);
  if ((await applyTransition(work, 'settle', documentIds)) !== documentIds.length) {
    throw new Error('an invoice that was paid off could not be settled');
  }
  await repayHolds(work, [...new Set(ended.map(({ invoice }) => invoice.saleId))], documentIds);
  const paid = ended.filter(({ end }) => !end);
  await countPayments(
    work,
    paid.map(({ invoice }) => invoice.documentId),
  );
  const open = receipts.filter(({ invoice }) => !settled.has(invoice.documentId));
  await measureHolds(
    work,
    open.map(({ invoice: { saleId, documentId }, position }) => ({
      saleId,
      documentId,
      owed: position.owed,
      owedByReceiver: owedByReceiver(position),
    })),
  );
  const references = [...new Set(receipts.flatMap(({ invoice }) => invoice.referenceId ?? []))];
  await closePaidReferences(work, references);
  await announceAll(work, {
    invoices: receipts.map(({ invoice }) => invoice.documentId),
    references,
    credit: [],
  });
}

/** Writes the sums of all payments on the settled invoices, before their 'settle', in one statement. One without any ends today. */
async function writeFigures(
  { db, tenant, today }: Work,
  receipts: readonly BookedReceipt[],
  settled: ReadonlyMap<string, Ended>,
): Promise<void> {
  const rows = receipts.flatMap(({ invoice: { documentId }, position }) => {
    const end = settled.get(documentId);
    if (!end) return [];
    return {
      document: documentId,
      late_charges: decimalOf(position.lateCharges),
      iva: decimalOf(position.lateChargesIva),
      returned: decimalOf(end.finalDeposit),
      rebate: decimalOf(end.rebate.interest),
      ivaRebate: decimalOf(end.rebate.iva),
      documentsIva: decimalOf(end.documentsIva),
    };
  });
  await sql`
    update invoices set
      collection_id = last.collection_id, payment_date = coalesce(last.value_date, ${today}::date), paid_amount = coalesce(last.paid, 0),
      late_charges = settled.late_charges, late_charges_iva = settled.iva, final_deposit = settled.returned,
      rebate = settled.rebate, iva_rebate = settled."ivaRebate", iva = settled."documentsIva"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as settled(
      document uuid, late_charges numeric, iva numeric, returned numeric, rebate numeric, "ivaRebate" numeric, "documentsIva" numeric
    )
    cross join lateral (
      select (array_agg(collection_id order by value_date desc, registered_at desc))[1] as collection_id,
        max(value_date) as value_date, sum(item.paid_amount) as paid
      from collection_items item join collections using (client_id, collection_id)
      where item.client_id = ${tenant} and item.document_id = settled.document and reversed_at is null
    ) last
    where client_id = ${tenant} and document_id = settled.document`.execute(db);
}

/** Adds the invoices that receivers paid to their delays, in order: settlements in other currencies share rows. */
async function countPayments({ db, tenant }: Work, documentIds: readonly string[]): Promise<void> {
  await sql`
    insert into receiver_payments as known (company_id, month, total, weighted_days)
    select company_id, date_trunc('month', payment_date)::date as month, sum(total), sum((payment_date - due_date) * total)
    from invoices where client_id = ${tenant} and document_id = any(${documentIds}::uuid[]) and ${isPaidByReceiver}
    group by company_id, date_trunc('month', payment_date)
    order by company_id, month
    on conflict (company_id, month) do update set
      total = known.total + excluded.total, weighted_days = known.weighted_days + excluded.weighted_days`.execute(db);
}
