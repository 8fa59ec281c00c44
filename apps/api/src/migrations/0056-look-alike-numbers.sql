-- Fingerprints as `numberKey` makes them since: series and folio as one text, without signs, marks and forms of width.
create function number_part(part text) returns text
language sql immutable set search_path = pg_catalog
as $$
  select coalesce(
    nullif(regexp_replace(regexp_replace(capitals, '(?<![0-9])0+(?=[0-9])', '', 'g'), '[^A-Z0-9]', '', 'g'), ''), capitals)
  from (select upper(normalize(coalesce(part, ''), NFKD))) normal (capitals)
$$;

-- The owner of the tables is no tenant, and policies apply to it too.
alter table invoices no force row level security;
update invoices set fingerprint = sha256(convert_to(
  '[' || concat_ws(',',
    to_json(issuer_rfc), to_json(receiver_key), to_json(number_part(serie) || number_part(folio)), to_json(currency),
    to_json((total * 100)::bigint::text), to_json(to_char(emitted_on, 'YYYY-MM-DD'))
  ) || ']', 'UTF8'))
where fingerprint is not null;

-- Of two look-alikes that are live already, the first keeps its claim to the figures.
update invoice_claims set fingerprint = null where fingerprint is not null;
update invoice_claims set fingerprint = first.fingerprint
from (
  select distinct on (invoices.fingerprint) client_id, document_id, invoices.fingerprint from invoices
  join invoice_claims using (client_id, document_id) where invoices.fingerprint is not null
  order by invoices.fingerprint, created_at
) first (client_id, document_id, fingerprint)
where invoice_claims.client_id = first.client_id and invoice_claims.document_id = first.document_id;

alter table invoices force row level security;
drop function number_part;
