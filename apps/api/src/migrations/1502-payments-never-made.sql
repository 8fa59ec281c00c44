-- A payment that was registered by mistake and that the bank never made: its entry is reversed on its own day, and its key is free.

-- small table: returned_payments
alter table returned_payments
  add column never_made boolean not null default false,
  add constraint returned_payments_never_made check (
    not never_made or not went_elsewhere and moved is null and reference is null and days_lost = 0);
