-- small table: users
-- small table: prepared_sales
-- What each person of a client may do about sales, and the most pesos that one sells alone. Everybody sold until now.
alter table users
  add column sale_right text not null default 'accept' check (sale_right in ('consult', 'prepare', 'accept')),
  add column accept_up_to numeric(18, 2) check (accept_up_to > 0),
  -- The mail of each sale to an administrator.
  add column notify_sales boolean not null default true,
  add constraint users_accept_up_to check (accept_up_to is null or sale_right = 'accept');
grant select (sale_right, accept_up_to, notify_sales) on users to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert (sale_right, accept_up_to, notify_sales) on users to anticipa_tenant;
grant update (sale_right, accept_up_to, notify_sales) on users to anticipa_tenant;

-- Sales that one person of a client prepares and another one accepts. They hold neither credit nor a price.
create table prepared_sales (
  client_id uuid not null references clients,
  prepared_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'returned', 'accepted', 'withdrawn', 'expired')),
  prepared_by uuid not null,
  prepared_at timestamptz not null,
  note text check (length(note) between 1 and 300),
  -- The person who ended its waiting; null if its dates did.
  ended_by uuid,
  ended_at timestamptz,
  reason text check (length(reason) between 1 and 300),
  primary key (client_id, prepared_id),
  foreign key (client_id, prepared_by) references users (client_id, user_id),
  foreign key (client_id, ended_by) references users (client_id, user_id),
  constraint prepared_sales_ended check ((state = 'waiting') = (ended_at is null)),
  constraint prepared_sales_reason check (state <> 'returned' or reason is not null)
);
create index prepared_sales_open on prepared_sales (client_id, prepared_at) where state in ('waiting', 'returned');

-- The choices, and the price that the preparer saw.
create table prepared_items (
  client_id uuid not null,
  prepared_id uuid not null,
  document_id uuid not null,
  position integer not null,
  is_waiting boolean not null default true,
  due_date date not null,
  purchase_order text,
  total numeric(18, 2) not null,
  interest numeric(18, 2) not null,
  deposit numeric(18, 2) not null,
  primary key (client_id, prepared_id, document_id),
  foreign key (client_id, prepared_id) references prepared_sales (client_id, prepared_id) on delete cascade,
  foreign key (client_id, document_id) references invoices (client_id, document_id)
);
-- An invoice waits in one prepared sale.
create unique index prepared_items_waiting on prepared_items (client_id, document_id) where is_waiting;

call protect_tenant_table('prepared_sales', 'prepared_items');
grant select, insert on prepared_sales, prepared_items to anticipa_tenant;
grant update (state, ended_by, ended_at, reason) on prepared_sales to anticipa_tenant, anticipa_worker;
grant update (is_waiting) on prepared_items to anticipa_tenant, anticipa_worker;
grant select on prepared_sales, prepared_items to anticipa_operator, anticipa_worker;
grant delete on prepared_sales to anticipa_worker;

-- Ended is ended: what two people decide at once has one outcome.
create function refuse_change_of_ended_preparation() returns trigger language plpgsql as $$
begin
  raise check_violation using message = 'the prepared sale has ended', constraint = 'prepared_sales_final';
end
$$;
create trigger prepared_sales_final before update on prepared_sales for each row
  when (old.state in ('accepted', 'withdrawn', 'expired')) execute function refuse_change_of_ended_preparation();

-- The prepared sale that a sale is the acceptance of.
alter table sales add column prepared_id uuid;
alter table sales add constraint sales_prepared foreign key (client_id, prepared_id)
  references prepared_sales (client_id, prepared_id) not valid;
