-- A program may read neither all users nor the mark of a rehearsal, but must not run on a database of another purpose.
create function database_purpose(out demo_email text, out is_rehearsal boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select
    (select email from (select email from public.users union all select email from public.operators) as people
      where lower(email) like '%.demo' limit 1),
    exists (select from public.rehearsal)
$$;
revoke execute on function database_purpose() from public;
grant execute on function database_purpose() to anticipa_api, anticipa_worker;
