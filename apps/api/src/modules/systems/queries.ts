import { type OutsideSystem, outsideSystems, type SystemState } from '@anticipa/contract/systems';
import { sql } from 'kysely';
import { z } from 'zod';
import { instant, rowsOf, valuesOf } from '../../platform/db/rows.ts';
import type { SystemHealth } from '../../platform/outside/outside-health.ts';
import type { OperatorWork, WideWork } from '../../platform/work/work.ts';
import type { SystemCredentials } from './credentials.ts';

type Queues = ReadonlyMap<OutsideSystem, NonNullable<SystemState['queue']>>;

/** The systems as the API (`own`) and the worker have last reached them. */
export async function systemStates(
  work: OperatorWork,
  own: readonly SystemHealth[],
  credentials: SystemCredentials,
): Promise<SystemState[]> {
  const [workers, queues] = [await ofWorker(work), await waiting(work)];
  const shown = (program: SystemState['program']) => (health: Omit<SystemHealth, 'successes' | 'failures'>) => ({
    system: health.system,
    program,
    lastSuccessAt: health.lastSuccessAt?.toISOString() ?? null,
    lastFailureAt: health.lastFailureAt?.toISOString() ?? null,
    lastFailure: health.lastFailure,
    circuit: health.circuit,
    queue: queues.get(health.system) ?? null,
    credentials: credentials.get(health.system) ?? null,
  });
  return [...own.map(shown('api')), ...workers.map(shown('worker'))];
}

/** Number of systems to which one of the programs stops its calls. */
export async function countOfStopped(work: OperatorWork, own: readonly SystemHealth[]): Promise<number> {
  const stopped = [...own, ...(await ofWorker(work))].filter(({ circuit }) => circuit === 'open');
  return new Set(stopped.map(({ system }) => system)).size;
}

async function ofWorker({ db }: OperatorWork): Promise<Omit<SystemHealth, 'successes' | 'failures'>[]> {
  return await db
    .selectFrom('outside_systems')
    .select(['system', 'last_success_at as lastSuccessAt', 'last_failure_at as lastFailureAt'])
    .select(['last_failure as lastFailure', 'circuit'])
    .orderBy('system')
    .execute();
}

/** When the last migration ran. */
export async function migratedAt({ db }: OperatorWork): Promise<string> {
  const [at = ''] = await valuesOf(db, instant)`select max(applied_at) from schema_migrations`;
  return at;
}

const queueRow = z.object({
  system: z.enum(outsideSystems),
  waiting: z.int(),
  oldestAt: instant.nullable(),
  lastError: z.string().nullable(),
});

async function waiting({ db }: OperatorWork): Promise<Queues> {
  const rows = await rowsOf(db, queueRow)`
    select 'mail' as system, count(*)::integer as waiting, min(created_at) as "oldestAt",
      (array_agg(last_error order by created_at desc) filter (where last_error is not null))[1] as "lastError"
    from outbox where delivered_at is null and given_up_at is null
    union all
    select 'conservation', count(*)::integer, min(requested_at),
      (array_agg(last_error order by requested_at desc) filter (where last_error is not null))[1]
    from constancias where issued_at is null
    union all
    select 'invoice-sync', count(*)::integer, min(requested_at),
      (array_agg(last_error order by requested_at desc) filter (where last_error is not null))[1]
    from sync_runs where ended_at is null
    union all
    select 'invoicing', count(*)::integer, min(emitted_at), null from (
      select emitted_at from interest_invoices where state = 'pending' and cancelled_at is null
      union all select emitted_at from payment_complements where state = 'pending' and active
      union all select coalesce(cancel_sent_at, emitted_at) from interest_invoices
      where active and cancel_state in ('requested', 'in-process')
    ) as unfinished
    union all
    select 'payouts', count(*)::integer, min(ordered_at), null from transfer_orders where state in ('ordered', 'sent')
    union all
    select 'tax-status', count(*)::integer, min(created_at), null from invoices where awaits_check`;
  return new Map(rows.map(({ system, ...queue }) => [system, queue]));
}

/** Stores how the worker's calls went; a system that it has not called since its start stays as it was. */
export async function recordSystems({ db }: WideWork, systems: readonly SystemHealth[]): Promise<void> {
  for (const { system, lastSuccessAt, lastFailureAt, lastFailure, circuit } of systems) {
    if (lastSuccessAt === null && lastFailureAt === null) continue;
    await sql`
      insert into outside_systems values (${system}, ${lastSuccessAt}, ${lastFailureAt}, ${lastFailure}, ${circuit})
      on conflict (system) do update set
        last_success_at = coalesce(excluded.last_success_at, outside_systems.last_success_at),
        last_failure_at = coalesce(excluded.last_failure_at, outside_systems.last_failure_at),
        last_failure = case when excluded.last_failure_at is null then outside_systems.last_failure else excluded.last_failure end,
        circuit = excluded.circuit`.execute(db);
  }
}
