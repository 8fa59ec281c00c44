-- As a superuser in the portal's database, once: PgBouncer may ask for the verifiers of the two programs and of nobody else.
create role pgbouncer login password :'password';
create function pgbouncer_verifier(role_name text, out name text, out verifier text)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select rolname, rolpassword from pg_authid where rolname = role_name and rolname in ('anticipa_api', 'anticipa_worker')
$$;
revoke execute on function pgbouncer_verifier(text) from public;
grant execute on function pgbouncer_verifier(text) to pgbouncer;
