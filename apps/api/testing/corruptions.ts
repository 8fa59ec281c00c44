/** Corruptions of the database, each with the invariant that finds it and the statement that plants it. */

const one = (table: string, where = 'true') => `ctid = (select ctid from ${table} where ${where} limit 1)`;

/** A transfer of devoluciones without one. */
const payout = `insert into payouts (client_id, payout_id, tracking_key, currency, amount, paid_on, confirmed_by, confirmed_at)
  select client_id, gen_random_uuid(), 'P', 'MXN', 1, '2026-03-10', operator_id, now() from clients, operators limit 1`;
/** A received transfer by its key, amount and state. */
const received = (values: string): string =>
  `insert into received_transfers (transfer_id, operation_day, value_date, bank_id, clabe, sender_bank, sender_name, concept, found_at,
     tracking_key, amount, state) select gen_random_uuid(), '2026-03-10', '2026-03-10', '1', '', '', '', '', now(), ${values}`;

export const corruptions: readonly (readonly [id: string, name: string, sql: string])[] = [
  [
    'I1',
    'an invoice set free by hand',
    `update invoices set status = 20, sale_id = null where ${one('invoices', 'status = 25')}`,
  ],
  [
    'I1',
    'an item released by hand',
    `update sale_items set state = 'released' where ${one('sale_items', `state = 'held'`)}`,
  ],
  [
    'I1',
    'a sale marked as paid',
    `update sales set state = 'disbursed', disbursed_at = now() where ${one('sales', `state = 'requested'`)}`,
  ],
  ['I1', 'a hold let go', `update credit_holds set state = 'released' where ${one('credit_holds', `state = 'held'`)}`],
  [
    'I1',
    'a hold that was not repaid',
    `update credit_holds set state = 'posted' where state = 'repaid'; update credit_lines set used = used + 104400`,
  ],
  ['I2', 'credit given back twice', `update credit_lines set held = held - 104400 where held > 104400`],
  ['I2', 'used credit forgotten', `update credit_lines set used = used - 0.01 where used > 0`],
  [
    'I2',
    'a hold of another amount',
    `update credit_holds set amount = amount - 1; update credit_lines set held = (select sum(amount) from credit_holds where state = 'held'), used = (select sum(amount) from credit_holds where state = 'posted')`,
  ],
  ['I2', 'a receiver that owes less', `update receiver_exposures set held = held - 0.01 where held > 0`],
  ['I2', 'a receiver that pays sooner', `update receiver_payments set weighted_days = weighted_days - 1`],
  ['I2', 'a receiver that owes less to a client', `update pair_exposures set held = held - 0.01 where held > 0`],
  [
    'I2',
    'an alias that kept its invoices',
    `update companies set rfc = 'XEXX010101000'; insert into companies select gen_random_uuid(), rfc, name, '1', 'k', 20, created_at from companies;
   update companies set alias_of = (select company_id from companies where receiver_key = 'k') where receiver_key <> 'k'`,
  ],
  ['I15', 'a received transfer that counts nowhere', received(`'K', 1, 'booked'`)],
  [
    'I15',
    'a received transfer that counts with another amount',
    `${received(`tracking_key, amount + 1, 'unidentified'`)} from unidentified_payments`,
  ],
  ['I3', 'a line above its limit', `update credit_lines set limite_credito = 1`],
  [
    'I4',
    'an answer lost',
    `alter table idempotency alter response drop not null; update idempotency set response = null`,
  ],
  [
    'I4',
    'an acknowledged sale that does not exist',
    `update idempotency set response = convert_to(replace(convert_from(response, 'UTF8'), '"numberOfSale":1', '"numberOfSale":9'), 'UTF8')`,
  ],
  [
    'I5',
    'a step that does not exist',
    `insert into invoice_events (client_id, document_id, transition, from_status, to_status, actor_kind, happened_at) select client_id, document_id, 'settle', 20, 40, 'system', now() from invoices where status = 20`,
  ],
  [
    'I5',
    'a history with a hole',
    `delete from invoice_events where transition = 'hold' and ${one('invoice_events', `transition = 'hold'`)}`,
  ],
  ['I5', 'a step without an actor', `update invoice_events set actor_id = null where ${one('invoice_events')}`],
  ['I6', 'a step without its record', `delete from audit where ${one('audit', `action = 'sale.disburse'`)}`],
  [
    'I6',
    'a step recorded twice',
    `insert into audit (client_id, actor_kind, action, subject, recorded_at) select client_id, actor_kind, action, subject, recorded_at from audit where action = 'sale.request'`,
  ],
  ['I6', 'a payment without its record', `delete from audit where action = 'collection.register'`],
  ['I6', 'a mail that was never queued', `delete from outbox`],
  ['I7', 'a reference with the wrong count', `update payment_references set count = count + 1`],
  ['I7', 'a reference in the wrong currency', `update payment_references set currency = 'USD'`],
  ['I7', 'a reference for less than it covers', `update payment_references set amount = amount - 0.01`],
  ['I7', 'a paid reference of which nothing was paid', `update payment_references set state = 'paid'`],
  ['I17', 'a settled invoice that is not counted', `update settled_totals set count = count - 1`],
  ['I17', 'a total of settled invoices without one', `update settled_totals set currency = 'EUR'`],
  ['I17', 'another amount of settled invoices', `update settled_totals set total = total + 0.01`],
  [
    'I18',
    'an invoice sold together with one that it substitutes',
    `insert into cfdi_relations select newer.client_id, newer.uuid, '04', older.uuid, 'I', newer.issuer_rfc
   from invoices newer join invoices older using (client_id) where newer.uuid < older.uuid and newer.status >= 25 and older.status >= 25`,
  ],
  ['I8', 'an invoice without its claim', `delete from invoice_claims where ${one('invoice_claims')}`],
  ['I8', 'a forged seal', `update invoices set seal_hash = sha256('x') where ${one('invoices')}`],
  ['I8', 'an invoice of another issuer', `update invoices set issuer_rfc = 'AAA010101AAA' where ${one('invoices')}`],
  ['I9', 'a file with a cut hash', `update files set sha256 = substr(sha256, 1, 31)`],
  ['I9', 'a refused file with an invoice', `update files set motive = 'SEAL_BROKEN' where ${one('files')}`],
  ['I10', 'no administrator left', `update users set is_admin = false`],
  ['I11', 'a bearer of an ended session', `update sessions set ended_at = now()`],
  ['I11', 'a session of a user without access', `update users set is_admin = false, active = false`],
  [
    'I11',
    'a request that outlived a new password',
    `insert into recovery_requests (client_id, request_id, user_id, purpose, requested_at) select client_id, gen_random_uuid(), user_id, 'recovery', now() - interval '1 hour' from users; insert into audit (client_id, actor_kind, action, subject, recorded_at) select client_id, 'system', 'password.changed', 'user:' || user_id, now() from recovery_requests`,
  ],
  [
    'I12',
    'a cent taken from an invoice',
    `update invoices set comision = comision - 0.01, initial_deposit = initial_deposit + 0.01 where status = 30`,
  ],
  [
    'I12',
    'a price that is not the price',
    `update sale_items set comision = comision + 1, initial_deposit = initial_deposit - 1`,
  ],
  ['I12', 'an IVA that is not the rate', `update sale_items set iva = iva + 0.01`],
  [
    'I12',
    'late charges that were not owed',
    `update invoices set recargos = 1, final_deposit = final_deposit - 1 where status = 40`,
  ],
  [
    'I12',
    'a rebate that was not granted',
    `update invoices set rebate = 1, iva_rebate = 0.16, final_deposit = final_deposit + 1.16 where status = 40`,
  ],
  ['I12', 'an interest invoice for more than its lines', `update interest_invoices set iva = iva + 0.01`],
  [
    'I12',
    'more interest than was booked',
    `update interest_invoice_lines set sub_total = sub_total + 4000; update interest_invoices set sub_total = sub_total + 8000`,
  ],
  ['I13', 'an edited amount of the journal', `update ledger_lines set debit = debit + 1 where debit > 0`],
  ['I13', 'an edited day of the journal', `update ledger_entries set booked_on = booked_on + 1 where entry_number = 1`],
  ['I13', '[OPE-08] an altered row of the log', `update audit set details = '{"x": 1}' where ${one('audit')}`],
  [
    'I13',
    '[OPE-08] a row of the log with another author',
    `update audit set actor_id = null where ${one('audit', 'actor_id is not null')}`,
  ],
  ['I13', '[OPE-08] a removed row of the log', `delete from audit where ${one('audit', `action = 'session.started'`)}`],
  [
    'I13',
    '[OPE-08] a row removed with its link',
    `with gone as (delete from audit where ${one('audit', `action = 'file.upload' or action = 'sale.hold'`)} returning audit_id) delete from audit_links using gone where audit_links.audit_id = gone.audit_id`,
  ],
  ['I13', '[OPE-08] a row without a link', `delete from audit_links where ${one('audit_links')}`],
  ['I14', 'an invoice of a stranger', `update invoices set created_by = '$outsider' where ${one('invoices')}`],
  ['I14', 'a sale without acceptance', `delete from acceptances`],
  ['I14', 'an edited contract', `update sales set contract_text = contract_text || ' '`],
  [
    'I15',
    'a deposit that was booked for another sale',
    `update ledger_entries set sale_id = (select sale_id from sales where state = 'requested' limit 1) where ${one('ledger_entries', `event = 'disbursement'`)}`,
  ],
  ['I15', 'a payment of which a cent was for nothing', `update collections set amount = amount + 0.01`],
  [
    'I15',
    'a share of a payment that is not its invoice’s',
    `update collection_items set paid_amount = paid_amount - 0.01`,
  ],
  [
    'I15',
    'a day of interest that was not earned',
    `update ledger_lines set credit = credit + 0.01 where account = 'INGRESO_INTERES' and ${one('ledger_lines', `account = 'INGRESO_INTERES'`)}`,
  ],
  [
    'I15',
    'IVA of an invoice that was not issued',
    `update interest_invoices set state = 'pending', uuid = null, sha256 = null`,
  ],
  [
    'I15',
    'an entry booked in a closed month',
    `update ledger_entries set booked_on = booked_on + 40 where event = 'accrual'`,
  ],
  ['I15', 'a paid invoice back in credit', `update invoices set status = 30 where status = 40`],
  [
    'I15',
    'a release that gave back another sum',
    `update ledger_lines set credit = credit - 0.01 where account = 'IVA_POR_FACTURAR' and credit > 0`,
  ],
  [
    'I15',
    'a portfolio that is not what is unpaid',
    `update ledger_lines set account = 'CLIENTE' where account = 'CARTERA' and credit > 0`,
  ],
  ['I15', 'a transfer of devoluciones that returns nothing', payout],
  ['I6', 'an answer that waits without a proposal', `update sales set proposed_at = now() where state = 'requested'`],
  [
    'I2',
    'an exposure that the journal does not have',
    `update credit_holds set face = face - 1 where state = 'posted'`,
  ],
  ['I13', 'an edited amount of the lender’s journal', `update lender_entries set amount = amount + 1`],
  ['I15', 'unidentified money that was not booked', `delete from lender_entries`],
  ['I15', 'money identified without a payment', `update unidentified_payments set state = 'identified'`],
  [
    'I15',
    'a payment from the bank booked as identified money',
    `update ledger_lines set account = 'ENTRE_DIARIOS' where account = 'BANCOS' and debit > 0`,
  ],
  [
    'I6',
    'a tracking key of two payments',
    `update unidentified_payments set tracking_key = (select tracking_key from collections limit 1)`,
  ],
];
