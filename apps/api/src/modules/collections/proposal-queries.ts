/** Money that waits to be identified, with what it probably pays. */
import type { UnidentifiedPayment } from '@anticipa/contract/collections';
import { listWaitingReceipts, type WaitingReceipt } from '@anticipa/contract/receipts';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { proposalFor } from '@anticipa/domain/receipt-proposal';
import { sql } from 'kysely';
import { z } from 'zod';
import { flag, rowsOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { owed, owingClients } from '../ledger/queries.ts';
import { folioIn } from '../log/queries.ts';
import { INSTANT, netOf, unidentifiedPayments } from './unidentified-queries.ts';

/** Letters and digits that a folio in a payment's text must have; a shorter one could be any number. */
const SHORTEST_FOLIO = 3;

const { proposal, refusals, bankLine } = listWaitingReceipts.response.shape.data.element.shape;
const refusedRow = refusals.element.extend({ paymentId: z.string(), documentIds: z.array(z.string()) });
const bankLineRow = bankLine.unwrap().extend({ paymentId: z.string() });
const candidateRow = proposal
  .unwrap()
  .shape.invoices.element.extend({ paymentId: z.string(), isNamed: flag, isPayers: flag });

/** Receipts per query: each is compared with every invoice that owes something. */
const BATCH = 500;

/** All money that waits, oldest first, each with its proposal. */
export async function waitingReceipts(work: WideWork): Promise<WaitingReceipt[]> {
  const receipts: WaitingReceipt[] = [];
  const waiting = await unidentifiedPayments(work, 'waiting');
  for (let from = 0; from < waiting.length; from += BATCH)
    receipts.push(...(await withProposals(work, waiting.slice(from, from + BATCH))));
  return receipts;
}

async function withProposals(work: WideWork, payments: readonly UnidentifiedPayment[]): Promise<WaitingReceipt[]> {
  const ids = payments.map(({ paymentId }) => paymentId);
  const candidates = Map.groupBy(await candidatesOf(work, ids), ({ paymentId }) => paymentId);
  const refused = Map.groupBy(await refusedOf(work, ids), ({ paymentId }) => paymentId);
  const bankLines = new Map((await bankLinesOf(work, ids)).map(({ paymentId, ...line }) => [paymentId, line]));
  return payments.map((waiting): WaitingReceipt => {
    const { paymentId, currency } = waiting;
    const earlier = refused.get(paymentId) ?? [];
    const payment = {
      ...waiting,
      refusals: earlier.map(({ paymentId: _, documentIds: __, ...shown }) => shown),
      bankLine: bankLines.get(paymentId) ?? null,
    };
    const own = candidates.get(paymentId) ?? [];
    if (payment.waitsFor !== null) return { ...payment, proposal: null };
    const found = proposalFor(
      {
        left: moneyOf<FinancedCurrency>(payment.left, currency),
        toReturn: payment.reason === 'double' || payment.reason === 'paid' ? payment.reason : null,
      },
      own.map((one) => ({ ...one, owed: moneyOf<FinancedCurrency>(one.owed, currency) })),
      earlier.map(({ documentIds }) => documentIds),
    );
    if (found === null) return { ...payment, proposal: null };
    const { use, why, documentIds } = found;
    const invoices = own
      .filter(({ documentId }) => documentIds.includes(documentId))
      .map(({ paymentId: _, isNamed: __, isPayers: ___, ...invoice }) => invoice);
    return { ...payment, proposal: { use, why: [...why], invoices } };
  });
}

const refusedOf = ({ db }: WideWork, paymentIds: readonly string[]) => rowsOf(db, refusedRow)`
  select payment_id as "paymentId", document_ids as "documentIds", refused.reason, trim(first_name || ' ' || last_name) as by,
    to_char(refused_at at time zone 'UTC', ${INSTANT}) as at,
    array(
      select ${folioIn('invoice')} from invoices invoice where document_id = any(document_ids) order by due_date, document_id
    ) as folios
  from refused_proposals refused join operators on operator_id = refused_by
  where payment_id = any(${paymentIds}::uuid[])
  order by refused_at, document_ids`;

/** The movements of the bank's files that receipts are. */
const bankLinesOf = ({ db }: WideWork, paymentIds: readonly string[]) => rowsOf(db, bankLineRow)`
  select payment_id as "paymentId", account.name as account, concat_ws(' · ', nullif(line.text, ''), nullif(line.reference, '')) as text
  from unidentified_payments payment
  join bank_lines line on line.book_key = payment.tracking_key and line.amount > 0
  join statement_accounts account using (account_id)
  where payment_id = any(${paymentIds}::uuid[])`;

/**
 * Invoices in credit that receipts name, of exactly what is left of them, or of their payers: a payer is known by its CLABE, or by its
 * account, from which it has paid before.
 */
const candidatesOf = ({ db }: WideWork, paymentIds: readonly string[]) => rowsOf(db, candidateRow)`
  with waiting as materialized (
    select payment_id, payment.currency, named_ids,
      regexp_split_to_array(replace(upper(concat_ws(' ', payment.reference, line.reference, line.text)), '-', ''), '[^A-Z0-9]+') as words,
      payment.amount - ${netOf('identification')} as unused, clabe, sender_account
    from unidentified_payments payment
    left join received_transfers transfer on transfer.tracking_key = payment.tracking_key and transfer.state = 'unidentified'
    left join bank_lines line on line.book_key = payment.tracking_key and line.amount > 0
    where payment_id = any(${paymentIds}::uuid[])
  ), payers as materialized (
    select payment_id, company_id, case when company_id is null then client_id end as client_id
    from waiting join cost_centres using (clabe)
    union
    select payment_id, invoice.company_id, null
    from waiting
    join received_transfers earlier on earlier.sender_account = waiting.sender_account and earlier.state = 'booked'
    join collections paid on paid.tracking_key = earlier.tracking_key and paid.reversed_at is null and paid.payer = 'debtor'
    join collection_items item on item.client_id = paid.client_id and item.collection_id = paid.collection_id
    join invoices invoice on invoice.client_id = item.client_id and invoice.document_id = item.document_id
  ), owing as materialized (
    select client_id, document_id, company_id, currency, due_date, receiver_name, ${owed}::numeric(18, 2) as owed,
      regexp_replace(upper(concat(serie, folio)), '[^A-Z0-9]', '', 'g') as folio
    from invoices
    where not is_settled and status = ${sql.lit(invoiceStatus.CREDITO)} and cardinality(${paymentIds}::uuid[]) > 0
      and client_id in ${owingClients}
  ), matched as (
    select payment_id, owing.*, unused = owed as is_exact,
      document_id = any(coalesce(named_ids, '{}'))
        or (length(folio) >= ${SHORTEST_FOLIO} and folio ~ '[0-9]' and folio = any(words)) as is_named,
      exists (
        select from payers where payers.payment_id = waiting.payment_id
          and (payers.company_id = owing.company_id or payers.client_id = owing.client_id)
      ) as is_payers
    from waiting join owing using (currency)
  )
  select payment_id as "paymentId", document_id as "documentId", invoice.client_id as "clientId", entity_name as "entityName",
    ${folioIn('invoice')} as folio,
    matched.receiver_name as "receiverName", owed, matched.due_date as "dueDate", is_named as "isNamed", is_payers as "isPayers"
  from matched
  join invoices invoice using (client_id, document_id)
  join clients on clients.client_id = matched.client_id
  where is_exact or is_named or is_payers
  order by matched.due_date, document_id`;
