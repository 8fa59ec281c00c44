-- Messages about an invoice between its client and the lender, with documents. Nothing is changed or deleted.

create table invoice_messages (
  client_id uuid not null,
  message_id uuid not null unique,
  document_id uuid not null,
  author_kind text not null check (author_kind in ('user', 'operator')),
  author_id uuid not null,
  body text not null check (length(body) <= 4000),
  -- An operator says that the messages before need no answer.
  is_handled boolean not null default false,
  written_at timestamptz not null,
  primary key (client_id, message_id),
  foreign key (client_id, document_id) references invoices (client_id, document_id),
  constraint invoice_messages_handled check (not is_handled or (author_kind = 'operator' and body = ''))
);
create index invoice_messages_of_invoice on invoice_messages (client_id, document_id, written_at, message_id);

create table invoice_message_files (
  client_id uuid not null,
  message_id uuid not null,
  place integer not null check (place between 1 and 3),
  name text not null check (length(name) between 1 and 255),
  media_type text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg', 'text/xml')),
  size integer not null check (size between 1 and 2000000),
  -- The bytes are in the store of files under it.
  sha256 bytea not null check (length(sha256) = 32),
  primary key (client_id, message_id, place),
  foreign key (client_id, message_id) references invoice_messages (client_id, message_id)
);
create index invoice_message_files_stored on invoice_message_files (client_id, sha256);

-- How far each person has read.
create table invoice_message_reads (
  client_id uuid not null,
  document_id uuid not null,
  reader_kind text not null check (reader_kind in ('user', 'operator')),
  reader_id uuid not null,
  read_at timestamptz not null,
  primary key (client_id, document_id, reader_kind, reader_id),
  foreign key (client_id, document_id) references invoices (client_id, document_id)
);

call protect_tenant_table('invoice_messages', 'invoice_message_files', 'invoice_message_reads');
grant select, insert on invoice_messages, invoice_message_files to anticipa_tenant, anticipa_operator;
grant select on invoice_messages, invoice_message_files to anticipa_worker;
grant select, insert, update (read_at) on invoice_message_reads to anticipa_tenant, anticipa_operator;

create function refuse_change_of_messages() returns trigger language plpgsql as $$
begin
  raise exception 'a message stays as it is' using errcode = 'check_violation', constraint = 'invoice_messages_stay';
end
$$;
create trigger invoice_messages_stay before update or delete or truncate on invoice_messages
  for each statement execute function refuse_change_of_messages();
create trigger invoice_messages_stay before update or delete or truncate on invoice_message_files
  for each statement execute function refuse_change_of_messages();
