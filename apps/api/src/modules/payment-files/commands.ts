/** Makes files of transfers for the bank, and takes payments out of them again. */
import { randomUUID } from 'node:crypto';
import type {
  ChosenPayment,
  FiledKind,
  makePaymentFile,
  PaymentFile,
  savePaymentLayout,
  withdrawFiledPayments,
} from '@anticipa/contract/payment-files';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { isClabe } from '@anticipa/domain/clabe';
import { done, type Outcome, type Refused, refuse, refuseEach } from '@anticipa/domain/errors';
import { decimalOf, type FinancedCurrency, moneyOf, sum } from '@anticipa/domain/money';
import {
  type FiledPayment,
  layoutLines,
  layoutProblem,
  type PayingAccount,
  reaches,
} from '@anticipa/domain/payment-layout';
import { isTransferOpen } from '@anticipa/domain/transfer-order';
import { sql } from 'kysely';
import { z } from 'zod';
import { rowsOf, valuesOf, whole } from '../../platform/db/rows.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import { orderedDocuments } from '../collections/payouts.ts';
import { isReturnOrdered } from '../collections/unidentified.ts';
import { lockUnidentified } from '../collections/unidentified-queries.ts';
import { accountProblem, anyAccountProblem } from '../credit/accounts.ts';
import { isFiled } from '../filed-payments/filed.ts';
import { writeAudit } from '../log/audit.ts';
import type { DuePayment, Objecting } from '../payment-limits/limits.ts';
import { lockPayable } from '../sales/desk/answer.ts';
import { salesById } from '../sales/queries.ts';
import { isDepositLost } from '../sales/transfer-queries.ts';
import { clientById } from '../session/client-by-id.ts';
import { ordersOfSale } from '../transfers/queries.ts';
import { layoutRows, payerRows, paymentFile, toLayout } from './queries.ts';

/** A payment that is due, with its account, read with its rows locked. */
interface Due extends Omit<FiledPayment, 'reference'> {
  readonly kind: FiledKind;
  readonly subject: string;
  readonly clientId: ClientId | null;
  /** How the operators name it. */
  readonly label: string;
  readonly currency: FinancedCurrency;
  readonly sentBy?: string;
  /** The settled invoices that a payout pays. */
  readonly documents: string[];
}

/**
 * Locks payments and puts them into a new file. Refuses all of them if one is not due, is filed, has another amount, does not fit the
 * layout, or if `objecting` objects.
 */
export async function makeFile(
  work: OperatorWork,
  { layoutId, payments }: Pick<BodyOf<typeof makePaymentFile>, 'layoutId' | 'payments'>,
  objecting: Objecting,
): Promise<Outcome<{ file: PaymentFile }>> {
  const layout = await layoutRows(work).where('layout_id', '=', layoutId).executeTakeFirst();
  if (!layout) return refuse('NOT_FOUND');
  const payer = (await payerRows(work)).find(({ currency }) => currency === layout.currency);
  if (!payer) return refuse('LENDER_ACCOUNT_MISSING');
  const due: Due[] = [];
  // In one order, so that two people who file the same payments wait for each other.
  for (const payment of payments.toSorted((one, other) => one.subject.localeCompare(other.subject))) {
    const found = await lockDue(work, payment, layout.currency);
    if (!found.ok) return found;
    if (await isFiled(work, found.value)) return refuseEach('PAYMENT_FILED', [payment.subject]);
    if (found.value.amount !== payment.amount) return refuseEach('PAYMENT_AMOUNT_CHANGED', [payment.subject]);
    if (!reaches(layout.reach, payer.clabe, found.value.clabe))
      return refuseEach('LAYOUT_DOES_NOT_FIT', [payment.subject]);
    due.push(found.value);
  }
  const objection = await objecting(work, due.map(dueOf));
  return objection ?? store(work, toLayout(layout), payer, due);
}

const dueOf = ({ kind, beneficiary, amount, currency, ...due }: Due): DuePayment => ({
  purpose: kind,
  subject: due.subject,
  clientId: due.clientId,
  label: due.label,
  holder: kind === 'return' ? beneficiary : null,
  amount: moneyOf(amount, currency),
  clabe: due.clabe,
  ...(due.sentBy !== undefined && { sentBy: due.sentBy }),
});

type Layout = ReturnType<typeof toLayout>;

