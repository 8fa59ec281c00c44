-- Checked apart from the migration that adds it, because notices must not wait for the check.
alter table notices validate constraint notices_event_check;
alter table notices validate constraint notices_object_check;
