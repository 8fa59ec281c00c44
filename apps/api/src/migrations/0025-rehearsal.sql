-- One row in the database of a rehearsal, where a test authority is trusted. The owner's alone.
create table rehearsal (
  is_marked boolean primary key default true check (is_marked),
  since timestamptz not null
);
