-- Trusted certificates for verifying CFDI: the tax authority's CAs and stamping certificates, by SHA-256.
create table trusted_certificates (
  sha256 bytea primary key,
  kind text not null check (kind in ('authority', 'stamping')),
  serial text not null,
  subject text not null,
  der bytea not null,
  pinned_at timestamptz not null
);
grant select on trusted_certificates to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert on trusted_certificates to anticipa_operator;
