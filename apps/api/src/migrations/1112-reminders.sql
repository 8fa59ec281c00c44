-- Reminders of payment. The lender switches them on once it has read their texts; a text that it has not written is the portal's own.
create table reminder_settings (
  is_settings boolean primary key default true check (is_settings),
  is_on boolean not null
);
create table reminder_texts (
  reader_text text primary key check (reader_text in ('client-due', 'client-overdue', 'receiver-due', 'receiver-overdue')),
  subject text not null check (length(subject) between 1 and 150),
  paragraphs text not null check (length(paragraphs) between 1 and 2000)
);
grant select on reminder_settings, reminder_texts to anticipa_operator, anticipa_worker;
grant insert, update on reminder_settings, reminder_texts to anticipa_operator;

-- One row for each invoice in each reminder: a step of a due date is sent once to each kind of reader.
create table reminders (
  client_id uuid not null,
  document_id uuid not null,
  reader text not null check (reader in ('client', 'receiver')),
  due_date date not null,
  step integer not null check (step <> 0 and step between -30 and 30),
  sent_on date not null,
  primary key (client_id, document_id, reader, due_date, step),
  foreign key (client_id, document_id) references invoices (client_id, document_id)
);
create index reminders_of_day on reminders (client_id, sent_on);
call protect_tenant_table('reminders');
grant select on reminders to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert on reminders to anticipa_worker;
