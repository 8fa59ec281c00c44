-- Reminders to receivers are off until the lender switches them on, for itself and for each receiver.
-- small table: companies
alter table companies add column reminders_on boolean not null default false;
alter table reminder_settings add column receivers_on boolean not null default false;
