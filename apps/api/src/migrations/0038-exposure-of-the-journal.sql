-- What a receiver owes is what the journal says (CARTERA): a part payment lowers the face of the hold, and with it the sums.
create or replace function count_moved_exposure() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform from receiver_exposures where (company_id, currency) in (select company_id, currency from after)
  order by company_id, currency for update;
  update receiver_exposures exposure set held = exposure.held + moved.held, owed = exposure.owed + moved.owed
  from (
    select company_id, currency,
      sum(after.face * (after.state = 'held')::integer - before.face * (before.state = 'held')::integer) as held,
      sum(after.face * (after.state = 'posted')::integer - before.face * (before.state = 'posted')::integer) as owed
    from after join before using (client_id, sale_id, document_id, company_id, currency)
    where after.state <> before.state or after.face <> before.face group by company_id, currency
  ) moved
  where exposure.company_id = moved.company_id and exposure.currency = moved.currency;
  update pair_exposures exposure set held = exposure.held + moved.held, owed = exposure.owed + moved.owed
  from (
    select client_id, company_id, currency,
      sum(after.face * (after.state = 'held')::integer - before.face * (before.state = 'held')::integer) as held,
      sum(after.face * (after.state = 'posted')::integer - before.face * (before.state = 'posted')::integer) as owed
    from after join before using (client_id, sale_id, document_id, company_id, currency)
    where after.state <> before.state or after.face <> before.face group by client_id, company_id, currency
  ) moved
  where exposure.client_id = moved.client_id and exposure.company_id = moved.company_id
    and exposure.currency = moved.currency;
  return null;
end
$$;

-- The policies bind the owner too.
alter table credit_holds no force row level security;
alter table ledger_lines no force row level security;
update credit_holds hold set face = journal.owed
from (
  select client_id, document_id, sum(debit - credit) as owed from ledger_lines where account = 'CARTERA'
  group by client_id, document_id
) journal
where hold.state = 'posted' and hold.client_id = journal.client_id and hold.document_id = journal.document_id
  and hold.face <> journal.owed and journal.owed > 0;
alter table ledger_lines force row level security;
alter table credit_holds force row level security;