async function store(
  work: OperatorWork,
  layout: Layout,
  payer: PayingAccount,
  due: readonly Due[],
): Promise<Outcome<{ file: PaymentFile }>> {
  const { db, actor, at, today } = work;
  const references = await valuesOf(db, whole)`
    select nextval('filed_payment_references')::integer from generate_series(1, ${due.length})`;
  const filed = due.map((payment, place) => ({ ...payment, reference: references[place] ?? 0 }));
  const named = filed.map(({ concept, ...rest }) => ({
    ...rest,
    concept: `${concept} R${String(rest.reference).padStart(7, '0')}`,
  }));
  const { text, tooWide } = layoutLines(layout, named, { payer, today });
  if (tooWide)
    return refuseEach(
      'LAYOUT_DOES_NOT_FIT',
      named.filter((payment) => payment === tooWide).map(({ subject }) => subject),
    );
  const fileId = randomUUID();
  await db
    .insertInto('payment_files')
    .values({
      file_id: fileId,
      layout: layout.name,
      currency: layout.currency,
      payer: payer.clabe,
      content: text,
      made_by: actor.operatorId,
      made_at: at,
    })
    .execute();
  await db
    .insertInto('filed_payments')
    .values(
      named.map(({ rfc: _, clientId: __, label: ___, sentBy: ____, ...payment }) => ({
        ...payment,
        file_id: fileId,
        state: 'filed' as const,
      })),
    )
    .execute();
  const amount = decimalOf(
    sum(
      layout.currency,
      named.map((payment) => moneyOf(payment.amount, layout.currency)),
    ),
  );
  const details = { layout: layout.name, currency: layout.currency, amount, payments: named.length };
  await writeAudit(work, { action: 'payment-file.make', subject: `payment-file:${fileId}`, details });
  return fileOf(work, fileId);
}

async function fileOf(work: OperatorWork, fileId: string): Promise<Outcome<{ file: PaymentFile }>> {
  const file = await paymentFile(work, fileId);
  return file ? done({ file }) : refuse('NOT_FOUND');
}

function lockDue(work: OperatorWork, payment: ChosenPayment, currency: FinancedCurrency): Promise<Outcome<Due>> {
  if (payment.kind === 'deposit') return lockDeposit(work, payment.subject, currency);
  return payment.kind === 'payout' ? lockPayout(work, payment.subject, currency) : lockReturn(work, payment, currency);
}

const accountRow = z.object({ clabe: z.string(), beneficiary: z.string(), rfc: z.string() });

async function lockDeposit(wide: OperatorWork, saleId: string, currency: FinancedCurrency): Promise<Outcome<Due>> {
  const [sale] = await salesById(wide, [saleId], 'update');
  if (!sale) return refuse('NOT_FOUND');
  const orders = await ordersOfSale(wide, saleId);
  const isDue = sale.state === 'answered' || (await isDepositLost(wide, saleId));
  if (!isDue || sale.currency !== currency || orders.some(({ state }) => isTransferOpen(state)))
    return refuseEach('PAYMENT_NOT_DUE', [saleId]);
  const work = narrowTo(wide, sale.clientId);
  const held = await accountProblem(work, sale);
  if (held) return refuseEach(held, [saleId]);
  const [account] = await rowsOf(wide.db, accountRow)`
    select clabe, entity_name as beneficiary, rfc
    from bank_accounts join clients using (client_id)
    where client_id = ${sale.clientId} and product = ${sale.product} and currency = ${currency}`;
  if (!account) return refuseEach('BANK_ACCOUNT_MISSING', [saleId]);
  const items = sale.items.filter(({ state }) => state === 'authorised' || state === 'disbursed');
  // An invoice that was bought is paid for, whatever has become of it since.
  const problem = sale.state === 'answered' ? await lockPayable(work, items) : null;
  if (problem) return problem;
  const amount = sum(
    currency,
    items.map(({ price }) => moneyOf(decimalOf(price.deposit), currency)),
  );
  const concept = `Anticipo venta ${sale.numberOfSale}`;
  return done({
    kind: 'deposit',
    subject: saleId,
    clientId: sale.clientId,
    label: String(sale.numberOfSale),
    amount: decimalOf(amount),
    currency,
    concept,
    documents: [],
    ...toAccount(account),
  });
}

const toAccount = ({ clabe, beneficiary, rfc }: z.output<typeof accountRow>) => ({ clabe, beneficiary, rfc });

const dueRow = z.object({ amount: z.string(), documents: z.array(z.string()) });

async function lockPayout(wide: OperatorWork, clientId: string, currency: FinancedCurrency): Promise<Outcome<Due>> {
  const tenant = await clientById(wide, clientId);
  if (tenant === undefined) return refuse('NOT_FOUND');
  await wide.db.selectFrom('clients').select('rfc').where('client_id', '=', tenant).forNoKeyUpdate().execute();
  const [due] = await rowsOf(wide.db, dueRow)`
    select sum(final_deposit)::numeric(18, 2) as amount, array_agg(document_id) as documents from invoices
    where client_id = ${tenant} and currency = ${currency} and final_deposit > 0 and payout_id is null
      and document_id <> all(${await orderedDocuments(narrowTo(wide, tenant))}::uuid[])
    having count(*) > 0`;
  if (!due) return refuseEach('PAYMENT_NOT_DUE', [clientId]);
  const [account] = await rowsOf(wide.db, accountRow)`
    select min(clabe) as clabe, min(entity_name) as beneficiary, min(rfc) as rfc
    from bank_accounts join clients using (client_id)
    where client_id = ${tenant} and currency = ${currency} having min(clabe) = max(clabe)`;
  if (!account) return refuseEach('BANK_ACCOUNT_MISSING', [clientId]);
  const held = await anyAccountProblem(narrowTo(wide, tenant), currency);
  if (held) return refuseEach(held, [clientId]);
  const about = { kind: 'payout', subject: clientId, clientId: tenant, label: '', concept: 'Devolucion' } as const;
  return done({ ...about, ...due, currency, ...toAccount(account) });
}

