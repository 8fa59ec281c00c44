/** Tax data of clients with the day from which their CFDI have them. */
import type { TaxData } from '@anticipa/contract/tax-data';
import { addDays, dateOf, MEXICO_CITY } from '@anticipa/domain/calendar';
import { sql } from 'kysely';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { announce } from '../../platform/live/events.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo, type OperatorWork, type Work } from '../../platform/work/work.ts';
import type { JobDeps } from '../deps.ts';
import { writeAudit } from '../log/audit.ts';

interface Values {
  readonly entityName: string;
  readonly fiscalRegime: string | null;
  readonly postalCode: string | null;
  readonly branch: string;
}

const columnsOf = ({ entityName, fiscalRegime, postalCode, branch }: Values) => ({
  entity_name: entityName,
  fiscal_regime: fiscalRegime,
  postal_code: postalCode,
  branch,
});

/**
 * Records approved data with their first day, and applies them if that day has come. The first change also records the data with which
 * the client was opened.
 */
export async function recordTaxData(
  work: Work<OperatorWork['actor']>,
  values: Values & { readonly from: string },
  { approvalId, before }: { readonly approvalId: string | null; readonly before: Values | null },
): Promise<void> {
  const { db, tenant, at, today } = work;
  const last = await db
    .selectFrom('tax_data')
    .select((eb) => eb.fn.max('place').as('place'))
    .where('client_id', '=', tenant)
    .executeTakeFirst();
  const place = last?.place ?? 0;
  const isFirst = place === 0 && before !== null;
  if (isFirst) {
    const opened = sql<string>`(select (created_at at time zone ${MEXICO_CITY})::date from clients where client_id = ${tenant})`;
    await db
      .insertInto('tax_data')
      .values({
        client_id: tenant,
        ...columnsOf(before),
        place: 1,
        valid_from: opened,
        approval_id: null,
        applied_at: at,
      })
      .execute();
  }
  const isNow = values.from <= today;
  await db
    .insertInto('tax_data')
    .values({
      client_id: tenant,
      ...columnsOf(values),
      place: isFirst ? 2 : place + 1,
      valid_from: values.from,
      approval_id: approvalId,
      applied_at: isNow ? at : null,
    })
    .execute();
  if (isNow) await applyTaxData(work, values);
}

/** The next CFDI reads them when it is stamped; those that are issued are kept as files and stay. */
async function applyTaxData(work: Work, values: Values): Promise<void> {
  await work.db.updateTable('clients').set(columnsOf(values)).where('client_id', '=', work.tenant).execute();
  await announce(work, 'session', []);
}

const waiting = (db: Work['db'], today: string) =>
  db.selectFrom('tax_data').selectAll().where('applied_at', 'is', null).where('valid_from', '<=', today);

/** Applies the data whose day has come. If several rows are due, the latest day wins, and then the latest approval. */
async function applyDueTaxData(deps: Pick<JobDeps, 'db' | 'clock' | 'log'>): Promise<void> {
  const due = await runAs(deps, WORKER, ({ db, today }) =>
    waiting(db, today).orderBy('client_id').orderBy('place').execute(),
  );
  await runEach(
    deps.log,
    Map.groupBy(due, ({ client_id }) => client_id),
    ([clientId]) =>
      runAs(deps, WORKER, async (wide) => {
        const work = narrowTo(wide, clientId);
        const rows = await waiting(work.db, work.today)
          .where('client_id', '=', clientId)
          .orderBy('valid_from')
          .orderBy('place')
          .forUpdate()
          .execute();
        const last = rows.at(-1);
        if (last === undefined) return;
        const { entity_name: entityName, fiscal_regime: fiscalRegime, postal_code: postalCode, branch } = last;
        const values = { entityName, fiscalRegime, postalCode, branch };
        await applyTaxData(work, values);
        await work.db
          .updateTable('tax_data')
          .set({ applied_at: work.at })
          .where('client_id', '=', clientId)
          .where(
            'place',
            'in',
            rows.map(({ place }) => place),
          )
          .execute();
        const details = { from: last.valid_from, ...values };
        await writeAudit(work, { action: 'client.tax-data', subject: `client:${clientId}`, details });
      }),
  );
}

/** Jobs that apply tax data on their first day. */
export const taxDataJobs = (deps: Pick<JobDeps, 'db' | 'clock' | 'log'>): Jobs => [
  // From midnight in Mexico City on, so that a failure is made up for.
  { name: 'apply-tax-data', cron: '1 * * * *', run: () => applyDueTaxData(deps) },
];

/** The data of a client with their days, the newest first; those in force alone if nothing was ever changed. */
export async function taxDataOf({ db, tenant }: Work): Promise<TaxData['data']> {
  const rows = await db
    .selectFrom('tax_data')
    .select(['valid_from', 'entity_name', 'fiscal_regime', 'postal_code', 'branch'])
    .where('client_id', '=', tenant)
    .orderBy('valid_from', 'desc')
    .orderBy('place', 'desc')
    .execute();
  return rows.map((row, position) => {
    const next = rows[position - 1];
    return {
      from: row.valid_from,
      until: next ? addDays(dateOf(next.valid_from), -1) : null,
      entityName: row.entity_name,
      fiscalRegime: row.fiscal_regime,
      postalCode: row.postal_code,
      branch: row.branch,
    };
  });
}
