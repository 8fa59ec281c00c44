-- The lender takes in invoices of its clients that it financed before it used the portal.
grant insert on files, invoices, cfdi_relations to anticipa_operator;
grant execute on function ensure_company to anticipa_operator;
