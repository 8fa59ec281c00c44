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

grant select on mail_sender to anticipa_operator, anticipa_worker;
grant insert, update on mail_sender to anticipa_operator;
