/** Corruptions of the database: for each invariant, by its statement, what breaks it and the query that plants it. */

const one = (table: string, where = 'true') => `ctid = (select ctid from ${table} where ${where} limit 1)`;

/** A transfer of devoluciones without one. */
const payout = `insert into payouts (client_id, payout_id, tracking_key, currency, amount, paid_on, confirmed_by, confirmed_at)
  select client_id, gen_random_uuid(), 'P', 'MXN', 1, '2026-03-10', operator_id, now() from clients, operators limit 1`;
/** A received transfer by its key, amount and state. */
const received = (values: string): string =>
  `insert into received_transfers (transfer_id, operation_day, value_date, bank_id, clabe, sender_bank, sender_name, concept, found_at,
     tracking_key, amount, state) select gen_random_uuid(), '2026-03-10', '2026-03-10', '1', '', '', '', '', now(), ${values}`;

export const corruptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'the accounts of an invoice keep their side: what is owed, held back, to be earned or to be deposited is never below zero':
    {
      'more aforo given back than was held': `update ledger_lines set debit = debit + 100000000 where account = 'AFORO_POR_DEVOLVER' and debit > 0`,
      'more paid than was owed': `update ledger_lines set credit = credit + 100000000 where account = 'CARTERA' and credit > 0`,
    },
  'the estimates of the months and the late charges that they suspend are in the ledger': {
    'an estimate that was not booked': `insert into estimates
      select client_id, '2026-03-01', document_id, 'MXN', '2026-04-24', -24, 1, 100, 0.5, 0.5, 0.5, 0, 0, 0 from invoices where status = 30 limit 1`,
  },
  'nothing is booked in a month after its close, which has the end of each chain': {
    'an entry after the close of its month': `insert into closed_months select '2026-03-01', operator_id, now(), '[]' from operators limit 1`,
    'an entry that is not the closed one': `insert into closed_heads select '2026-02-01', client_id, entry_number, sha256('x') from ledger_entries limit 1`,
  },
  'the sums of the books are those of the lines that were recorded on their days': {
    'a sum without lines': `insert into book_sums values ('2026-01-01', '2026-01-01', 'MXN', 'CARTERA', '', false, 1, 0)`,
  },
  'the invoices carried from a month are those that its lines leave unsettled, with their interest to be earned': {
    'an invoice carried before it was bought': `insert into carried_invoices select '2020-01-31', 'MXN', client_id, document_id, 0 from invoices limit 1`,
    'another interest, and the other invoices left out': `insert into carried_invoices select '2026-12-31', 'MXN', client_id, document_id, -1 from invoices where status = 30 limit 1`,
  },
  'the chains of the books have their kept heads': {
    'a ledger that was rewritten': `insert into kept_heads select client_id, entry_number, sha256('x'), now() from ledger_entries limit 1`,
    'a ledger whose end was cut': `insert into kept_heads select client_id, 1000, hash, now() from ledger_entries limit 1`,
    'a journal of the lender whose end was cut': `insert into kept_heads values (null, 1000, sha256('x'), now())`,
  },
  'an invoice is in at most one live sale, and is in PREVENTA or later exactly while it is in one': {
    'an invoice set free by hand': `update invoices set status = 20, sale_id = null where ${one('invoices', 'status = 25')}`,
    'an item released by hand': `update sale_items set state = 'released' where ${one('sale_items', `state = 'held'`)}`,
  },
  'a sale and its invoices agree': {
    'a sale marked as paid': `update sales set state = 'disbursed', disbursed_at = now() where ${one('sales', `state = 'requested'`)}`,
    'a hold let go': `update credit_holds set state = 'released' where ${one('credit_holds', `state = 'held'`)}`,
    'a hold that was not repaid': `update credit_holds set state = 'posted' where state = 'repaid'; update credit_lines set used = used + 104400`,
  },
  'held and used credit of a line equal the sums over its live sales': {
    'credit given back twice': `update credit_lines set held = held - 104400 where held > 104400`,
    'used credit forgotten': `update credit_lines set used = used - 0.01 where used > 0`,
  },
  'what receivers owe equals the sums over live sales, by client': {
    'a receiver that owes less to a client': `update pair_exposures set held = held - 0.01 where held > 0`,
  },
  'what a receiver owes for an invoice in credit is in the journal': {
    'an exposure that the journal does not have': `update credit_holds set face = face - 1 where state = 'posted'`,
  },
  'what a receiver owes in all equals the sum over clients': {
    'a receiver that owes less': `update receiver_exposures set held = held - 0.01 where held > 0`,
  },
  'how late receivers pay equals the sums over the invoices that they paid, by month': {
    'a receiver that pays sooner': `update receiver_payments set weighted_days = weighted_days - 1`,
  },
  'what is owed under an alias counts for its main receiver': {
    'an alias that kept its invoices': `update companies set rfc = 'XEXX010101000'; insert into companies select gen_random_uuid(), rfc, name, '1', 'k', 20, created_at from companies;
   update companies set alias_of = (select company_id from companies where receiver_key = 'k') where receiver_key <> 'k'`,
  },
  'an invoice takes its advance, or what is owed if less, from a line of its product, converted where the currencies differ':
    {
      'a hold of another amount': `update credit_holds set amount = amount - 1; update credit_lines set held = (select sum(amount) from credit_holds where state = 'held'), used = (select sum(amount) from credit_holds where state = 'posted')`,
    },
  'used and held credit are between 0 and the limit': {
    'a line above its limit': `update credit_lines set credit_limit = 1`,
  },
  'advance + withheld = total and deposit + withheld + interest + commission with its IVA = total, none negative, and the invoice repeats its sale':
    {
      'a cent taken from an invoice': `update invoices set interest = interest - 0.01, initial_deposit = initial_deposit + 0.01 where status = 30`,
      'a price that is not the price': `update sale_items set interest = interest + 1, initial_deposit = initial_deposit - 1`,
      'an IVA that is not the rate': `update sale_items set iva = iva + 0.01`,
    },
  'the extensions of an invoice follow each other from the date of its sale, each with an approved change': {
    'an extension that nobody approved': `insert into extensions select client_id, document_id, 1, due_date - 1, due_date, 24, gen_random_uuid(), '2026-03-10', now() from invoices where status = 30 limit 1`,
  },
  'an interest invoice is the sum of its lines, and none bills a month twice or more than a sale has booked': {
    'an interest invoice for more than its lines': `update interest_invoices set iva = iva + 0.01`,
    'more interest than was booked': `update interest_invoice_lines set sub_total = sub_total + 4000; update interest_invoices set sub_total = sub_total + 8000`,
  },
  'the totals of settled invoices are those of the invoices': {
    'a settled invoice that is not counted': `update settled_totals set count = count - 1`,
    'a total of settled invoices without one': `update settled_totals set currency = 'EUR'`,
    'another amount of settled invoices': `update settled_totals set total = total + 0.01`,
  },
  'every amount is stored as whole cents and every rate as an exact decimal; no column is a float': {
    'an amount as a float': `alter table credit_holds alter column amount type double precision`,
  },
  'every payment was recorded once': {
    'a payment without its record': `delete from audit where action = 'collection.register'`,
  },
  'a settled invoice was charged by the terms of its sale, and the rest of its aforo was returned': {
    'late charges that were not owed': `update invoices set late_charges = 1, final_deposit = final_deposit - 1 where status = 40`,
    'a rebate that was not granted': `update invoices set rebate = 1, iva_rebate = 0.16, final_deposit = final_deposit + 1.16 where status = 40`,
  },
  'every payment is divided among invoices to the cent, and no invoice is settled without one, or an adjustment': {
    'a payment of which a cent was for nothing': `update collections set amount = amount + 0.01`,
    'a share of a payment that is not its invoice’s': `update collection_items set paid_amount = paid_amount - 0.01`,
  },
  'every transfer of devoluciones is their sum': {
    'a transfer of devoluciones that returns nothing': payout,
  },
  'a movement of the bank that is booked is in the books with its amount': {
    'a movement that nobody booked': `insert into bank_lines (line_id, account_id, line_key, ordinal, booked_on, amount, tracking_key, reference, text, state,
        booked_as, book_key, was_booked, ended_at)
      values (gen_random_uuid(), gen_random_uuid(), 'k', 1, '2026-03-10', 5, '', '', 'x', 'booked', 'receipt', 'NOBODY', false, now())`,
  },
  'the hash chain of the ledger is intact': {
    'an edited amount of the journal': `update ledger_lines set debit = debit + 1 where debit > 0`,
    'an edited day of the journal': `update ledger_entries set booked_on = booked_on + 1 where entry_number = 1`,
  },
  'the hash chains of the log are intact: no row is altered, removed or without its link': {
    '[OPE-08] an altered row of the log': `update audit set details = '{"x": 1}' where ${one('audit')}`,
    '[OPE-08] a row of the log with another author': `update audit set actor_id = null where ${one('audit', 'actor_id is not null')}`,
    '[OPE-08] a removed row of the log': `delete from audit where ${one('audit', `action = 'session.started'`)}`,
    '[OPE-08] a row removed with its link': `with gone as (delete from audit where ${one('audit', `action = 'file.upload' or action = 'sale.hold'`)} returning audit_id) delete from audit_links using gone where audit_links.audit_id = gone.audit_id`,
    '[OPE-08] a row without a link': `delete from audit_links where ${one('audit_links')}`,
  },
  'every entry of the ledger balances, and every line has its entry': {
    'the entries emptied': `set local session_replication_role = replica; delete from ledger_entries; set local session_replication_role = origin`,
    'a release that gave back another sum': `update ledger_lines set credit = credit - 0.01 where account = 'IVA_POR_FACTURAR' and credit > 0`,
  },
  'each answer and each deposit of a sale is in the ledger once, with the amounts of its invoices': {
    'a deposit that was booked for another sale': `update ledger_entries set sale_id = (select sale_id from sales where state = 'requested' limit 1) where ${one('ledger_entries', `event = 'disbursement'`)}`,
  },
  'the balances of each bought invoice are those of its sale, payments, devolución and interest invoices': {
    'IVA of an invoice that was not issued': `update interest_invoices set state = 'pending', uuid = null, sha256 = null`,
    'a paid invoice back in credit': `update invoices set status = 30 where status = 40`,
    'a portfolio that is not what is unpaid': `update ledger_lines set account = 'CLIENTE' where account = 'CARTERA' and credit > 0`,
  },
  'an invoice in credit has earned the interest of its days up to the last one booked, cumulatively': {
    'a cent of interest earned before its day': `update ledger_lines set debit = debit + sign(debit) * 0.01, credit = credit + sign(credit) * 0.01 where entry_number = (select min(entry_number) from ledger_entries where event = 'accrual')`,
  },
  'a receipt, a shortfall or a transfer is marked as reversed exactly when its entry is reversed': {
    'a receipt that no entry reverses': `update collections set reversed_at = registered_at`,
  },
  'the trial balance: over all entries of a currency debits equal credits': {
    'a day of interest that was not earned': `update ledger_lines set credit = credit + 0.01 where account = 'INGRESO_INTERES' and ${one('ledger_lines', `account = 'INGRESO_INTERES'`)}`,
  },
  'a payment of an interest invoice, a devolución and a day of interest are booked on their days': {
    'an entry booked in a closed month': `update ledger_entries set booked_on = booked_on + 40 where event = 'accrual'`,
  },
  'the hash chain of the lender’s own journal is intact': {
    'an edited amount of the lender’s journal': `update lender_entries set amount = amount + 1`,
  },
  'every transfer received at the bank counts once, with its amount, for a client or as unidentified': {
    'a received transfer that counts nowhere': received(`'K', 1, 'booked'`),
    'a received transfer that counts with another amount': `${received(`tracking_key, amount + 1, 'unidentified'`)} from unidentified_payments`,
  },
  'the parts of a receipt, what was sent back and what is left add up to it, and its state agrees': {
    'unidentified money that was not booked': `delete from lender_entries`,
    'money identified without a payment': `update unidentified_payments set state = 'identified'`,
  },
  'between the journals nothing is left: only identified money reaches a client’s ledger through the bridge': {
    'a payment from the bank booked as identified money': `update ledger_lines set account = 'ENTRE_DIARIOS' where account = 'BANCOS' and debit > 0`,
  },
  'what somebody else has of a payment is owed from there, or is a loss, until it is recovered; what is missing is to be deposited':
    {
      'a payment that somebody else has and does not owe': `insert into returned_payments (return_id, purpose, payment_id, tracking_key, currency, amount, reason, returned_on, recorded_at, went_elsewhere)
   select gen_random_uuid(), 'return', payment_id, 'ELSEWHERE', currency, amount, 'otra cuenta', value_date, now(), true from unidentified_payments limit 1`,
      'a payment that was short and is not to be completed': `insert into returned_payments (return_id, purpose, tracking_key, currency, amount, moved, reason, returned_on, recorded_at)
   select gen_random_uuid(), 'return', 'SHORT', currency, 1, 2, 'otro importe', value_date, now() from unidentified_payments limit 1`,
      'a payment that was given up and is no loss': `insert into returned_payments (return_id, purpose, payment_id, tracking_key, currency, amount, reason, returned_on, recorded_at, went_elsewhere, lost_on)
   select gen_random_uuid(), 'return', payment_id, 'LOST', currency, amount, 'otra cuenta', value_date, now(), true, value_date from unidentified_payments limit 1`,
    },
  'money that came back under a key is in the books once, not also as a receipt': {
    'a receipt that is money of a payment too': `insert into returned_payments (return_id, purpose, payment_id, tracking_key, reference, currency, amount, reason, returned_on, recorded_at)
   select gen_random_uuid(), 'return', payment_id, 'SENT', tracking_key, currency, amount, 'regresó', value_date, now() from unidentified_payments limit 1`,
    'two payments that came back under one key': `insert into returned_payments (return_id, purpose, payment_id, tracking_key, reference, currency, amount, reason, returned_on, recorded_at)
   select gen_random_uuid(), 'return', payment_id, 'SENT', 'BACK', currency, amount, 'regresó', value_date, now() from unidentified_payments cross join generate_series(1, 2)`,
  },
  'a commission of the bank is booked with the amount of its movement, and with nothing once it is reversed': {
    'a movement that is a commission without an entry': `insert into bank_lines (line_id, account_id, line_key, ordinal, booked_on, amount, tracking_key,
        reference, text, state, booked_as, book_key, was_booked, ended_at)
      values (gen_random_uuid(), gen_random_uuid(), 'k', 1, '2026-03-10', -5, '', '', 'x', 'booked', 'fee', 'FEE', false, now())`,
  },
  'a tracking key is that of one payment, booked or unidentified': {
    'a tracking key of two payments': `update unidentified_payments set tracking_key = (select tracking_key from collections limit 1)`,
  },
  'every idempotency key has its answer, and every sale in an answer exists': {
    'an answer lost': `alter table idempotency alter response drop not null; update idempotency set response = null`,
    'an acknowledged sale that does not exist': `update idempotency set response = convert_to(replace(convert_from(response, 'UTF8'), '"numberOfSale":1', '"numberOfSale":9'), 'UTF8')`,
  },
  'no invoice is sold together with one that it substitutes, while neither is cancelled': {
    'an invoice sold together with one that it substitutes': `insert into cfdi_relations select newer.client_id, newer.uuid, '04', older.uuid, 'I', newer.issuer_rfc
   from invoices newer join invoices older using (client_id) where newer.uuid < older.uuid and newer.status >= 25 and older.status >= 25`,
  },
  'the history of every invoice is a legal path from its entry to its current status': {
    'a step that does not exist': `insert into invoice_events (client_id, document_id, transition, from_status, to_status, actor_kind, happened_at) select client_id, document_id, 'settle', 20, 40, 'system', now() from invoices where status = 20`,
    'a history with a hole': `delete from invoice_events where transition = 'hold' and ${one('invoice_events', `transition = 'hold'`)}`,
    'a step without an actor': `update invoice_events set actor_id = null where ${one('invoice_events')}`,
  },
  'an answer waits exactly for the proposed sales, and a second person confirmed as recorded': {
    'an answer that waits without a proposal': `update sales set state = 'proposed' where state = 'requested'`,
  },
  'what an answer has authorised is the sum of its invoices': {
    'an invoice that the sum forgot': `alter table sales disable trigger sales_authorised; update sales set authorised_total = authorised_total - 1 where authorised_total > 1; alter table sales enable trigger sales_authorised`,
  },
  'every step of a sale was recorded once, and every requested summary is in the outbox': {
    'a step without its record': `delete from audit where ${one('audit', `action = 'sale.disburse'`)}`,
    'a step recorded twice': `insert into audit (client_id, actor_kind, action, subject, recorded_at) select client_id, actor_kind, action, subject, recorded_at from audit where action = 'sale.request'`,
    'a mail that was never queued': `delete from outbox`,
  },
  'a payment reference covers as many invoices as it states, in its currency, all in credit or all settled, for at least what was owed; it is paid when all of them are settled, or their balances due are paid, and a cancelled or ended one covers none in credit':
    {
      'a reference with the wrong count': `update payment_references set count = count + 1`,
      'a reference in the wrong currency': `update payment_references set currency = 'USD'`,
      'a reference for less than it covers': `update payment_references set amount = amount - 0.01`,
      'a paid reference of which nothing was paid': `update payment_references set state = 'paid'`,
    },
  'every proven invoice that is not rejected holds the only claim to its fiscal identity, and no rejected one any': {
    'an invoice without its claim': `delete from invoice_claims where ${one('invoice_claims')}`,
    'a forged seal': `update invoices set seal_hash = sha256('x') where ${one('invoices')}`,
  },
  'every invoice was issued by its client': {
    'an invoice of another issuer': `update invoices set issuer_rfc = 'AAA010101AAA' where ${one('invoices')}`,
  },
  'every invoice has its file and every file its hash; a refused file has its motive': {
    'a file with a cut hash': `update files set sha256 = substr(sha256, 1, 31)`,
    'a refused file with an invoice': `update files set motive = 'SEAL_BROKEN' where ${one('files')}`,
  },
  'every reference to a user or a record stays within the client': {
    'an invoice of a stranger': `update invoices set created_by = '$outsider' where ${one('invoices')}`,
  },
  'every requested sale has an acceptance of its terms': {
    'a sale without acceptance': `delete from acceptances`,
    'an edited contract': `update sales set contract_text = contract_text || ' '`,
  },
  'every client with users has an active administrator, and every administrator is active': {
    'no administrator left': `update users set is_admin = false`,
  },
  'no user without access has an open session, and no bearer token belongs to an ended session': {
    'a bearer of an ended session': `update sessions set ended_at = now()`,
    'a session of a user without access': `update users set is_admin = false, active = false`,
  },
  'no recovery key is valid after it was used, replaced or followed by a new password': {
    'a request that outlived a new password': `insert into recovery_requests (client_id, request_id, user_id, purpose, requested_at) select client_id, gen_random_uuid(), user_id, 'recovery', now() - interval '1 hour' from users; insert into audit (client_id, actor_kind, action, subject, recorded_at) select client_id, 'system', 'password.changed', 'user:' || user_id, now() from recovery_requests`,
  },
};
