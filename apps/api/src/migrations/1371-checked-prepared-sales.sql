-- Checked apart from the migration that adds it, because sales must not wait for the check.
alter table sales validate constraint sales_prepared;
