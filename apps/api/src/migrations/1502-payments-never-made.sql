-- A payment that was registered by mistake and that the bank never made: its entry is reversed on its own day, and its key is free.

-- small table: returned_payments
alter table returned_payments
  add column never_made boolean not null default false,
  add constraint returned_payments_never_made check (
    not never_made or not went_elsewhere and moved is null and reference is null and days_lost = 0);

-- keep_bank_line changes what 1232 added: what a movement was taken for may also be a payment that was never made.
create or replace function keep_bank_line() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state in ('booked', 'ignored')
    and (old.booked_as is null or old.booked_as = 'receipt' or new.state <> 'waiting') then
    raise check_violation using message = 'a movement of the bank is decided once', constraint = 'bank_lines_final';
  end if;
  return new;
end
$$;
