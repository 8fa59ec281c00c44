-- small table: prepared_sales
-- Programs that prepare sales learn what people decide about them.
create function put_prepared_sale_event() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into client_events (client_id, type, object_id, object_url)
  select new.client_id, 'prepared_sale.' || case when tg_op = 'INSERT' then 'created' else new.state end,
    new.prepared_id, '/v1/prepared-sales/' || new.prepared_id
  where has_programs(new.client_id);
  return null;
end
$$;
create trigger prepared_sales_made_told after insert on prepared_sales for each row execute function put_prepared_sale_event();
create trigger prepared_sales_told after update of state on prepared_sales
  for each row when (old.state is distinct from new.state) execute function put_prepared_sale_event();
