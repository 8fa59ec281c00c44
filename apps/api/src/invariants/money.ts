import type { Invariant } from './check.ts';

/** I1, I2, I3, I12, I16 and I17 for sales and credit; payments.ts and ledger.ts cover payments and the ledger. */
export const moneyInvariants: readonly Invariant[] = [
  {
    id: 'I1',
    statement: 'an invoice is in at most one live sale, and is in PREVENTA or later exactly while it is in one',
    sql: `
      with live as (
        select client_id, document_id, count(*) as sales, min(sale_id::text)::uuid as sale_id, min(state) as state
        from sale_items where state in ('held', 'authorised', 'disbursed') group by client_id, document_id
      )
      select format('invoice %s: status %s, sale %s, %s live sale(s) %s', document_id, status, invoices.sale_id, sales, live.sale_id) as found
      from invoices left join live using (client_id, document_id)
      where coalesce(sales, 0) > 1
        or (status in (25, 30, 40)) <> (sales is not null)
        or invoices.sale_id is distinct from live.sale_id
        or (status in (30, 40)) <> coalesce(state = 'disbursed', false)`,
  },
  {
    id: 'I1',
    statement: 'a sale and its invoices agree',
    sql: `
      select format('sale %s is %s, its invoice %s is %s and its hold %s', sale_id, sales.state, document_id, item.state, hold.state) as found
      from sales
      left join sale_items item using (client_id, sale_id)
      left join credit_holds hold using (client_id, sale_id, document_id)
      left join (select client_id, document_id, status from invoices) invoice using (client_id, document_id)
      where item.state is null or hold.state is null
        or hold.state <> case item.state when 'disbursed' then case status when 40 then 'repaid' else 'posted' end when 'held' then 'held' when 'authorised' then 'held' else 'released' end
        or not case sales.state
          when 'answered' then item.state in ('authorised', 'rejected')
          when 'disbursed' then item.state in ('disbursed', 'rejected')
          when 'cancelled' then item.state = case when answered_at is null then 'released' else 'rejected' end
          when 'expired' then item.state = 'released'
          else item.state = 'held'
        end`,
  },
  {
    id: 'I2',
    statement: 'held and used credit of a line equal the sums over its live sales',
    sql: `
      select format('line %s: held %s of %s, used %s of %s', credit_line_id, held, holding, used, using_up) as found
      from (
        select line.credit_line_id, line.held, line.used,
          coalesce(sum(amount) filter (where state = 'held'), 0) as holding,
          coalesce(sum(amount) filter (where state = 'posted'), 0) as using_up
        from credit_lines line left join credit_holds using (client_id, credit_line_id)
        group by line.client_id, line.credit_line_id
      ) summed
      where held <> holding or used <> using_up`,
  },
  {
    id: 'I2',
    statement: 'what receivers owe equals the sums over live sales, by client',
    sql: `
      select format('receiver %s, client %s: held %s of %s, owed %s of %s',
        company_id, client_id, counted.held, summed.held, counted.owed, summed.owed) as found
      from pair_exposures counted
      full join (
        select client_id, company_id, currency, coalesce(sum(face) filter (where state = 'held'), 0) as held,
          coalesce(sum(face) filter (where state = 'posted'), 0) as owed
        from credit_holds group by client_id, company_id, currency
      ) summed using (client_id, company_id, currency)
      where coalesce(counted.held, 0) <> coalesce(summed.held, 0) or coalesce(counted.owed, 0) <> coalesce(summed.owed, 0)`,
  },
  {
    id: 'I2',
    statement: 'what a receiver owes for an invoice in credit is in the journal',
    sql: `
      select format('invoice %s: face %s of %s', document_id, face, owed) as found
      from credit_holds hold
      join lateral (
        select sum(debit - credit) as owed from ledger_lines line
        where line.client_id = hold.client_id and line.document_id = hold.document_id and account = 'CARTERA'
      ) journal on true
      where hold.state = 'posted' and face <> owed`,
  },
  {
    id: 'I2',
    statement: 'what a receiver owes in all equals the sum over clients',
    acrossClients: true,
    sql: `
      select format('receiver %s: held %s of %s, owed %s of %s',
        company_id, counted.held, summed.held, counted.owed, summed.owed) as found
      from receiver_exposures counted
      full join (
        select company_id, currency, sum(held) as held, sum(owed) as owed from pair_exposures group by company_id, currency
      ) summed using (company_id, currency)
      where coalesce(counted.held, 0) <> coalesce(summed.held, 0) or coalesce(counted.owed, 0) <> coalesce(summed.owed, 0)`,
  },
  {
    id: 'I2',
    statement: 'how late receivers pay equals the sums over the invoices that they paid, by month',
    acrossClients: true,
    sql: `
      select format('receiver %s, %s: %s of %s, %s days of %s', company_id, month, counted.total, summed.total,
        counted.weighted_days, summed.weighted_days) as found
      from receiver_payments counted
      full join (
        select company_id, date_trunc('month', payment_date)::date as month, sum(total) as total,
          sum((payment_date - due_date) * total) as weighted_days
        from invoices where status = 40 and written_off = 0 and not exists (
          select from adjustments made where made.client_id = invoices.client_id and made.document_id = invoices.document_id
            and made.kind = 'recourse' and not exists (select from adjustments ended where ended.withdraws = made.adjustment_id))
        group by company_id, date_trunc('month', payment_date)
      ) summed using (company_id, month)
      where counted.total is distinct from summed.total or counted.weighted_days is distinct from summed.weighted_days`,
  },
  {
    id: 'I2',
    statement: 'what is owed under an alias counts for its main receiver',
    acrossClients: true,
    sql: `
      select format('invoice %s of alias %s', document_id, company_id) as found
      from (select document_id, company_id from invoices union all select document_id, company_id from credit_holds) owed
      join companies using (company_id) where alias_of is not null
      union all
      select format('alias %s of alias %s', alias.company_id, main.company_id)
      from companies alias join companies main on main.company_id = alias.alias_of where main.alias_of is not null`,
  },
  {
    id: 'I2',
    statement:
      'an invoice takes its advance, or what is owed if less, from a line of its product, converted where the currencies differ',
    sql: `
      select format('invoice %s of sale %s takes %s from line %s', document_id, sale_id, hold.amount, credit_line_id) as found
      from credit_holds hold
      join sale_items item using (client_id, sale_id, document_id)
      join sales using (client_id, sale_id)
      join credit_lines line using (client_id, credit_line_id)
      left join lateral (
        select item.total - coalesce(sum(debit - credit), 0) as paid from ledger_lines booked
        where booked.client_id = item.client_id and booked.document_id = item.document_id and account in ('CARTERA', 'RECOMPRA')
          and hold.state = 'posted'
      ) books on hold.state = 'posted'
      where line.product <> sales.product
        or (line.currency = sales.currency and hold.amount <> least(case when advance > 0 then advance else total end, total - coalesce(paid, 0)) and hold.state <> 'repaid')
        or (line.currency = sales.currency) <> (hold.exchange_rate = 1)`,
  },
  {
    // Reports also a limit lowered below current use, until it is paid down.
    id: 'I3',
    statement: 'used and held credit are between 0 and the limit',
    sql: `
      select format('line %s: used %s + held %s of %s', credit_line_id, used, held, credit_limit) as found
      from credit_lines where used < 0 or held < 0 or used + held > credit_limit`,
  },
  {
    id: 'I12',
    statement:
      'advance + withheld = total and deposit + withheld + interest + commission with its IVA = total, none negative, and the invoice repeats its sale',
    sql: `
      select format('invoice %s of sale %s', document_id, item.sale_id) as found
      from sale_items item left join invoices invoice using (client_id, document_id)
      where item.advance + item.aforo <> item.total
        or item.initial_deposit + item.aforo + item.interest + item.commission + item.commission_iva <> item.total
        or least(item.total, item.advance, item.aforo, item.interest, item.iva, item.initial_deposit) < 0
        or item.iva <> round(item.interest * item.iva_rate / 100, 2)
        or item.interest <> coalesce(
          (select discount - earned from loaded_invoices loaded
            where loaded.client_id = item.client_id and loaded.sale_id = item.sale_id and loaded.document_id = item.document_id),
          round(item.total * item.payment_days * item.interest_rate / (100 * item.days_in_year), 2))
        or (invoice.sale_id = item.sale_id and item.state in ('held', 'authorised', 'disbursed') and
          -- Once it is settled, its IVA is that of its documents, each rounded on its own.
          ((not invoice.is_settled and invoice.iva <> item.iva) or abs(invoice.iva - item.iva) > 0.05
          or (invoice.total, invoice.advance, invoice.aforo, invoice.interest, invoice.initial_deposit, invoice.due_date)
          is distinct from (item.total, item.advance, item.aforo, item.interest, item.initial_deposit, coalesce(
            (select due_date from extensions where client_id = item.client_id and document_id = item.document_id
              order by extension_number desc limit 1), item.due_date))))`,
  },
  {
    id: 'I12',
    statement: 'the extensions of an invoice follow each other from the date of its sale, each with an approved change',
    sql: `
      select format('extension %s of invoice %s: from %s to %s', extension_number, document_id, due_before, due_date) as found
      from (
        select extended.*, change, approvals.state, row_number() over by_invoice as place,
          coalesce(lag(extended.due_date) over by_invoice, item.due_date) as expected
        from extensions extended left join approvals using (approval_id)
        left join sale_items item on item.client_id = extended.client_id and item.document_id = extended.document_id
          and item.state = 'disbursed'
        window by_invoice as (partition by extended.client_id, extended.document_id order by extension_number)
      ) agreed
      where extension_number <> place or due_before is distinct from expected or state is distinct from 'approved'
        or change -> 'proposed' ->> 'dueDate' is distinct from due_date::text`,
  },
  {
    id: 'I12',
    statement:
      'an interest invoice is the sum of its lines, and none bills a month twice or more than a sale has booked',
    sql: `
      select format('interest invoice %s-%s: %s + %s, its lines %s + %s', serie, invoice.folio, invoice.sub_total, invoice.iva,
        sum(line.sub_total), sum(line.iva)) as found
      from interest_invoices invoice left join interest_invoice_lines line using (client_id, invoice_id)
      group by invoice.client_id, invoice.invoice_id
      having invoice.sub_total is distinct from sum(line.sub_total) or invoice.iva is distinct from sum(line.iva)
      union all
      select format('invoice %s is billed %s + %s in %s month(s)', document_id, sum(line.sub_total), sum(line.iva), count(*))
      from interest_invoice_lines line
      join interest_invoices invoice using (client_id, invoice_id)
      join sale_items item using (client_id, document_id)
      where invoice.kind = 'interest' and invoice.invoice_type and invoice.active and item.state = 'disbursed'
      group by client_id, document_id, item.interest, item.iva
      having sum(line.sub_total) > item.interest or sum(line.iva) > item.iva + 0.01 * count(*) or count(distinct month_cut) < count(*)
      union all
      select format('late charges of invoice %s are billed %s + %s', document_id, sum(line.sub_total), sum(line.iva))
      from interest_invoice_lines line
      join interest_invoices invoice using (client_id, invoice_id)
      join invoices paid using (client_id, document_id)
      where invoice.kind = 'late-charges' and invoice.active and coalesce(invoice.cancel_state, 'rejected') = 'rejected'
      group by client_id, document_id, paid.late_charges, paid.late_charges_iva
      having (sum(line.sub_total), sum(line.iva)) is distinct from (paid.late_charges, paid.late_charges_iva)`,
  },
  {
    id: 'I17',
    statement: 'the totals of settled invoices are those of the invoices',
    sql: `
      with settled as (
        select client_id, product, currency, count(*) as count, sum(total) as total, min(emitted_on) as first_emitted,
          min(due_date) as first_due
        from invoices where status = 40 group by client_id, product, currency
      )
      select format('client %s, %s in %s', client_id, product, currency) as found
      from settled full join settled_totals totals using (client_id, product, currency)
      where (settled.count, settled.total, settled.first_emitted, settled.first_due)
        is distinct from (totals.count::bigint, totals.total, totals.first_emitted, totals.first_due)`,
  },
  {
    id: 'I16',
    statement: 'every amount is stored as whole cents and every rate as an exact decimal; no column is a float',
    sql: `
      select format('%s.%s is %s(%s, %s)', table_name, column_name, data_type, numeric_precision, numeric_scale) as found
      from information_schema.columns
      where table_schema = 'public' and (
        data_type in ('real', 'double precision', 'money')
        or (data_type = 'numeric' and (numeric_precision, numeric_scale) not in ((18, 2), (12, 8), (14, 8), (12, 6)))
      )`,
  },
];
