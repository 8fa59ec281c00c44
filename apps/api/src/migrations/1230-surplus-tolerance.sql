-- Per cent of what is owed by which a typed payment may be more without a second person.
-- small table: approval_amounts
alter table approval_amounts
  add column surplus_percent numeric(18, 2) not null default 1 check (surplus_percent between 0 and 100);
