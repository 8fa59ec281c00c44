-- Which of these invoices of a client have a proven claim, found in one search instead of a call of claim_invoice for each.
create function proven_claims(of_client uuid, documents uuid[]) returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select document_id from invoice_claims
  where client_id = of_client and of_client = coalesce(current_client_id(), of_client)
    and document_id = any(documents) and is_proven
$$;
revoke execute on function proven_claims from public;
grant execute on function proven_claims to anticipa_tenant, anticipa_worker;

-- Room on each page for a new version of all its rows: a sale of 50 changes all of them at once, and each that went to another page
-- wrote all indexes of its table.
alter table invoices set (fillfactor = 50);
alter table sale_items set (fillfactor = 50);
alter table credit_holds set (fillfactor = 50);
