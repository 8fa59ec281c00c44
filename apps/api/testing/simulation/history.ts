/** The history of the invoices that a difference names, because the database of a simulation ends with it. */
import type pg from 'pg';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const HISTORY = `
  select format('  sold: %s, interest %s, %s days until %s, rate %s and %s, rebate %s, days lost %s', item.total, item.interest, item.payment_days,
    item.due_date, item.interest_rate, item.moratory_rate, item.early_rebate, (select coalesce(sum(days_lost), 0) from returned_payments back
      where back.client_id = item.client_id and back.sale_id = item.sale_id)) as line, 0 as place, 0 as entry
  from sale_items item where document_id = $1 and state = 'disbursed'
  union all
  select format('  ended: paid %s on %s, charges %s + %s, rebate %s + %s, devolución %s, returned before %s', paid_amount, payment_date,
    late_charges, late_charges_iva, rebate, iva_rebate, final_deposit, returned_before), 1, 0
  from invoices where document_id = $1
  union all
  select format('  extension from %s until %s, agreed on %s at %s', due_before, due_date, agreed_on, interest_rate), 2, extension_number
  from extensions where document_id = $1
  union all
  select format('  entry %s, %s of %s, booked on %s, %s: %s', entry_number, event, value_date, booked_on,
    case when reverses is null then '' else 'reverses ' || reverses end,
    (select string_agg(account || ' ' || (debit - credit), ', ' order by account) from ledger_lines line
      where line.client_id = entry.client_id and line.entry_number = entry.entry_number and line.document_id = $1)), 3, entry_number::integer
  from ledger_entries entry
  where exists (select from ledger_lines line
    where line.client_id = entry.client_id and line.entry_number = entry.entry_number and line.document_id = $1)
    and event <> 'accrual'
  order by place, entry`;

/** Sale, extensions and entries (but daily interest) of each invoice that `text` names, as lines. */
export async function historyOf(owner: pg.Client, text: string): Promise<string> {
  const lines: string[] = [];
  for (const id of new Set(text.match(UUID))) {
    const { rows } = await owner.query<{ line: string }>(HISTORY, [id]);
    if (rows.length > 0) lines.push(`history of ${id}:`, ...rows.map(({ line }) => line));
  }
  return lines.join('\n');
}
