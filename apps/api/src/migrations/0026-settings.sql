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

-- Whether the demo's robot answers sales. Only the demo's seed inserts the row.
create table demo_robot (
  is_robot boolean primary key default true check (is_robot),
  answers boolean not null
);

grant select, update (answers) on demo_robot to anticipa_operator;

-- Above these an answer needs a second person: of one sale, and of one client and operator in a day. Null: none.
create table approval_amounts (
  currency text primary key check (currency in ('MXN', 'USD')),
  per_sale numeric(18, 2) check (per_sale >= 0),
  per_day numeric(18, 2) check (per_day >= 0)
);

grant select, insert, update on approval_amounts to anticipa_operator;

grant select on mail_sender to anticipa_operator, anticipa_worker;
grant insert, update on mail_sender to anticipa_operator;
