import type { Invariant } from './check.ts';

/** I10 and I11 for access, sessions and recovery keys. */
export const peopleInvariants: readonly Invariant[] = [
  {
    id: 'I10',
    statement: 'every client with users has an active administrator, and every administrator is active',
    sql: `
      select format('client %s: no administrator', client_id) as found
      from users group by client_id having not bool_or(is_admin and active)
      union all
      select format('user %s: an administrator without access', user_id) from users where is_admin and not active`,
  },
  {
    id: 'I11',
    statement: 'no user without access has an open session, and no bearer token belongs to an ended session',
    sql: `
      select format('session %s of user %s, who has no access', session_id, user_id) as found
      from sessions join users using (client_id, user_id) where ended_at is null and not active
      union all
      select format('bearer of session %s, which has ended', session_id)
      from session_tokens join sessions using (session_id) where ended_at is not null`,
  },
  {
    id: 'I11',
    statement: 'no recovery key is valid after it was used, replaced or followed by a new password',
    sql: `
      select format('user %s: %s open requests', user_id, count(*)) as found
      from recovery_requests where ended_at is null group by client_id, user_id having count(*) > 1
      union all
      select format('user %s: request %s is older than the password', request.user_id, request.request_id)
      from recovery_requests request
      join audit on audit.client_id = request.client_id and subject = 'user:' || request.user_id
        and action = 'password.changed' and recorded_at > requested_at
      where ended_at is null`,
  },
];
