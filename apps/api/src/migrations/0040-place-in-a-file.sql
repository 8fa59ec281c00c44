-- Where a refused file is not as it should be, in words: a line and column, an attribute or an encoding.
alter table files add column motive_place text;
grant update (motive_place) on files to anticipa_tenant;
