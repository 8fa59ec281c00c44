-- People of a receiver whom the lender may write to. They are personal data: a row is deleted when nobody needs it, and nothing names it.
create table receiver_contacts (
  contact_id uuid primary key,
  company_id uuid not null references companies,
  name text not null check (length(name) between 2 and 120),
  email text not null check (length(email) between 3 and 254),
  phone text check (length(phone) between 7 and 30),
  area text check (length(area) between 2 and 80),
  recorded_by uuid not null references operators,
  recorded_at timestamptz not null
);
create unique index receiver_contacts_known on receiver_contacts (company_id, lower(email));
grant select, insert, update, delete on receiver_contacts to anticipa_operator;
grant select, delete on receiver_contacts to anticipa_worker;

-- Notices by which a receiver learned that the lender bought what it owes to a client. A correction is a new row; the last one
-- counts, and one without a day withdraws the notice.
create table assignment_notices (
  client_id uuid not null,
  company_id uuid not null,
  notice_number integer not null check (notice_number >= 1),
  given_on date,
  way text check (way in ('mail', 'in-person', 'notary', 'portal')),
  -- The file that proves it, in the store of files.
  evidence_sha256 bytea check (length(evidence_sha256) = 32),
  evidence_name text check (length(evidence_name) between 1 and 255),
  reason text check (length(reason) between 5 and 300),
  recorded_by uuid not null references operators,
  -- The date of `recorded_at` in Mexico City.
  recorded_on date not null,
  recorded_at timestamptz not null,
  primary key (client_id, company_id, notice_number),
  foreign key (client_id, company_id) references company_links (client_id, company_id),
  constraint assignment_notices_whole check (num_nonnulls(given_on, way, evidence_sha256, evidence_name) in (0, 4)),
  -- A correction or a withdrawal needs a reason.
  constraint assignment_notices_explained check (reason is not null or (notice_number = 1 and given_on is not null)),
  constraint assignment_notices_past check (given_on <= recorded_on)
);
create index assignment_notices_files on assignment_notices (client_id, evidence_sha256);
call protect_tenant_table('assignment_notices');
grant select, insert on assignment_notices to anticipa_operator;
-- When a receiver becomes another name of a known one, its notices move to that one.
grant update (company_id) on assignment_notices to anticipa_operator;
grant select on assignment_notices to anticipa_worker;
