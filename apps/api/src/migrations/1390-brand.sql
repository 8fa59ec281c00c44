-- The lender's brand, which used to be the demo's in the code. The sender's address stays in mail_sender, which programs of the version
-- before still read.
-- small table: brand, brand_logos

-- Logos that were uploaded; one is never changed, so an earlier brand still has its own. Without `svg` the logo is `png`.
create table brand_logos (
  logo_id text primary key check (logo_id ~ '^[0-9a-f]{64}$'),
  svg text check (length(svg) <= 100000),
  -- For mails and PDFs, which show no SVG, and a square one for phones; the demo has neither.
  png bytea check (length(png) <= 200000),
  icon bytea check (length(icon) <= 300000),
  width integer not null check (width between 1 and 4096),
  height integer not null check (height between 1 and 4096),
  uploaded_at timestamptz not null,
  constraint brand_logos_picture check (svg is not null or png is not null)
);

-- At most one row; without it the lender has the name of its mail sender, or of its tax data.
create table brand (
  is_brand boolean primary key default true check (is_brand),
  name text not null check (length(name) between 2 and 30),
  legal_name text not null,
  colour text not null check (colour ~ '^#[0-9a-f]{6}$'),
  dark_colour text check (dark_colour ~ '^#[0-9a-f]{6}$'),
  logo_id text references brand_logos,
  privacy_url text check (privacy_url like 'https://%'),
  privacy_text text,
  support_phone text,
  support_whatsapp text check (support_whatsapp ~ '^\d{10,15}$'),
  support_email text
);

grant select on brand, brand_logos to anticipa_tenant, anticipa_operator, anticipa_worker, anticipa_auth;
grant insert, update on brand to anticipa_operator;
grant insert on brand_logos to anticipa_operator;
-- The name of a lender without a brand is on the sign-in page and in the documents of clients.
grant select on mail_sender to anticipa_tenant, anticipa_auth;
grant select on lender to anticipa_auth;
