-- The day on which the bank took the money, which interest and late charges follow. SPEI's operation day can be some days later.
alter table received_transfers add column value_date date;
update received_transfers set value_date = operation_day;
alter table received_transfers alter column value_date set not null;
drop index received_transfers_to_book;
create index received_transfers_to_book on received_transfers (value_date) where state = 'received';

-- 'refund': the transfer gives back money of ours, so it is booked as no payment. `refund_of` is the key of the transfer that comes back.
alter table received_transfers add column refund_of text;
alter table received_transfers drop constraint received_transfers_state_check;
alter table received_transfers add check
  (state in ('received', 'booked', 'unidentified', 'conflicting', 'returned', 'refund'));
alter table received_transfers add check (case state when 'refund' then refund_of is not null when 'returned' then true else refund_of is null end);
create index received_transfers_refunds on received_transfers (refund_of) where state = 'refund';
