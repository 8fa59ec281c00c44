-- The constraint of migration 1500 is read here, because others may write meanwhile.

alter table sales validate constraint sales_deposit_value_date;
