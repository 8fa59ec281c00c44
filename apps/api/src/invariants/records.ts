import { invoiceStatus, transitions } from '@anticipa/domain/invoice';
import type { Invariant } from './check.ts';

/** Legal steps of an invoice's history as rows (transition, from, to); a release returns to any previous status. */
const LEGAL_STEPS = Object.entries(transitions)
  .flatMap(([name, { from, to }]) => {
    const targets =
      to === 'as before the sale'
        ? [invoiceStatus.RECHAZADA, invoiceStatus.REGISTRADO, invoiceStatus.AUTORIZADA]
        : [invoiceStatus[to]];
    return from.flatMap((status) => targets.map((target) => `('${name}', ${invoiceStatus[status]}, ${target})`));
  })
  .join(', ');

/** Whether a change that needs a second person is the answer to a sale. */
const isAnswerTo = `kind = 'answer'
  and change -> 'about' = jsonb_build_object('clientId', sales.client_id, 'saleId', sales.sale_id)`;

/** I4 to I9, I14 and I18 for stored answers, histories, side effects, references and files. */
export const recordInvariants: readonly Invariant[] = [
  {
    id: 'I4',
    statement: 'every idempotency key has its answer, and every sale in an answer exists',
    sql: `
      select format('key %s of %s', key, owner) as found
      from idempotency where status is null or response is null or length(body_hash) <> 32
      union all
      select format('key %s of client %s: sale %s', key, client_id, answered->>'numberOfSale')
      from idempotency, jsonb_array_elements(convert_from(response, 'UTF8')::jsonb->'data') answered
      where route like 'POST /api/factoringDocument/setAsPreSell%' and status = 200 and not exists (
        select from sales join sale_items item using (client_id, sale_id)
        where sales.client_id = idempotency.client_id
          and number_of_sale = (answered->>'numberOfSale')::integer and document_id = (answered->>'documentId')::uuid
      )`,
  },
  {
    id: 'I18',
    statement: 'no invoice is sold together with one that it substitutes, while neither is cancelled',
    acrossClients: true,
    sql: `
      select format('invoice %s of client %s substitutes %s of client %s', newer.uuid, newer.client_id, older.uuid, older.client_id) as found
      from cfdi_relations stated
      join invoices newer on newer.client_id = stated.client_id and newer.uuid = stated.uuid
      join invoices older on older.uuid = stated.related_uuid and older.issuer_rfc = newer.issuer_rfc
      where stated.kind = '04' and stated.type = 'I' and newer.uuid <> older.uuid
        and newer.status in (25, 30, 40) and older.status in (25, 30, 40)`,
  },
  {
    id: 'I5',
    statement: 'the history of every invoice is a legal path from its entry to its current status',
    sql: `
      with steps as (
        select *,
          lag(to_status) over by_invoice as before,
          row_number() over by_invoice as place,
          lead(event_id) over by_invoice is null as is_last
        from invoice_events window by_invoice as (partition by client_id, document_id order by event_id)
      )
      select format('invoice %s, event %s: %s from %s to %s', document_id, event_id, transition, from_status, to_status) as found
      from steps
      where from_status is distinct from before
        or (place = 1) <> (from_status is null)
        or (to_status = 0 and motive is null)
        or (actor_kind in ('user', 'key', 'operator') and actor_id is null)
        or not (
          from_status is null or (from_status = to_status and transition like 'flag%')
          or (transition, from_status, to_status) in (values ${LEGAL_STEPS})
        )
      union all
      select format('invoice %s is %s, its history ends with %s', document_id, status, to_status)
      from invoices left join (select * from steps where is_last) ended using (client_id, document_id)
      where to_status is distinct from status`,
  },
  {
    id: 'I6',
    statement: 'an answer waits exactly for the proposed sales, and a second person confirmed as recorded',
    sql: `
      select format('sale %s: an answer waits, or is missing', sale_id) as found
      from sales
      where state <> 'cancelled' and (state = 'proposed') <> exists (
        select from approvals where ${isAnswerTo} and approvals.state = 'open'
      )
      union all
      select format('sale %s: not confirmed as recorded', sale_id) from sales
      where confirmed_by is not null and not exists (
        select from approvals where ${isAnswerTo} and approvals.state = 'approved'
          and decided_by = confirmed_by and proposed_by = answered_by
      )`,
  },
  {
    id: 'I14',
    statement: 'what an answer has authorised is the sum of its invoices',
    sql: `
      select format('sale %s of client %s: %s', sale_id, client_id, authorised_total) as found
      from sales where state in ('answered', 'disbursed') and authorised_total <> (
        select coalesce(sum(total), 0) from sale_items item
        where item.client_id = sales.client_id and item.sale_id = sales.sale_id and item.state in ('authorised', 'disbursed'))`,
  },
  {
    id: 'I6',
    statement: 'every step of a sale was recorded once, and every requested summary is in the outbox',
    sql: `
      with due as (
        select client_id, sale_id, unnest(array_remove(array[
          case when load_id is null then 'sale.hold' else 'sale.load' end,
          case when requested_at is not null then 'sale.request' end,
          case when answered_at is not null then case when confirmed_by is null then 'sale.answer' else 'sale.confirm' end end,
          case when disbursed_at is not null and load_id is null then 'sale.disburse' end,
          case when state = 'cancelled' and answered_at is null then case when load_id is null then 'sale.cancel' else 'sale.unload' end end,
          case when state = 'expired' then 'sale.expire' end
        ], null)) as action from sales
      ), recorded as (
        select client_id, substr(subject, 6)::uuid as sale_id, action, count(*) as times
        from audit where subject like 'sale:%' and action in (
          'sale.hold', 'sale.request', 'sale.answer', 'sale.confirm', 'sale.disburse', 'sale.cancel', 'sale.expire', 'sale.load', 'sale.unload'
        )
        group by client_id, subject, action
      )
      select format('sale %s: %s recorded %s time(s)', sale_id, action, coalesce(times, 0)) as found
      from due full join recorded using (client_id, sale_id, action)
      where times is distinct from 1 or due.action is null
      union all
      select format('%s: no summary in the outbox', subject) from audit
      where action = 'sale.summary' and recorded_at > (select max(recorded_at) - interval '23 months' from audit) and not exists (
        select from outbox where outbox.client_id = audit.client_id and kind = 'sale-summary'
          and payload->'saleIds' ? substr(subject, 6)
      )`,
  },
  {
    id: 'I7',
    statement:
      'a payment reference covers as many invoices as it states, in its currency, all in credit or all settled, for at least what was owed; it is paid when all of them are settled, or their balances due are paid, and a cancelled or ended one covers none in credit',
    sql: `
      select format('reference %s: %s', reference, state) as found
      from payment_references reference left join invoices invoice on invoice.client_id = reference.client_id
        and reference.reference_id = case when of_balance then invoice.balance_reference_id else invoice.reference_id end
      left join lateral (
        select sum(debit - credit) as amount
        from ledger_lines line join ledger_entries entry using (client_id, entry_number)
        where line.client_id = invoice.client_id and line.document_id = invoice.document_id
          and account in ('CARTERA', 'RECOMPRA') and recorded_at <= reference.created_at
      ) owed on true
      group by reference.client_id, reference.reference_id
      having (state in ('live', 'paid') and count(invoice.document_id) <> reference.count)
        or (state in ('cancelled', 'expired') and bool_or(invoice.status = 30))
        or bool_or(invoice.currency <> reference.currency)
        or bool_or(invoice.status not in (30, 40))
        or (not of_balance and sum(owed.amount) > reference.amount)
        or (of_balance and bool_or(invoice.status = 30))
        or (state in ('live', 'paid') and (state = 'paid') <> bool_and(invoice.status = 40 and not (of_balance
          and invoice.total + invoice.late_charges + late_charges_iva + iva - rebate - iva_rebate - aforo > paid_amount)))`,
  },
  {
    id: 'I8',
    statement:
      'every proven invoice that is not rejected holds the only claim to its fiscal identity, and no rejected one any',
    sql: `
      select format('invoice %s: status %s', document_id, status) as found
      from invoices left join invoice_claims claim using (client_id, document_id)
      where (status = 0 and claim.uuid is not null)
        or (status <> 0 and claim.is_proven is not true and (is_stamp_verified or verification = 'verified'))
        or (claim.uuid is not null and (claim.uuid, claim.seal_hash) is distinct from (invoices.uuid, invoices.seal_hash))
        or invoices.uuid <> upper(invoices.uuid)
        or length(invoices.seal_hash) <> 32`,
  },
  {
    id: 'I8',
    statement: 'every invoice was issued by its client',
    sql: `
      select format('invoice %s of %s, issued by %s', document_id, rfc, issuer_rfc) as found
      from invoices join clients using (client_id) where issuer_rfc <> rfc`,
  },
  {
    id: 'I9',
    statement: 'every invoice has its file and every file its hash; a refused file has its motive',
    sql: `
      select format('file %s', file_id) as found
      from files left join invoices using (client_id, file_id)
      where length(sha256) <> 32 or (document_id is not null and files.motive is not null)
      union all
      select format('invoice %s without its file', document_id)
      from invoices left join files using (client_id, file_id) where files.file_id is null`,
  },
  {
    id: 'I14',
    statement: 'every reference to a user or a record stays within the client',
    sql: `
      select format('invoice %s, created by %s', document_id, created_by) as found
      from invoices left join users on users.client_id = invoices.client_id and users.user_id = created_by
      where users.user_id is null
      union all
      select format('acceptance of sale %s by %s', sale_id, user_id)
      from acceptances left join users using (client_id, user_id) where users.user_id is null
      union all
      select format('outbox %s', outbox_id) from outbox, lateral (
        select jsonb_array_elements_text(payload->'saleIds') union all select payload->>'saleId' where payload ? 'saleId'
      ) as sale_id (value)
      where kind in ('sale-summary', 'sale-deposit', 'sale-deposit-returned') and not exists (
        select from sales where sales.client_id = outbox.client_id and sales.sale_id = sale_id.value::uuid
      )
      union all
      select format('key %s of client %s', key, client_id)
      from idempotency left join users using (client_id, user_id)
      where idempotency.client_id is not null and users.user_id is null`,
  },
  {
    id: 'I14',
    statement: 'every requested sale has an acceptance of its terms',
    sql: `
      select format('sale %s', sale_id) as found
      from sales left join acceptances accepted using (client_id, sale_id)
      where (requested_at is not null) <> (accepted.sale_id is not null)
        or (accepted.sale_id is not null and
          (accepted.terms_version, accepted.terms_hash) is distinct from (sales.terms_version, sales.terms_hash))
        or encode(sha256(convert_to(contract_text, 'UTF8')), 'hex') <> sales.terms_hash`,
  },
];
