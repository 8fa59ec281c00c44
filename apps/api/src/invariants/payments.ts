import type { Invariant } from './check.ts';

/** I6, I12 and I15 for payments, settlements and their ledger entries. */
export const paymentInvariants: readonly Invariant[] = [
  {
    id: 'I6',
    statement: 'every payment was recorded once',
    sql: `
      with recorded as (
        select client_id, substr(subject, 12)::uuid as collection_id, count(*) as times
        from audit where action = 'collection.register' group by client_id, subject
      )
      select format('collection %s: recorded %s time(s)', collection_id, coalesce(times, 0)) as found
      from collections full join recorded using (client_id, collection_id)
      where times is distinct from 1 or tracking_key is null`,
  },
  {
    id: 'I12',
    statement: 'a settled invoice was charged by the terms of its sale, and the rest of its aforo was returned',
    sql: `
      select format('invoice %s: recargos %s and IVA %s, devolución %s', document_id, recargos, iva_recargos, final_deposit) as found
      from invoices invoice
      join sale_items item using (client_id, sale_id, document_id)
      join collections collection using (client_id, collection_id)
      where status <> 40 or payment_date <> value_date or collection.currency <> invoice.currency
        or recargos <> round(item.total * greatest(payment_date - item.due_date, 0) * moratory_rate / (100 * dias_base), 2)
        or iva_recargos <> round(recargos * iva_rate / 100, 2)
        or final_deposit <> greatest(invoice.aforo + paid_amount - invoice.total - recargos - iva_recargos - invoice.iva, 0)`,
  },
  {
    id: 'I15',
    statement: 'every payment is allocated to invoices to the cent, and no invoice is settled without one',
    sql: `
      select format('collection %s: %s of %s', collection_id, sum(paid_amount), amount) as found
      from collections left join invoices using (client_id, collection_id)
      group by client_id, collection_id having sum(paid_amount) is distinct from amount
      union all
      select format('invoice %s is settled by nothing', document_id) from invoices
      where (status = 40) <> (collection_id is not null)`,
  },
  {
    id: 'I15',
    statement: 'each payment and its devolución are in the ledger once, with the amounts of its invoices',
    sql: `
      with booked as (
        select client_id, collection_id, document_id, event, account, sum(debit - credit) as amount
        from ledger_entries join ledger_lines using (client_id, entry_number)
        where collection_id is not null group by client_id, collection_id, document_id, event, account
      ), settled as (
        select client_id, collection_id, document_id, event, account, amount
        from invoices cross join lateral (values
          ('collection', 'BANCOS', paid_amount),
          ('collection', 'CARTERA', -total),
          ('collection', 'CLIENTE', recargos + iva_recargos - (paid_amount - total)),
          ('collection', 'RECARGOS', -recargos),
          ('collection', 'IVA_TRASLADADO', -iva_recargos),
          ('release', 'AFORO_POR_DEVOLVER', aforo),
          ('release', 'BANCOS', -final_deposit),
          ('release', 'CLIENTE', final_deposit - aforo)
        ) as due(event, account, amount)
        where collection_id is not null
      )
      select format('invoice %s of collection %s: %s, %s', document_id, collection_id, event, account) as found
      from settled full join booked using (client_id, collection_id, document_id, event, account)
      where coalesce(settled.amount, 0) <> coalesce(booked.amount, 0)`,
  },
  {
    id: 'I15',
    statement:
      'the trial balance: over all entries of a currency debits equal credits, and the portfolio is what is not paid',
    sql: `
      select format('%s: off by %s', currency, sum(debit - credit)) as found
      from ledger_entries join ledger_lines using (client_id, entry_number)
      group by currency having sum(debit) <> sum(credit)
      union all
      select format('client %s, %s in %s: %s in the books, %s in the invoices', client_id, account, currency, booked, owed)
      from (
        select client_id, account, currency, sum(debit - credit) as booked
        from ledger_entries join ledger_lines using (client_id, entry_number)
        where account in ('CARTERA', 'AFORO_POR_DEVOLVER') group by client_id, account, currency
      ) books
      left join lateral (
        select coalesce(sum(case account when 'CARTERA' then item.total else -item.aforo end), 0) as owed
        from sale_items item join sales using (client_id, sale_id) join invoices using (client_id, sale_id, document_id)
        where item.client_id = books.client_id and sales.currency = books.currency
          and item.state in ('authorised', 'disbursed') and status <> 40
      ) unpaid on true
      where booked <> owed`,
  },
];
