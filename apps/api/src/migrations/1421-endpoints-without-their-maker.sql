-- An endpoint for events belongs to the company. When the person who added it loses access, by whatever means, every other
-- administrator gets a mail: that person may still know its secret.
create function tell_of_endpoints_of_user() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into outbox (client_id, outbox_id, kind, payload, message_id, created_at)
  select new.client_id, id, 'webhook-maker-left', jsonb_build_object('makerId', new.user_id, 'userId', user_id), '<' || id || '@outbox>', now()
  from (
    select user_id, gen_random_uuid() as id from users
    where client_id = new.client_id and active and is_admin and user_id <> new.user_id) administrator
  where exists (
    select from webhook_endpoints
    where client_id = new.client_id and created_by = new.user_id and removed_at is null);
  return null;
end
$$;
create trigger users_endpoints_told after update of active on users
  for each row when (old.active and not new.active) execute function tell_of_endpoints_of_user();
