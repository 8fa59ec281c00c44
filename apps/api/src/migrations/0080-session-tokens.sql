-- A browser's tabs share one session and its cookie, but each keeps a bearer of its own in memory: restoring the session
-- in a second tab must not end the first one's.
create table session_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz not null
);
create index session_tokens_by_session on session_tokens (session_id, created_at);

alter table sessions drop column token_hash;
create index sessions_by_operator on sessions (operator_id) where ended_at is null;

grant select, insert, delete on session_tokens to anticipa_auth;
grant select, delete on session_tokens to anticipa_worker;

-- The lender's operators repeat calls too; theirs belong to no client.
create table operator_idempotency (
  operator_id uuid not null references operators,
  key text not null,
  route text not null,
  body_hash bytea not null,
  status integer not null,
  response bytea not null,
  created_at timestamptz not null,
  primary key (operator_id, key)
);
grant select, insert on operator_idempotency to anticipa_operator;
grant select, delete on operator_idempotency to anticipa_worker;
