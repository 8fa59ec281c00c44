-- Secret links to the iCalendar feed, one per user. The key itself is not stored.

create table calendar_links (
  client_id uuid not null,
  user_id uuid not null,
  key_hash bytea not null unique,
  created_at timestamptz not null,
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references users (client_id, user_id)
);

call protect_tenant_table('calendar_links');
create policy auth on calendar_links for select to anticipa_auth using (true);

grant select, insert, update (key_hash, created_at) on calendar_links to anticipa_tenant;
grant select on calendar_links to anticipa_auth;
