-- Money that was booked from a bank's file had the lender's own account as the bank that sent it. The file does not say which bank that
-- was, so it is unknown, which is an empty text.
alter table collections no force row level security;
update collections received set bank = ''
from bank_lines line join statement_accounts account using (account_id)
where line.book_key = received.tracking_key and line.amount > 0 and (not line.was_booked or received.bank = account.name);
alter table collections force row level security;

update unidentified_payments received set bank = ''
from bank_lines line join statement_accounts account using (account_id)
where line.book_key = received.tracking_key and line.amount > 0 and (not line.was_booked or received.bank = account.name);
