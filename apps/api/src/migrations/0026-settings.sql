-- The lender's own settings, besides its accounts and terms.

-- Until the lender names its products.
insert into products (product_id, code, display_name) values
  (gen_random_uuid(), 'BI', 'Anticipo Índice'), (gen_random_uuid(), 'FB', 'Factoraje');

-- From whom e-mails come; at most one row.
create table mail_sender (
  is_sender boolean primary key default true check (is_sender),
  name text not null,
  address text not null
);

-- Above these amounts the answer to a sale needs a second operator: of one sale, and of all that an operator or for a client
-- authorises in a day. Without a row each answer needs one.
create table approval_amounts (
  currency text primary key check (currency in ('MXN', 'USD')),
  per_sale numeric(18, 2) not null check (per_sale >= 0),
  per_day numeric(18, 2) not null check (per_day >= per_sale)
);

grant select on mail_sender to anticipa_operator, anticipa_worker;
grant select on approval_amounts to anticipa_operator;
grant insert, update on mail_sender, approval_amounts to anticipa_operator;
