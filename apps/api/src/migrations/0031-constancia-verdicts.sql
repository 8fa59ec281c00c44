-- What a provider issued is kept whether or not it is valid, and bought again only within limits.

alter table constancias
  -- Calls to the provider that may have bought one; written before each.
  add column orders integer not null default 0,
  -- How the verification of the token ended.
  add column verdict text;
-- The owner of the table is no tenant, and policies apply to it too.
alter table constancias no force row level security;
update constancias set orders = 1 where sent_at is not null;
update constancias set verdict = 'valid' where token is not null;
alter table constancias force row level security;
alter table constancias
  drop column sent_at,
  drop constraint constancias_check,
  add check (num_nonnulls(provider_id, token, verdict) in (0, 3)),
  -- Both only of a valid token.
  add check (num_nonnulls(chain, issued_at) in (0, 2)),
  add check (issued_at is null or token is not null);
drop index constancias_due;
create index constancias_due on constancias (due_at) where issued_at is null;

grant update (orders) on constancias to anticipa_operator;
