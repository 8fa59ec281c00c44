-- A prepared sale in two currencies is told with both amounts.
alter table notices add column other_amount numeric(18, 2);
