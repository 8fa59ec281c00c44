-- no transaction
create index concurrently approvals_of_terms on approvals (client_id, decided_at desc)
  where state = 'approved' and kind in ('credit-line', 'bank-account');
