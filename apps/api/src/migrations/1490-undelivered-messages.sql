-- no transaction
-- Messages that Meta took and that are not yet known to be delivered: their notices go by mail.
create index concurrently whatsapp_messages_undelivered on whatsapp_messages (created_at)
  where not is_mailed and state in ('unknown', 'accepted', 'sent');
drop index concurrently if exists whatsapp_messages_open;
