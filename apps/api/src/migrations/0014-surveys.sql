-- Satisfaction surveys with their audience and answers.

create table surveys (
  survey_id uuid primary key,
  title text not null,
  finish_message text,
  starts_on date not null,
  ends_on date not null,
  audience text not null default 'everyone' check (audience in ('everyone', 'administrators')),
  product text check (product in ('BI', 'FB')),
  check (starts_on <= ends_on)
);

create table survey_questions (
  survey_id uuid not null references surveys,
  question_id uuid not null,
  position integer not null,
  question text not null,
  type text not null check (type in ('string', 'text', 'rating', 'ratingZero')),
  required boolean not null,
  answer_values text[] not null default '{}',
  primary key (survey_id, question_id)
);

create table survey_answers (
  client_id uuid not null,
  user_id uuid not null,
  survey_id uuid not null references surveys,
  answers jsonb not null,
  answered_at timestamptz not null,
  primary key (client_id, user_id, survey_id),
  foreign key (client_id, user_id) references users (client_id, user_id)
);

call protect_tenant_table('survey_answers');
grant select on surveys, survey_questions to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert, update on surveys, survey_questions to anticipa_operator;
grant select, insert on survey_answers to anticipa_tenant;
