-- Counting an account's recent failures must not read its whole history: that would take longer for accounts in use.
create index login_attempts_of_account on login_attempts (account, attempted_at);
