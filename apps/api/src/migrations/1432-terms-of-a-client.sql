-- A client reads the approved changes of its own lines and accounts; other proposals stay the lender's affair.

create policy tenant_terms on approvals as restrictive for select to anticipa_tenant
  using (state = 'approved' and kind in ('credit-line', 'bank-account'));
grant select (approval_id, client_id, kind, state, change, decided_at) on approvals to anticipa_tenant;
