-- Browsers to which notices are pushed.

create table push_subscriptions (
  client_id uuid not null,
  user_id uuid not null,
  -- The address of the browser at its push service. Of several people who have registered it, the last one sits before it.
  endpoint text not null check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  primary key (client_id, user_id, endpoint),
  foreign key (client_id, user_id) references users (client_id, user_id)
);
create index push_subscriptions_by_browser on push_subscriptions (endpoint, created_at);
call protect_tenant_table('push_subscriptions');
grant select, insert, update (p256dh, auth, created_at), delete on push_subscriptions to anticipa_tenant;
grant select on push_subscriptions to anticipa_operator;
grant select, delete on push_subscriptions to anticipa_worker;
create policy auth on push_subscriptions for select to anticipa_auth using (true);
grant select (client_id, user_id) on push_subscriptions to anticipa_auth;

-- enqueue_message changes what 1381 added
create or replace function enqueue_message(client_id uuid, outbox_id uuid, kind text) returns void language sql as $$
  select enqueue_job(
    case kind when 'recovery-link' then 'deliver-link' when 'whatsapp' then 'deliver-whatsapp' when 'push' then 'deliver-push'
      else 'deliver-outbox' end,
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
    'error-reports', 'base-app', 'risk', 'credits', 'dispersions', 'whatsapp', 'push'
  )
);
