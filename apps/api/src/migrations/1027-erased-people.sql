-- Personal data end: a person is erased by the worker, with the command or after a period. The row stays under a pseudonym, because
-- books and log name its id. An erased person never returns.
alter table users
  add column erased_at timestamptz,
  add constraint users_erased check (erased_at is null or (not active and not is_admin and not sync_allowed
    and password_hash is null and phone = '' and mobile = '' and email = user_id::text || '@borrado.invalid'));
alter table operators
  add column erased_at timestamptz,
  add constraint operators_erased check (erased_at is null or (not active and password_hash is null
    and num_nonnulls(totp_secret, totp_pending, totp_step, passkey_challenge, passkey_until, demo_code) = 0
    and email = operator_id::text || '@borrado.invalid'));

-- The worker changes a person in no other way than this.
create function refuse_all_but_erasing() returns trigger language plpgsql as $$
begin
  raise insufficient_privilege using message = 'the worker may only erase a person';
end
$$;
create trigger users_only_erased before update on users for each row
  when (current_user = 'anticipa_worker' and new.erased_at is null) execute function refuse_all_but_erasing();
create trigger operators_only_erased before update on operators for each row
  when (current_user = 'anticipa_worker' and new.erased_at is null) execute function refuse_all_but_erasing();

grant select (erased_at) on users to anticipa_tenant, anticipa_operator, anticipa_worker;
grant select (erased_at) on operators to anticipa_operator;
grant select (last_name, created_at, has_second_factor, erased_at) on operators to anticipa_worker;
grant update (email, password_hash, first_name, last_name, mother_surname, phone, mobile, is_admin, active, sync_allowed, erased_at)
  on users to anticipa_worker;
grant update (email, password_hash, first_name, last_name, active, totp_secret, totp_pending, totp_step, passkey_challenge,
  passkey_until, demo_code, erased_at) on operators to anticipa_worker;
grant select (client_id, user_id, created_at), delete on calendar_links to anticipa_worker;
grant select (operator_id, created_at, last_used_at), delete on operator_passkeys to anticipa_worker;
grant select (operator_id), delete on operator_recovery_codes to anticipa_worker;
grant select, delete on survey_answers, survey_put_offs to anticipa_worker;
grant select on client_views to anticipa_worker;
grant delete on operator_keys, outbox to anticipa_worker;

-- Old mails are found by it.
create index outbox_by_age on outbox using brin (created_at);
