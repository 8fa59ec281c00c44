-- The indexes of 1061 take the place of these.
alter table collections drop constraint collections_tracking_key_key, drop constraint collections_unidentified_id_key;
