-- Satisfaction surveys with their audience and answers.

create table surveys (
  survey_id uuid primary key,
  title text not null,
  finish_message text,
  audience text not null default 'everyone' check (audience in ('everyone', 'administrators')),
  product text check (product in ('BI', 'FB')),
  -- Counts the changes of a draft.
  version integer not null default 1,
  written_at timestamptz not null,
  -- Null of a draft.
  started_at timestamptz,
  stopped_at timestamptz,
  check (stopped_at is null or started_at <= stopped_at),
  check (stopped_at is null or started_at is not null)
);
create unique index surveys_one_runs on surveys ((true)) where started_at is not null and stopped_at is null;

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

-- Answers stay answers to what was asked: a started survey only stops.
create function keep_started_survey() returns trigger language plpgsql as $$
begin
  if old.started_at is not null and (old.stopped_at is not null or
    (old.survey_id, old.title, old.finish_message, old.audience, old.product, old.version, old.written_at, old.started_at)
      is distinct from
    (new.survey_id, new.title, new.finish_message, new.audience, new.product, new.version, new.written_at, new.started_at)) then
    raise exception 'a started survey never changes' using errcode = 'check_violation', constraint = 'surveys_started';
  end if;
  return new;
end
$$;
create trigger surveys_started before update on surveys for each row execute function keep_started_survey();

create function keep_asked_survey() returns trigger language plpgsql as $$
begin
  if old.started_at is not null then
    raise exception 'a started survey stays' using errcode = 'check_violation', constraint = 'surveys_started';
  end if;
  return old;
end
$$;
create trigger surveys_asked before delete on surveys for each row execute function keep_asked_survey();

create function keep_asked_question() returns trigger language plpgsql as $$
begin
  if exists (select from surveys where survey_id in (old.survey_id, new.survey_id) and started_at is not null) then
    raise exception 'a started survey never changes' using errcode = 'check_violation', constraint = 'surveys_started';
  end if;
  return coalesce(new, old);
end
$$;
create trigger survey_questions_asked before insert or update or delete on survey_questions
  for each row execute function keep_asked_question();

create table survey_answers (
  client_id uuid not null,
  user_id uuid not null,
  survey_id uuid not null references surveys,
  answers jsonb not null,
  answered_at timestamptz not null,
  answer_number bigint not null generated always as identity,
  primary key (client_id, user_id, survey_id),
  foreign key (client_id, user_id) references users (client_id, user_id)
);
create unique index survey_answers_of_survey on survey_answers (survey_id, answer_number);

-- Surveys that users have put off, so that it does not come back at the next sign-in or on another device.

create table survey_put_offs (
  client_id uuid not null,
  user_id uuid not null,
  survey_id uuid not null references surveys,
  put_off_at timestamptz not null,
  primary key (client_id, user_id, survey_id),
  foreign key (client_id, user_id) references users (client_id, user_id)
);

call protect_tenant_table('survey_answers', 'survey_put_offs');
grant select on surveys, survey_questions to anticipa_tenant, anticipa_operator, anticipa_worker;
grant insert, update, delete on surveys to anticipa_operator;
grant insert, delete on survey_questions to anticipa_operator;
grant select, insert on survey_answers to anticipa_tenant;
grant select on survey_answers to anticipa_operator;
grant select, insert, update (put_off_at) on survey_put_offs to anticipa_tenant;
