-- A payment that was registered by mistake while it was in a file for the bank is in that file again: the bank may still pay it.
create or replace function keep_filed_payment() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'filed' and not (old.state = 'paid' and new.state = 'filed' and exists (
    select from returned_payments undone where undone.tracking_key = old.tracking_key and undone.never_made)) then
    raise check_violation using message = 'a payment leaves its file once', constraint = 'filed_payments_final';
  end if;
  return new;
end
$$;
