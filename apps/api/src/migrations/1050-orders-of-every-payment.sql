-- An order to the bank pays a deposit, a client's devoluciones, or sends money of unknown purpose back to its payer.

alter table transfer_orders add column purpose text not null default 'deposit', add column payment_id uuid;
alter table transfer_orders
  add constraint transfer_orders_purpose check (purpose in ('deposit', 'payout', 'return')) not valid,
  add constraint transfer_orders_payment foreign key (payment_id) references unidentified_payments not valid;

-- The devoluciones that an order pays, as they were when it was made.
create table transfer_order_invoices (
  client_id uuid not null,
  order_id uuid not null,
  document_id uuid not null,
  amount numeric(18, 2) not null check (amount > 0),
  primary key (client_id, order_id, document_id),
  foreign key (client_id, document_id) references invoices (client_id, document_id)
);
call protect_tenant_table('transfer_order_invoices');
grant select on transfer_order_invoices to anticipa_operator, anticipa_worker;
grant insert on transfer_order_invoices to anticipa_operator;

-- The worker books what the bank has paid.
grant insert on payouts to anticipa_worker;
grant update (state, return_key) on unidentified_payments to anticipa_worker;

-- The account from which received money came, where the bank names it.
alter table received_transfers add column sender_account text;
