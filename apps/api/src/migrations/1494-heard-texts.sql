-- Texts that came from phones by WhatsApp, by the hash of Meta's id, so that one that Meta sends again is neither read nor answered twice.
create table whatsapp_texts (
  id_hash bytea primary key,
  heard_at timestamptz not null
);
create index whatsapp_texts_oldest on whatsapp_texts (heard_at);
grant select, insert, delete on whatsapp_texts to anticipa_worker;
