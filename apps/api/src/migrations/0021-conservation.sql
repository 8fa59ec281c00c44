-- Constancias (NOM-151) of accepted contracts: a certified provider's time stamp over the hash of the text.

create table constancias (
  client_id uuid not null references clients,
  -- SHA-256 of the contract text; sales accepted together share it. Also our key at the provider.
  terms_hash text not null check (terms_hash ~ '^[0-9a-f]{64}$'),
  requested_at timestamptz not null,
  -- Set before the first call: from then on the provider is asked before the hash is sent again.
  sent_at timestamptz,
  -- When the next attempt is due; later than its call while a worker makes one.
  due_at timestamptz not null,
  attempts integer not null default 0,
  last_error text,
  provider_id text,
  -- RFC 3161 TimeStampResp, verified on receipt, and the certificates that verify it, in PEM, the root last.
  token bytea,
  chain text,
  issued_at timestamptz,
  primary key (client_id, terms_hash),
  check (num_nonnulls(provider_id, token, chain, issued_at) in (0, 4))
);
create index constancias_due on constancias (due_at) where token is null;

call protect_tenant_table('constancias');

grant select, insert on constancias to anticipa_tenant;
grant select, update (due_at) on constancias to anticipa_operator;
grant select, update on constancias to anticipa_worker;
