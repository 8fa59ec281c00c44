-- Calls of the bank are counted by kind and by sender, because anyone can make them: 500 of a kind wait, 100 of them of one sender.
alter table bank_calls add column sender text not null default '';

drop function keep_bank_call(text, bytea, timestamptz);

-- Keeps a call of the bank for the worker: 'new', 'known' if it is kept already, or 'full'.
create function keep_bank_call(kind text, body bytea, received_at timestamptz, sender text) returns text
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  with waiting as (
    select count(*) as calls, count(*) filter (where waits.sender = $4) as of_sender
    from bank_calls waits where tracking_key is null and waits.kind = $1
  ), kept as (
    insert into bank_calls (digest, kind, body, received_at, sender)
    select sha256($2), $1, $2, $3, $4 from waiting where calls < 500 and of_sender < 100
    on conflict do nothing
    returning digest
  )
  select case
    when exists (select from kept) then 'new'
    when exists (select from bank_calls where digest = sha256($2)) then 'known'
    else 'full'
  end
$$;
revoke all on function keep_bank_call from public;
grant execute on function keep_bank_call to anticipa_auth;
