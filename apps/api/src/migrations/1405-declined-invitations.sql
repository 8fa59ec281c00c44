-- small table: users
-- When the person declined the invitation of a client; it counts while the membership has no access and was never accepted.
alter table users add column declined_at timestamptz;
grant select (declined_at), update (declined_at) on users to anticipa_tenant;
grant select (declined_at) on users to anticipa_operator, anticipa_worker;
