-- A request knows until when its proposal waits: a client, who may not read open proposals, sees whose turn it is.

-- small table: client_requests
alter table client_requests add column proposed_until timestamptz,
  add constraint client_requests_until check (proposed_until is null or approval_id is not null);
alter table client_requests no force row level security;
alter table approvals no force row level security;
-- It refuses a change that is no step.
alter table client_requests disable trigger client_requests_final;
update client_requests set proposed_until = approvals.expires_at from approvals
where approvals.approval_id = client_requests.approval_id and client_requests.state = 'proposed';
alter table client_requests enable trigger client_requests_final;
alter table approvals force row level security;
alter table client_requests force row level security;
grant update (proposed_until) on client_requests to anticipa_operator;
