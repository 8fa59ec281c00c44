-- How late receivers pay counts what they paid: no invoice that was written off, and none that its client bought back.

-- small table: receiver_payments
alter table invoices no force row level security;
alter table adjustments no force row level security;
delete from receiver_payments;
insert into receiver_payments (company_id, month, total, weighted_days)
select company_id, date_trunc('month', payment_date)::date, sum(total), sum((payment_date - due_date) * total)
from invoices
where status = 40 and written_off = 0 and not exists (
  select from adjustments made
  where made.client_id = invoices.client_id and made.document_id = invoices.document_id and made.kind = 'recourse'
    and not exists (select from adjustments ended where ended.client_id = made.client_id and ended.withdraws = made.adjustment_id))
group by company_id, date_trunc('month', payment_date);
alter table invoices force row level security;
alter table adjustments force row level security;
