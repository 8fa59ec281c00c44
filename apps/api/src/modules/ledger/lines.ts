/** SQL for the lines of the books, as the API and the nightly check read them. */

/** Lines of both journals; an entry of the lender's own has two. */
export const bookLinesSql = `
  select entry.client_id, entry.entry_number, line.line_number, entry.event, entry.currency, entry.booked_on, entry.value_date,
    entry.recorded_at, entry.reverses, line.account, line.document_id, line.debit, line.credit,
    entry.sale_id, entry.invoice_id, entry.collection_id, entry.payout_id,
    null::uuid as payment_id, null::uuid as return_id, null::uuid as line_id, null::uuid as manual_id
  from ledger_entries entry join ledger_lines line using (client_id, entry_number)
  union all
  select null, entry.entry_number, side.line_number, entry.event, entry.currency, entry.booked_on, entry.value_date,
    entry.recorded_at, entry.reverses, side.account, null, side.debit, side.credit, null, null, null, null,
    entry.payment_id, entry.return_id, entry.line_id, entry.manual_id
  from lender_entries entry cross join lateral (values
    (1, entry.debit, entry.amount, 0.00), (2, entry.credit, 0.00, entry.amount)
  ) as side(line_number, account, debit, credit)`;

/** The bank's key of the money that a `line` of the books is about. A deposit that was paid again keeps the key of each transfer. */
export const keyOfLineSql = `coalesce(
  (select back.tracking_key from returned_payments back
    where back.client_id = line.client_id and back.entry_number = coalesce(line.reverses, line.entry_number) limit 1),
  (select paid.tracking_key from collections paid where paid.client_id = line.client_id and paid.collection_id = line.collection_id),
  (select paid.tracking_key from payouts paid where paid.client_id = line.client_id and paid.payout_id = line.payout_id),
  (select sold.tracking_key from sales sold
    where sold.client_id = line.client_id and sold.sale_id = line.sale_id and line.event = 'disbursement'),
  (select case line.event when 'return' then kept.return_key else kept.tracking_key end from unidentified_payments kept
    where kept.payment_id = line.payment_id),
  (select case line.event when 'wrong-account-recovery' then coalesce(back.recovery_reference, back.reference, back.tracking_key)
      else back.tracking_key end from returned_payments back where back.return_id = line.return_id))`;

/**
 * Sums of `lines` of the books by day of recording, day of booking, currency and account. BANCOS also by what tells which bank
 * account moved: the bank's key, the id of the movement of a fee, that of a payment that was sent back, whose key changes if it comes back
 * again; and the direction of the money, a reversal's being that of its entry.
 */
export const sumsOfLinesSql = (lines: string): string => `
  select recorded_on, booked_on, currency, account, bank_key, is_inflow, sum(debit) as debit, sum(credit) as credit
  from (
    select (recorded_at at time zone 'America/Mexico_City')::date as recorded_on, booked_on, currency, account,
      case when account = 'BANCOS' then coalesce(line_id::text, case when event = 'return' then payment_id::text end, ${keyOfLineSql}, '') else '' end as bank_key,
      account = 'BANCOS' and (debit > 0) = (reverses is null) as is_inflow, debit, credit
    from (${lines}) line
  ) keyed group by recorded_on, booked_on, currency, account, bank_key, is_inflow`;
