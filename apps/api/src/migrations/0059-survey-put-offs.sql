-- Who has put off which survey, so that it does not come back at the next sign-in or on another device.

create table survey_put_offs (
  client_id uuid not null,
  user_id uuid not null,
  survey_id uuid not null references surveys,
  put_off_at timestamptz not null,
  primary key (client_id, user_id, survey_id),
  foreign key (client_id, user_id) references users (client_id, user_id)
);
call protect_tenant_table('survey_put_offs');
grant select, insert, update (put_off_at) on survey_put_offs to anticipa_tenant;
