-- The company of a client on which its test keys act: one value, with which no record of the lender has anything to do.
create table test_companies (
  client_id uuid primary key references clients,
  company text not null,
  changed_at timestamptz not null
);
call protect_tenant_table('test_companies');
grant select, insert, update on test_companies to anticipa_tenant;
grant select, delete on test_companies to anticipa_worker;
