import { bookLinesSql, sumsOfLinesSql } from '../modules/ledger/lines.ts';
import { brokenChainSql } from '../modules/ledger/queries.ts';
import { brokenLinksSql } from '../modules/log/queries.ts';
import type { Invariant } from './check.ts';

/**
 * I13 and I15 for the ledger, and I13 for the log. The balances of each invoice are compared with its sale, payments and interest invoices:
 * CLIENTE ends at zero, or at the balance due that its settlement left.
 */
export const ledgerInvariants: readonly Invariant[] = [
  {
    id: 'I13',
    statement: 'the hash chain of the ledger is intact',
    sql: `select format('client %s entry %s', client_id, entry_number) as found from (${brokenChainSql}) broken`,
    isOfChains: true,
  },
  {
    id: 'I13',
    statement: 'the chains of the books have their kept heads',
    sql: `
      select format('%s entry %s', coalesce('client ' || kept.client_id, 'lender'), kept.entry_number) as found
      from kept_heads kept
      left join ledger_entries entry on entry.client_id = kept.client_id and entry.entry_number = kept.entry_number
      left join lender_entries own on kept.client_id is null and own.entry_number = kept.entry_number
      where kept.hash is distinct from coalesce(entry.hash, own.hash)`,
    isOfChains: true,
  },
  {
    id: 'I13',
    statement: 'the hash chains of the log are intact: no row is altered, removed or without its link',
    sql: `select format('chain %s row %s', chain, audit_id) as found from (${brokenLinksSql}) broken`,
    acrossClients: true,
  },
  {
    id: 'I13',
    statement: 'every entry of the ledger balances, and every line has its entry',
    sql: `
      select format('client %s entry %s: debit %s, credit %s', client_id, entry_number, sum(debit), sum(credit)) as found
      from ledger_entries full join ledger_lines using (client_id, entry_number)
      group by client_id, entry_number having sum(debit) is distinct from sum(credit) or bool_or(event is null)`,
  },
  {
    id: 'I15',
    statement: 'each answer and each deposit of a sale is in the ledger once, with the amounts of its invoices',
    // Withdrawals are subtracted from authorisations.
    sql: `
      with booked as (
        select client_id, sale_id, replace(event, 'withdrawal', 'authorisation') as event, ledger_entries.currency,
          sum(debit - credit) filter (where account = 'CARTERA') as cartera,
          sum(credit - debit) filter (where account = 'BANCOS') as bancos, sum(credit - debit) filter (where account = 'APERTURA') as apertura
        from ledger_entries join ledger_lines using (client_id, entry_number)
        where sale_id is not null group by 1, 2, 3, 4
        having coalesce(sum(debit - credit) filter (where account in ('CARTERA', 'BANCOS')), 1) <> 0
      ), owed as (
        select client_id, sale_id, sales.state, currency, load_id, sum(item.total) as total, sum(initial_deposit) as deposit, sum(commission) as commission,
          sum(initial_deposit + client_owes) as opened
        from sales join sale_items item using (client_id, sale_id) left join loaded_invoices using (client_id, sale_id, document_id)
        where item.state in ('authorised', 'disbursed') group by client_id, sale_id, sales.state, currency, load_id
      ), due as (
        select client_id, sale_id, currency, 'authorisation' as event, total as cartera, null::numeric as bancos, null::numeric as apertura from owed where load_id is null
        union all
        select client_id, sale_id, currency, 'disbursement', null, deposit, null from owed where state = 'disbursed' and load_id is null and not exists (
          select from returned_payments back
          where back.client_id = owed.client_id and back.sale_id = owed.sale_id and paid_again_at is null)
        union all
        select client_id, sale_id, currency, 'commission', null, null, null from owed where state = 'disbursed' and commission > 0
        union all
        select client_id, sale_id, currency, 'opening', total, null, opened from owed where load_id is not null
      )
      select format('sale %s: %s', sale_id, event) as found
      from due full join booked using (client_id, sale_id, event)
      where due.cartera is distinct from booked.cartera or due.bancos is distinct from booked.bancos
        or due.apertura is distinct from booked.apertura
        or due.currency is distinct from booked.currency`,
  },
  {
    id: 'I15',
    statement: 'the balances of each bought invoice are those of its sale, payments, devolución and interest invoices',
    sql: `
      with bought as (
        select item.client_id, item.document_id, item.state, item.total, item.aforo, case when exists (
            select from returned_payments back
            where back.client_id = item.client_id and back.sale_id = item.sale_id and paid_again_at is null
          ) then item.initial_deposit else 0 end as came_back, item.interest - invoice.rebate as interest,
          invoice.iva - invoice.iva_rebate as iva, item.initial_deposit, item.commission, item.commission_iva, invoice.rebate,
          invoice.status, invoice.payout_id, coalesce(invoice.final_deposit, 0) as returned,
          coalesce(invoice.late_charges, 0) as late_charges, coalesce(invoice.late_charges_iva, 0) as late_charges_iva,
          invoice.returned_before,
          coalesce((select sum(paid_amount) from collection_items paid join collections using (client_id, collection_id)
            where paid.client_id = item.client_id and paid.document_id = item.document_id and reversed_at is null), 0) as paid,
          coalesce((select amount from shortfalls
            where shortfalls.client_id = item.client_id and shortfalls.document_id = item.document_id and reversed_at is null), 0)
            + coalesce((select sum(case kind when 'withdrawal' then -made.covered else made.covered end) from adjustments made
            where made.client_id = item.client_id and made.document_id = item.document_id), 0) as covered, invoice.written_off,
          coalesce((select sum(debit - credit) from ledger_lines set_off join ledger_entries using (client_id, entry_number)
            where set_off.client_id = item.client_id and set_off.document_id = item.document_id and account in ('CLIENTE', 'IVA_POR_FACTURAR')
              and event = 'recourse'), 0) as set_off,
          coalesce((select sum(case when invoice_type then line.iva else -line.iva end)
            from interest_invoice_lines line join interest_invoices issued using (client_id, invoice_id)
            where line.client_id = item.client_id and line.document_id = item.document_id
              and issued.kind = 'interest' and issued.state = 'issued' and issued.active), 0) as iva_invoiced
        from sale_items item join invoices invoice using (client_id, sale_id, document_id)
        where item.state in ('authorised', 'disbursed')
      ), due as (
        select client_id, document_id, account, amount
        from bought cross join lateral (values
          ('CARTERA + RECOMPRA', case status when 40 then 0 else total - paid - covered - set_off end),
          ('ESTIMACION + GASTO_ESTIMACION', written_off),
          ('AFORO_POR_DEVOLVER', case status when 40 then 0 else covered - aforo end),
          ('INTERES_POR_DEVENGAR + INGRESO_INTERES', -interest),
          ('COMISIONES_POR_DEVENGAR + COMISIONES', case state when 'authorised' then 0 else -commission end),
          ('IVA_COBRADO of the commission', case state when 'authorised' then 0 else -commission_iva end),
          ('POR_DEPOSITAR', -came_back - case when state = 'authorised' then initial_deposit + commission + commission_iva when payout_id is null then returned else 0 end),
          ('BANCOS', case state when 'authorised' then 0 else paid - initial_deposit + came_back - returned_before - case when payout_id is null then 0 else returned end end),
          ('IVA_COBRADO of interest', -iva_invoiced)
        ) as each(account, amount)
        union all
        select client_id, document_id, account, amount
        from bought cross join lateral (values
          ('INTERES_POR_DEVENGAR', 0),
          ('COMISIONES_POR_DEVENGAR', 0),
          ('RECARGOS', -late_charges),
          ('IVA_COBRADO of recargos', -late_charges_iva),
          ('CLIENTE less the IVA to come', case when written_off > 0 then 0
            else greatest(late_charges + late_charges_iva + iva + returned_before - rebate - aforo - (paid - total), 0) end),
          ('RECUPERACIONES', case when written_off > 0
            then greatest(iva + returned_before - rebate - aforo - (paid - total), 0) - written_off else 0 end)
        ) as each(account, amount)
        where status = 40
      ), booked as (
        select client_id, document_id, account, sum(amount) as amount
        from (
          select line.client_id, line.document_id, name as account, debit - credit as amount
          from ledger_lines line join ledger_entries entry using (client_id, entry_number)
          cross join lateral unnest(case
            when account in ('IVA_COBRADO', 'IVA_NO_COBRADO') and event in ('interest-invoice', 'credit-note', 'interest-cancellation')
              then array['IVA_COBRADO of interest', 'CLIENTE less the IVA to come']
            -- IVA of the interest that is written off was never collected.
            when account = 'IVA_NO_COBRADO' and event = 'write-off' then array['ESTIMACION + GASTO_ESTIMACION']
            when event = 'commission' and account = 'IVA_COBRADO' then array['IVA_COBRADO of the commission']
            when account in ('IVA_COBRADO', 'IVA_NO_COBRADO') then array['IVA_COBRADO of recargos']
            when account = 'COMISIONES_POR_DEVENGAR' then array[account, 'COMISIONES_POR_DEVENGAR + COMISIONES']
            when account = 'COMISIONES' then array['COMISIONES_POR_DEVENGAR + COMISIONES']
            when account = 'INTERES_POR_DEVENGAR' then array[account, 'INTERES_POR_DEVENGAR + INGRESO_INTERES']
            when account = 'INGRESO_INTERES' then array['INTERES_POR_DEVENGAR + INGRESO_INTERES']
            when account in ('ESTIMACION', 'GASTO_ESTIMACION') then array['ESTIMACION + GASTO_ESTIMACION']
            when account in ('CARTERA', 'RECOMPRA') then array['CARTERA + RECOMPRA']
            when account in ('ENTRE_DIARIOS', 'APERTURA') then array['BANCOS']
            when account in ('CLIENTE', 'IVA_POR_FACTURAR') then array['CLIENTE less the IVA to come']
            else array[account] end) as name
          union all
          select client_id, document_id, 'CLIENTE less the IVA to come', iva from bought
        ) parts group by client_id, document_id, account
      )
      select format('invoice %s: %s is %s, due %s', document_id, account, booked.amount, due.amount) as found
      from due left join booked using (client_id, document_id, account)
      where due.amount <> coalesce(booked.amount, 0)
      union all
      select format('invoice %s is in the ledger with %s', document_id, account)
      from booked left join bought using (client_id, document_id)
      where bought.document_id is null and booked.amount <> 0`,
  },
  {
    id: 'I15',
    statement:
      'the accounts of an invoice keep their side: what is owed, held back, to be earned or to be deposited is never below zero',
    // IVA_POR_FACTURAR is below zero from the day on which invoiced IVA is given back until its credit note.
    sql: `
      select format('client %s invoice %s: %s is %s', client_id, document_id, account, sum(debit - credit)) as found
      from ledger_lines where account in ('CARTERA', 'RECOMPRA', 'AFORO_POR_DEVOLVER', 'INTERES_POR_DEVENGAR', 'POR_DEPOSITAR')
      group by client_id, document_id, account
      having sum(case when account in ('CARTERA', 'RECOMPRA') then debit - credit else credit - debit end) < 0`,
  },
  {
    id: 'I15',
    statement: 'an invoice in credit has earned the interest of its days up to the last one booked, cumulatively',
    sql: `
      select format('invoice %s: %s by %s', document_id, earned, accrued_on) as found
      from invoices invoice join sale_items item using (client_id, sale_id, document_id)
      cross join lateral (
        -- A settlement takes days back that are past the end of the interest; they stay taken back if it is reversed.
        select sum(earned) as earned, max(value_date) filter (where earned > 0) as accrued_on
        from (
          select value_date, sum(credit - debit) as earned
          from ledger_lines line join ledger_entries using (client_id, entry_number)
          where line.client_id = item.client_id and line.document_id = item.document_id and account = 'INGRESO_INTERES'
          group by value_date
        ) days
      ) booked
      where status = 30 and earned <> case when accrued_on is null then 0 else round(
        item.interest * least(accrued_on - (item.due_date - item.payment_days), item.payment_days) / item.payment_days, 2) end`,
  },
  {
    id: 'I15',
    statement: 'a receipt, a shortfall or a transfer is marked as reversed exactly when its entry is reversed',
    sql: `
      select format('%s %s', event, subject) as found
      from ledger_entries entry
      left join collections using (client_id, collection_id)
      left join shortfalls using (client_id, shortfall_id)
      left join payouts using (client_id, payout_id)
      where event in ('collection', 'balance-payment', 'shortfall', 'payout') and reverses is null
        and (coalesce(collections.reversed_at, shortfalls.reversed_at, payouts.reversed_at) is not null) <> exists (
          select from ledger_entries undoing
          where undoing.client_id = entry.client_id and undoing.reverses = entry.entry_number)`,
  },
  {
    id: 'I15',
    statement: 'the estimates of the months and the late charges that they suspend are in the ledger',
    sql: `
      with booked as (
        select client_id, document_id, account, sum(credit - debit) as amount
        from ledger_lines join ledger_entries using (client_id, entry_number)
        where account in ('ESTIMACION', 'RECARGOS_POR_DEVENGAR') and event in ('estimate', 'suspension') and adjustment_id is null
        group by client_id, document_id, account
      ), said as (
        select client_id, document_id, account, sum(amount) as amount
        from estimates cross join lateral (values ('ESTIMACION', estimate_moved), ('RECARGOS_POR_DEVENGAR', suspended_moved)) as side(account, amount)
        group by client_id, document_id, account
      )
      select format('invoice %s: %s is %s, estimated %s', document_id, account, booked.amount, said.amount) as found
      from booked full join said using (client_id, document_id, account)
      where coalesce(booked.amount, 0) <> coalesce(said.amount, 0)`,
  },
  {
    id: 'I15',
    statement: 'the trial balance: over all entries of a currency debits equal credits',
    sql: `
      select format('%s: off by %s', currency, sum(debit - credit)) as found
      from ledger_entries join ledger_lines using (client_id, entry_number)
      group by currency having sum(debit) <> sum(credit)`,
  },
  {
    id: 'I15',
    statement: 'a payment of an interest invoice, a devolución and a day of interest are booked on their days',
    sql: `
      select format('client %s entry %s: value date %s, booked on %s, recorded %s', client_id, entry_number, value_date, booked_on, recorded_at) as found
      from ledger_entries
      cross join lateral (
        select statement_day(value_date, (recorded_at at time zone 'America/Mexico_City')::date) as right_day
      ) told
      where booked_on <> right_day and (booked_on < right_day or not exists (
        select from closed_months where month + interval '1 month' = booked_on))`,
  },
  {
    id: 'I15',
    statement: 'nothing is booked in a month after its close, which has the end of each chain',
    sql: `
      with entries as (
        select client_id, entry_number, booked_on, hash from ledger_entries
        union all
        select null, entry_number, booked_on, hash from lender_entries
      )
      select format('%s entry %s: booked on %s', coalesce('client ' || client_id, 'lender'), entry_number, booked_on) as found
      from entries join closed_months closed
        on booked_on >= month and booked_on < month + interval '1 month'
      where entry_number > coalesce((
        select head.entry_number from closed_heads head
        where head.month = closed.month and head.client_id is not distinct from entries.client_id), 0)
      union all
      select format('%s entry %s is not the one that was closed', coalesce('client ' || head.client_id, 'lender'), head.entry_number)
      from closed_heads head left join entries
        on entries.client_id is not distinct from head.client_id and entries.entry_number = head.entry_number
      where entries.hash is distinct from head.hash`,
  },
  {
    id: 'I15',
    statement: 'the sums of the books are those of the lines that were recorded on their days',
    sql: `
      with last as (select max(recorded_on) as day from book_sums)
      select format('recorded %s, booked %s, %s in %s %s: %s and %s are %s and %s', recorded_on, booked_on, account, currency, bank_key,
        stored.debit, stored.credit, lines.debit, lines.credit) as found
      from (${sumsOfLinesSql(`select * from (${bookLinesSql}) booked where (recorded_at at time zone 'America/Mexico_City')::date <= (select day from last)`)}) lines
      full join book_sums stored using (recorded_on, booked_on, currency, account, bank_key, is_inflow)
      where lines.debit is distinct from stored.debit or lines.credit is distinct from stored.credit`,
  },
  {
    id: 'I15',
    statement:
      'the invoices carried from a month are those that its lines leave unsettled, with their interest to be earned',
    sql: `
      with moved as (
        select line.client_id, line.document_id, currency,
          date_trunc('month', greatest(booked_on, (recorded_at at time zone 'America/Mexico_City')::date)::timestamp)::date as counted,
          sum(debit - credit) filter (where account = 'CARTERA') as face,
          sum(debit - credit) filter (where account = 'RECOMPRA') as buy_back,
          sum(debit - credit) filter (where account = 'CLIENTE') as client,
          sum(debit - credit) filter (where account = 'AFORO_POR_DEVOLVER') as aforo,
          sum(credit - debit) filter (where account = 'INTERES_POR_DEVENGAR') as unearned,
          sum(debit - credit) filter (where account = 'POR_DEPOSITAR'
            and event in ('authorisation', 'withdrawal', 'commission', 'disbursement')) as undeposited,
          sum(debit - credit) filter (where account = 'POR_DEPOSITAR'
            and event not in ('authorisation', 'withdrawal', 'commission', 'disbursement')) as releasable
        from ledger_lines line join ledger_entries entry using (client_id, entry_number)
        group by line.client_id, line.document_id, currency, counted
      ), states as (
        select client_id, document_id, currency, counted, lead(counted) over in_order as next, sum(face) over in_order as face,
          sum(buy_back) over in_order as buy_back, sum(client) over in_order as client, sum(aforo) over in_order as aforo,
          coalesce(sum(unearned) over in_order, 0) as unearned, sum(undeposited) over in_order as undeposited,
          sum(releasable) over in_order as releasable
        from moved window in_order as (partition by client_id, document_id, currency order by counted)
      ), due as (
        select carried_on, currency, client_id, document_id, unearned
        from (select distinct carried_on from carried_invoices) months
        join states on counted <= carried_on and (next is null or next > carried_on)
        where face <> 0 or buy_back <> 0 or client > 0 or aforo <> 0 or unearned <> 0 or undeposited <> 0 or releasable <> 0
      )
      select format('client %s invoice %s at the end of %s: %s is %s', client_id, document_id, carried_on, stored.unearned, due.unearned) as found
      from due full join carried_invoices stored using (carried_on, currency, client_id, document_id)
      where due.unearned is distinct from stored.unearned`,
  },
];
