-- The tax authority's list of article 69-B, which is public, and the cuts that were taken in.
create table listed_taxpayers (
  rfc text primary key,
  name text not null,
  -- The strictest one of a tax id that is listed more than once.
  situation text not null check (situation in ('definitivo', 'presunto', 'desvirtuado', 'sentencia-favorable'))
);

create table taxpayer_list_cuts (
  cut_id uuid primary key,
  cut_on date not null,
  rows integer not null check (rows > 0),
  -- Of the download; null for a file uploaded by an operator.
  last_modified text,
  imported_at timestamptz not null,
  imported_by uuid references operators
);
create index taxpayer_list_cuts_newest on taxpayer_list_cuts (cut_on desc, imported_at desc);

grant select on listed_taxpayers to anticipa_tenant;
grant select, insert, update, delete on listed_taxpayers to anticipa_operator, anticipa_worker;
grant select, insert on taxpayer_list_cuts to anticipa_operator, anticipa_worker;
