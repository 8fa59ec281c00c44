/** Reads and keeps the test company of a client: one row, which is all that a test key ever touches. */
import { done, type Outcome } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../platform/db/pool.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { Opening } from '../../platform/work/transaction.ts';
import { isOver, newCompany, nextStepAt, type TestCompany, type TestEvent } from './company.ts';

/** Written by this module alone. */
const ownValue = z.custom<TestCompany>((value) => typeof value === 'object' && value !== null && 'madeAt' in value);

/** Companies that were made before they could have prepared sales. */
const NO_PREPARED: Pick<TestCompany, 'prepared'> = { prepared: [] };

/** Lets `use` change the company of a client, one call at a time; a refusal changes nothing but what the robot did before. */
export function withTestCompany<T>(
  { db, clock }: Opening,
  clientId: ClientId,
  use: (company: TestCompany, now: Date) => Outcome<T>,
): Promise<Outcome<T>> {
  return db.withTransaction({ as: 'tenant', clientId }, async (executor) => {
    const now = clock.now();
    const fresh = { client_id: clientId, company: JSON.stringify(newCompany(now)), changed_at: now };
    await executor
      .insertInto('test_companies')
      .values(fresh)
      .onConflict((conflict) => conflict.column('client_id').doNothing())
      .execute();
    const changed = await changeCompany(executor, { clientId, now, use });
    if (changed === null) throw new Error('a test company that was just made is not there');
    return changed;
  });
}

/** Has the robot of a company take its steps without a call; the company may be gone. */
export function stepTestCompany(
  { db, clock }: Opening,
  clientId: ClientId,
  step: (company: TestCompany, now: Date) => void,
): Promise<unknown> {
  const use = (company: TestCompany, now: Date) => done(step(company, now));
  return db.withTransaction({ as: 'worker' }, (executor) =>
    changeCompany(executor, { clientId, now: clock.now(), use }),
  );
}

interface Changing<T> {
  readonly clientId: ClientId;
  readonly now: Date;
  readonly use: (company: TestCompany, now: Date) => Outcome<T>;
}

async function changeCompany<T>(executor: Executor, { clientId, now, use }: Changing<T>): Promise<Outcome<T> | null> {
  const stored = await executor
    .selectFrom('test_companies')
    .select('company')
    .where('client_id', '=', clientId)
    .forUpdate()
    .executeTakeFirst();
  if (stored === undefined) return null;
  const kept = { ...NO_PREPARED, ...ownValue.parse(JSON.parse(stored.company)) };
  const company = isOver(kept, now) ? newCompany(now) : kept;
  const last = company.events.at(-1)?.number ?? 0;
  const outcome = use(company, now);
  await wakeRobot(executor, clientId, { at: nextStepAt(company), now });
  const text = JSON.stringify(company);
  if (text === stored.company) return outcome;
  await executor
    .updateTable('test_companies')
    .set({ company: text, changed_at: now })
    .where('client_id', '=', clientId)
    .execute();
  await sendEvents(
    executor,
    clientId,
    company.events.filter(({ number }) => number > last),
  );
  return outcome;
}

/** The endpoint gets the events of the test company, and is on. */
const isForTests = sql`mode = 'test' and turned_off_at is null and removed_at is null`;

/** Each event waits once for each endpoint for tests that wants it; those of other endpoints are written by the database. */
async function sendEvents(executor: Executor, clientId: ClientId, events: readonly TestEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sql`
    insert into webhook_deliveries (client_id, endpoint_id, event_id, type, object_id, object_url, happened_at)
    select ${clientId}, endpoint_id, event.id, type, event.object_id, event.object_url, event.happened_at
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as event(
      number integer, id uuid, type text, object_id uuid, object_url text, happened_at timestamptz
    ) join webhook_endpoints on client_id = ${clientId}
    where ${isForTests} and (cardinality(types) = 0 or type = any(types))
    order by event.number`.execute(executor);
}

/** Has the robot take its next step on time if an endpoint waits for it; without one the next call takes it. */
async function wakeRobot(
  executor: Executor,
  clientId: ClientId,
  { at, now }: { readonly at: Date | null; readonly now: Date },
): Promise<void> {
  if (at === null) return;
  const wait = Math.max(0, at.getTime() - now.getTime());
  await sql`
    select enqueue_job('step-test-company', ${JSON.stringify({ clientId })}::json, now() + ${wait} * interval '1 millisecond',
      ${`test-company:${clientId}`})
    where exists (select from webhook_endpoints where client_id = ${clientId} and ${isForTests})`.execute(executor);
}
