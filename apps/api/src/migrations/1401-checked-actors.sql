-- Reads the tables while others write to them.
alter table audit validate constraint audit_actor_kind_check;
alter table invoice_events validate constraint invoice_events_actor_kind_check;
