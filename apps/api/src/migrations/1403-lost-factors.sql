-- Tells whether an account has a second factor, and nothing else of it: the tables of factors are closed to those who ask.
create function has_factor(of_account uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from accounts where account_id = of_account and has_second_factor)
    or exists (select from account_passkeys where account_id = of_account)
$$;
revoke all on function has_factor from public;
grant execute on function has_factor to anticipa_tenant, anticipa_operator;

-- Whether a person works for another client than this one, whose policies hide it.
create function works_elsewhere(of_client uuid, of_account uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found_one boolean;
begin
  perform set_config('app.leaving_account', of_account::text, true);
  found_one := exists (
    select from users where account_id = of_account and client_id <> of_client and active and joined_at is not null);
  perform set_config('app.leaving_account', '', true);
  return found_one;
end
$$;
revoke all on function works_elsewhere from public;
grant execute on function works_elsewhere to anticipa_tenant, anticipa_operator;

-- Takes every second factor of a client's person away and ends all of the person's sessions. It locks the account as each use of a
-- factor does, so that a use is either before it, and its session ends, or finds no factor. A client does not do it to a person of
-- several clients. Returns the sessions, or one row without any; no row if there was no factor.
create function clear_factors(of_client uuid, of_user uuid, of_account uuid, at timestamptz)
returns table (session_id uuid, client_id uuid)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  is_theirs boolean;
begin
  if of_client is distinct from coalesce(current_client_id(), of_client) then return; end if;
  perform from accounts where account_id = of_account for no key update;
  if current_client_id() is not null and works_elsewhere(of_client, of_account) then return; end if;
  perform set_config('app.leaving_account', of_account::text, true);
  is_theirs := exists (
    select from users where client_id = of_client and user_id = of_user and account_id = of_account and joined_at is not null);
  if is_theirs and has_factor(of_account) then
    delete from account_passkeys where account_id = of_account;
    delete from account_recovery_codes where account_id = of_account;
    update accounts set totp_secret = null, totp_pending = null, totp_step = null, passkey_challenge = null, passkey_until = null
      where account_id = of_account;
    return query with ended as (
        update sessions set ended_at = at
        where user_id in (select user_id from users where account_id = of_account) and ended_at is null
        returning session_id, client_id)
      select ended.session_id, ended.client_id from (select) one left join ended on true;
  end if;
  perform set_config('app.leaving_account', '', true);
end
$$;
revoke all on function clear_factors from public;
grant execute on function clear_factors to anticipa_tenant, anticipa_operator;
