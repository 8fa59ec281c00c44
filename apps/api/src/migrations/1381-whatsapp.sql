-- WhatsApp as a channel of notices: the numbers that people have confirmed by a message of their own, and what became of each message.

create table whatsapp_numbers (
  client_id uuid not null,
  user_id uuid not null,
  -- SHA-256 of the code that the person is to send; it works once.
  code_hash bytea unique,
  code_until timestamptz,
  -- The number that sent the code, and when: the person's consent.
  phone text check (phone ~ '^\d{8,15}$'),
  confirmed_at timestamptz,
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references users (client_id, user_id),
  check ((code_hash is null) = (code_until is null)),
  check ((phone is null) = (confirmed_at is null))
);
create index whatsapp_numbers_by_phone on whatsapp_numbers (phone);

create table whatsapp_messages (
  client_id uuid not null,
  -- The id in the outbox; Meta gives it back with each state.
  message_id uuid not null unique,
  notice_id uuid not null,
  user_id uuid not null,
  phone text not null,
  -- 'sending' from before the call; 'unknown' if its answer was lost.
  state text not null check (state in ('sending', 'unknown', 'accepted', 'sent', 'delivered', 'read', 'failed')),
  provider_id text unique,
  reason text,
  -- The notice went by mail too, or instead.
  is_mailed boolean not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (client_id, message_id),
  foreign key (client_id, message_id) references outbox (client_id, outbox_id) on delete cascade
);
create index whatsapp_messages_open on whatsapp_messages (created_at) where state in ('sending', 'unknown');

call protect_tenant_table('whatsapp_numbers', 'whatsapp_messages');
grant select, insert, update (code_hash, code_until, phone, confirmed_at) on whatsapp_numbers to anticipa_tenant;
grant select on whatsapp_numbers to anticipa_operator;
grant select, update (code_hash, code_until, phone, confirmed_at), delete on whatsapp_numbers to anticipa_worker;
-- The sign-in tells of a new device.
create policy auth on whatsapp_numbers for select to anticipa_auth using (true);
grant select (client_id, user_id, confirmed_at) on whatsapp_numbers to anticipa_auth;
grant select, insert, update (state, provider_id, reason, is_mailed, changed_at), delete on whatsapp_messages to anticipa_worker;
grant select on whatsapp_messages to anticipa_operator;

-- Messages to phones have a job of their own, so that a mail server that hangs does not delay them.
create or replace function enqueue_message(client_id uuid, outbox_id uuid, kind text) returns void language sql as $$
  select enqueue_job(
    case kind when 'recovery-link' then 'deliver-link' when 'whatsapp' then 'deliver-whatsapp' else 'deliver-outbox' end,
    json_build_object('clientId', client_id, 'outboxId', outbox_id),
    job_key => 'outbox:' || outbox_id,
    priority => case kind when 'recovery-link' then 10 when 'sale-summary' then 30 else 20 end
  );
$$;

-- small table: outside_systems
alter table outside_systems drop constraint outside_systems_system_check;
alter table outside_systems add constraint outside_systems_system_check check (
  system in (
    'tax-status', 'taxpayer-list', 'invoice-sync', 'invoicing', 'mail', 'payouts', 'payment-proofs', 'exchange-rates', 'conservation', 'storage',
    'error-reports', 'base-app', 'risk', 'credits', 'dispersions', 'whatsapp'
  )
);
