import { asOwner } from './owner.ts';

/**
 * Playwright's global set-up: prepares the database to fail for single clients, as `journey_faults` lists them, to
 * count the survey as answered by new users, whom it would otherwise interrupt at any moment, and to keep the sessions of
 * nodes in the past, which the worker of today would end as idle.
 */
export default async function prepareDatabase(): Promise<void> {
  const isListed = (client: string, fault: string): string =>
    `exists (select from journey_faults where client_id = ${client} and fault = ${fault})`;
  const fails = (table: string, fault: string, when = 'true'): string => `
    create trigger ${fault} before insert on ${table} for each row when (${when})
      execute function journey_fault('${fault}');`;
  await asOwner(`
    create table journey_faults (client_id uuid not null, fault text not null);
    grant select on journey_faults to public;
    create function journey_fault() returns trigger language plpgsql as $$
    begin
      if ${isListed('new.client_id', 'tg_argv[0]')} then raise exception 'a fault'; end if;
      return new;
    end $$;
    ${fails('outbox', 'no_summary', `new.kind = 'sale-summary'`)}
    ${fails('payment_references', 'no_reference')}
    alter table lender_accounts enable row level security;
    create policy no_account on lender_accounts using (
      not ${isListed(`nullif(current_setting('app.client_id', true), '')::uuid`, `'no_account'`)});
    create function answer_survey() returns trigger language plpgsql security definer as $$
    begin
      insert into survey_answers select new.client_id, new.user_id, survey_id, '[]', now() from surveys;
      return null;
    end $$;
    create trigger answer_survey after insert on users for each row execute function answer_survey();
    create function skip() returns trigger language plpgsql as 'begin return null; end';
    create trigger keep_past before update or delete on sessions for each row
      when (old.created_at < now() - interval '1 day' and current_user = 'anticipa_worker') execute function skip();
  `);
}
