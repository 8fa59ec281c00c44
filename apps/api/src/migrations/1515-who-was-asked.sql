-- The evidence of an answer names the contact who got the question: a link can be passed on, and anyone who has it can answer.

alter table confirmations
  -- "Ana Pagos (a***@cliente.mx)"; null if it was asked before this was kept.
  add column asked text;

-- The name of a contact with the domain of its mail: a client reads no contact.
create function confirmation_addressee(of_contact uuid) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select format('%s (%s***@%s)', regexp_replace(name, '\s+', ' ', 'g'), left(email, 1), split_part(email, '@', 2))
  from receiver_contacts where contact_id = of_contact
$$;
revoke execute on function confirmation_addressee from public;
grant execute on function confirmation_addressee to anticipa_tenant, anticipa_operator;
