-- A sale that its client corrects, or whose answer waits for a second person, has a state of its own. Until now it was
-- `requested`, with a time beside it.

alter table sales drop constraint sales_state_check;
alter table sales add constraint sales_state_check check (state in (
  'held', 'quoted', 'requested', 'returned', 'proposed', 'answered', 'disbursed', 'cancelled', 'expired'
));
alter table sales no force row level security;
update sales set state = case when returned_at is null then 'proposed' else 'returned' end
where state = 'requested' and (returned_at is not null or proposed_at is not null);
alter table sales force row level security;
-- Their index and checks go with the columns.
alter table sales drop column waiting_for, drop column returned_at, drop column proposed_at;
create index sales_inbox on sales (state, promised_at, sale_id) where state in ('requested', 'returned', 'proposed', 'answered');

drop trigger sales_second_person on sales;
create trigger sales_second_person before update on sales for each row
  when (old.state <> 'answered' and new.state = 'answered') execute function check_second_person();
