-- Whether the lender has decided about reminders to its clients. A lender that has them on has; another one is asked by the set-up.
-- small table: reminder_settings
alter table reminder_settings add column is_decided boolean not null default false;
update reminder_settings set is_decided = true where is_on;
