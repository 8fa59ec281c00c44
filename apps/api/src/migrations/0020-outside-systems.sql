-- How the worker's calls to each outside system went, for the API, which has only its own in memory.
create table outside_systems (
  system text primary key check (
    system in (
      'tax-status', 'taxpayer-list', 'invoice-sync', 'invoicing', 'mail', 'payouts', 'payment-proofs', 'exchange-rates', 'conservation', 'storage',
      'error-reports', 'base-app', 'risk', 'credits', 'dispersions'
    )
  ),
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure text,
  circuit text not null check (circuit in ('closed', 'open'))
);

grant select on outside_systems to anticipa_operator;
grant select, insert, update on outside_systems to anticipa_worker;
