-- no transaction
create unique index concurrently collections_of_key on collections (tracking_key, part);
create index concurrently collections_of_receipt on collections (unidentified_id) where unidentified_id is not null;
