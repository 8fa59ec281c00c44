-- What runs with its owner's rights looks names up in temporary tables last: anybody may make one called like ours.
alter function enqueue_outbox() set search_path = pg_catalog, public, pg_temp;
alter function claim_invoice(uuid, text, bytea, bytea) set search_path = pg_catalog, public, pg_temp;
alter function ensure_company(text, text, text, text, timestamptz) set search_path = pg_catalog, public, pg_temp;
alter function refuse_operators_email() set search_path = pg_catalog, public, pg_temp;
alter function drop_bearers() set search_path = pg_catalog, public, pg_temp;
alter function end_sessions_of(uuid, uuid, timestamptz, uuid) set search_path = pg_catalog, public, pg_temp;

-- A tenant lets go of its own claims only; the lender and the worker, who are no tenant, of anybody's.
create or replace function release_claim(released_client uuid, released_document uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  delete from invoice_claims
  where client_id = released_client and document_id = released_document
    and client_id = coalesce(current_client_id(), client_id)
$$;

-- Only signing in reads what proves a password.
revoke select on users from anticipa_tenant, anticipa_operator, anticipa_worker;
grant select (client_id, user_id, email, first_name, last_name, mother_surname, phone, mobile, is_admin, active,
  sync_allowed, must_change_password, notify_initial_deposit, added_by, created_at)
  on users to anticipa_tenant, anticipa_operator, anticipa_worker;
revoke select on operators from anticipa_operator;
grant select (operator_id, email, first_name, last_name, active, created_at) on operators to anticipa_operator;