async function lockReturn(
  work: OperatorWork,
  { subject, clabe, beneficiary }: Extract<ChosenPayment, { kind: 'return' }>,
  currency: FinancedCurrency,
): Promise<Outcome<Due>> {
  if (!isClabe(clabe)) return refuseEach('CLABE_INVALID', [subject]);
  const payment = await lockUnidentified(work, subject);
  if (!payment) return refuse('NOT_FOUND');
  if (payment.state !== 'sent-back' || payment.currency !== currency) return refuseEach('PAYMENT_NOT_DUE', [subject]);
  if (await isReturnOrdered(work, subject)) return refuseEach('PAYMENT_NOT_DUE', [subject]);
  const { returned: amount, trackingKey, bank: sentBy } = payment;
  return done({
    kind: 'return',
    subject,
    clientId: null,
    label: trackingKey,
    sentBy,
    amount,
    currency,
    concept: `Regreso ${trackingKey.slice(-10)}`,
    documents: [],
    clabe,
    beneficiary,
    rfc: '',
  });
}

/** Takes payments out of a file; those that have left it already are refused. */
export async function withdraw(
  work: OperatorWork,
  fileId: string,
  { references, reason }: BodyOf<typeof withdrawFiledPayments>,
): Promise<Outcome<{ file: PaymentFile }>> {
  const { db, actor, at } = work;
  const wanted = [...new Set(references)];
  const { numUpdatedRows } = await db
    .updateTable('filed_payments')
    .set({ state: 'withdrawn', reason, ended_by: actor.operatorId, ended_at: at })
    .where('file_id', '=', fileId)
    .where('reference', '=', sql<number>`any(${wanted}::integer[])`)
    .where('state', '=', 'filed')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== BigInt(wanted.length)) return refuse('PAYMENT_NOT_FILED');
  await writeAudit(work, {
    action: 'payment-file.withdraw',
    subject: `payment-file:${fileId}`,
    details: { payments: wanted.length, references: wanted.join(', '), reason },
  });
  return fileOf(work, fileId);
}

/** The bytes for the bank; who took them is in the log. */
export async function download(
  work: OperatorWork,
  fileId: string,
): Promise<Outcome<{ base64: string; fileName: string }>> {
  const file = await work.db
    .selectFrom('payment_files')
    .select(['file_number', 'content'])
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  if (!file) return refuse('NOT_FOUND');
  await writeAudit(work, { action: 'payment-file.download', subject: `payment-file:${fileId}` });
  const fileName = `pagos-${String(file.file_number).padStart(5, '0')}.txt`;
  return done({ base64: Buffer.from(file.content, 'latin1').toString('base64'), fileName });
}

/** Saves a layout. Refuses columns that cannot be read, and names their line. */
export async function saveLayout(
  work: OperatorWork,
  { layoutId = randomUUID(), ...layout }: BodyOf<typeof savePaymentLayout>,
): Promise<Outcome<ResponseOf<typeof savePaymentLayout>>> {
  const problem = invalid(layout);
  if (problem) return problem;
  const before = await layoutRows(work).where('layout_id', '=', layoutId).executeTakeFirst();
  await work.db
    .insertInto('payment_layouts')
    .values({ layout_id: layoutId, ...layout })
    .onConflict((conflict) => conflict.column('layout_id').doUpdateSet(layout))
    .execute();
  const details = { before: before ? valuesOfLayout(before) : null, after: valuesOfLayout(layout) };
  await writeAudit(work, { action: 'payment-layout.save', subject: `payment-layout:${layoutId}`, details });
  return done({ layout: { layoutId, ...layout } });
}

function invalid(layout: Pick<Layout, 'separator' | 'columns'>): Refused | null {
  const problem = layoutProblem(layout);
  return (
    problem && refuse('LAYOUT_INVALID', [{ path: 'columns', code: 'LAYOUT_INVALID', expected: String(problem.line) }])
  );
}

const valuesOfLayout = ({ name, currency, columns }: Pick<Layout, 'name' | 'currency' | 'columns'>) => ({
  name,
  currency,
  columns,
});
