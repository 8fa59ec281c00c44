-- small table: clients
-- A client is closed and reopened by two operators. The people of a closed one read until an instant and change nothing. No column
-- has a name that another table has too: queries of the version before, which may still run, would become ambiguous.
alter table clients
  add column client_state text not null default 'open' check (client_state in ('open', 'closed')),
  add column reads_until timestamptz,
  add constraint clients_closed check ((reads_until is null) = (client_state = 'open'));

-- The session's client is read with the session, so that closing takes effect at the next call.
drop function session_of_bearer(bytea);
create function session_of_bearer(bearer_hash bytea) returns table (
  session_id uuid, client_id uuid, user_id uuid, operator_id uuid, last_used_at timestamptz, expires_at timestamptz,
  email text, first_name text, last_name text, is_admin boolean, active boolean, must_change_password boolean,
  rfc text, entity_name text, reads_until timestamptz, operator_email text, operator_active boolean, operator_roles text[],
  view_id uuid, view_ends_at timestamptz, bearer_used_at timestamptz
)
language plpgsql stable as $$
begin
  return query
    select s.session_id, coalesce(v.client_id, s.client_id), coalesce(v.user_id, s.user_id), s.operator_id, s.last_used_at, s.expires_at, u.email, u.first_name,
      u.last_name, u.is_admin, u.active, u.must_change_password, c.rfc, c.entity_name, c.reads_until, o.email, o.active,
      array(select r.role from operator_roles r where r.operator_id = s.operator_id), t.view_id, v.ends_at,
      t.last_used_at
    from session_tokens t
    join sessions s on s.session_id = t.session_id
    left join client_views v on v.view_id = t.view_id
    left join users u on u.client_id = coalesce(v.client_id, s.client_id) and u.user_id = coalesce(v.user_id, s.user_id)
    left join clients c on c.client_id = coalesce(v.client_id, s.client_id)
    left join operators o on o.operator_id = s.operator_id
    where t.token_hash = bearer_hash and s.ended_at is null;
end
$$;
revoke all on function session_of_bearer from public;
grant execute on function session_of_bearer to anticipa_auth;

-- A sale that was on its way while its client was closed. The lock waits for the one that closing takes.
create function refuse_sale_of_closed_client() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  client clients;
begin
  select * into client from clients where client_id = new.client_id for key share;
  if client.client_state <> 'open' then
    raise check_violation using message = 'the client is closed', constraint = 'sales_of_open_clients';
  end if;
  return new;
end
$$;
create trigger sales_of_open_clients before insert on sales for each row execute function refuse_sale_of_closed_client();
