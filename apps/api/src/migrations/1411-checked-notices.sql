-- Reads the table while others write to it.
alter table notices validate constraint notices_event_check;
alter table notices validate constraint notices_object_check;
