-- Links that were used to set a password, and those before, do not count towards the limits of recovery mails.
alter table recovery_requests add column used_at timestamptz check (used_at >= requested_at);
grant update (used_at) on recovery_requests to anticipa_tenant, anticipa_operator, anticipa_auth, anticipa_worker;
