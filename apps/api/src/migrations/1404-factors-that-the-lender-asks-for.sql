-- The day from which every person of a client needs a second factor to sign in. At most one row; without it, or without a day, only
-- the companies decide.
create table client_factors (
  is_rule boolean primary key default true check (is_rule),
  required_from date
);
grant select on client_factors to anticipa_tenant, anticipa_operator, anticipa_auth, anticipa_worker;
grant insert, update on client_factors to anticipa_operator;

-- The portal asks people who sign in before that day to set up a second factor.
grant execute on function has_factor to anticipa_auth;
