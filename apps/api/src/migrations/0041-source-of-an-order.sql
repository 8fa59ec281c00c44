-- Where the suggested purchase order was read: a sealed complement, or the addenda. Null once a person has typed another.
alter table invoices add column purchase_order_source text check (purchase_order_source in ('complement', 'addenda'));

create function forget_order_source() returns trigger
language plpgsql
as $$
begin
  new.purchase_order_source := null;
  return new;
end
$$;
create trigger invoices_order_typed before update of purchase_order on invoices
  for each row when (new.purchase_order is distinct from old.purchase_order) execute function forget_order_source();
