import { invoiceStatus } from '@anticipa/domain/invoice';
import { type RawBuilder, sql } from 'kysely';

/** The latest payments of a receiver in which its habit is observed, and the fewest that make one. */
const OBSERVED = { most: 12, fewest: 3 };

const SELLABLE = [invoiceStatus.REGISTRADO, invoiceStatus.AUTORIZADA];

/**
 * Payment habits of the companies of a relation: the habit that the client saved, else the lender's policy, else the
 * term that the open invoices of the company state in agreement, else the median and the usual weekday of its latest
 * payments to the client. A row for each company: `company_id`, the receiver's `status`, `source`, `term` in days from
 * emission and `week_days` as ISO numbers; null if nothing is known. Materialize it: inlined, it may be computed for
 * each invoice.
 */
export const knownHabits = (tenant: string, companies: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select listed.company_id, company.status,
    case when saved.payment_days is not null then 'saved' when company.policy_term is not null then 'policy'
      when stated.term is not null then 'invoice' when observed.term is not null then 'observed' end as source,
    coalesce(saved.payment_days, company.policy_term, stated.term, observed.term) as term,
    case when saved.payment_days is not null then concat(case when saved.monday then 1 end, case when saved.tuesday then 2 end,
        case when saved.wednesday then 3 end, case when saved.thursday then 4 end, case when saved.friday then 5 end)
      when company.policy_term is not null then company.policy_week_days
      when stated.term is null then observed.weekday else '5' end as week_days
  from (select distinct company_id from ${companies}) as listed
  join companies as company using (company_id)
  left join payment_habits as saved on saved.client_id = ${tenant} and saved.company_id = listed.company_id
  left join lateral (
    select min(stated_term) as term from invoices
    where client_id = ${tenant} and company_id = listed.company_id and not is_settled and stated_term is not null
      and product = 'BI' and status = any(${SELLABLE}::integer[])
    having min(stated_term) = max(stated_term)
  ) as stated on saved.payment_days is null and company.policy_term is null
  left join lateral (
    select least(greatest(percentile_disc(0.5) within group (order by days), 1), 180) as term,
      least(mode() within group (order by weekday), 5)::text as weekday
    from (
      select payment_date - emitted_on as days, extract(isodow from payment_date)::integer as weekday from invoices
      where client_id = ${tenant} and company_id = listed.company_id and is_settled
      order by payment_date desc limit ${OBSERVED.most}
    ) as payments
    having count(*) >= ${OBSERVED.fewest}
  ) as observed on saved.payment_days is null and company.policy_term is null and stated.term is null`;
