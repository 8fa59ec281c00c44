-- What the search of a client compares. Under row-level security an index only serves operators that cannot leak a row, such
-- as = and < of text and bigint; not LIKE, trigrams or numeric (decision 90).

-- The final number of the folio without leading zeros; without such a number, its letters and digits. As folioOf in domain/search.ts.
alter table invoices
  add column folio_key text collate "C" generated always as (
    coalesce(
      nullif(ltrim(substring(folio from '[0-9]+$'), '0'), ''),
      regexp_replace(upper(folio), '[^A-Z0-9]', '', 'g')
    )
  ) stored,
  add column total_cents bigint not null generated always as ((total * 100)::bigint) stored;
create index invoices_by_folio on invoices (client_id, folio_key);
create index invoices_by_total on invoices (client_id, total_cents);
-- The open ones first.
create index invoices_of_company on invoices (client_id, company_id, is_settled, created_at desc);

-- What the client received for a sale, which is how it knows it from its bank.
alter table sales add column deposit_cents bigint;
create function keep_deposit() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  new.deposit_cents := (
    select sum(initial_deposit) * 100 from sale_items
    where client_id = new.client_id and sale_id = new.sale_id and is_live
  );
  return new;
end
$$;
create trigger sales_deposited before update of state on sales
  for each row when (new.state = 'disbursed' and old.state <> 'disbursed') execute function keep_deposit();
-- The policies bind the owner too.
alter table sales no force row level security;
alter table sale_items no force row level security;
update sales set deposit_cents = (
  select sum(initial_deposit) * 100 from sale_items
  where sale_items.client_id = sales.client_id and sale_items.sale_id = sales.sale_id and is_live
) where state = 'disbursed';
alter table sale_items force row level security;
alter table sales force row level security;
create index sales_by_deposit on sales (client_id, deposit_cents) where deposit_cents is not null;
