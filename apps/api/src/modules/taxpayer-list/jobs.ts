/** Every night: downloads the list of article 69-B if it changed, and compares it with the clients and their receivers. */
import { createHash } from 'node:crypto';
import { suspectSituations } from '@anticipa/domain/listed-taxpayer';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { attemptAs, runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo } from '../../platform/work/work.ts';
import { raiseAlert } from '../alerts/alert.ts';
import type { JobDeps } from '../deps.ts';
import { raiseListed } from '../invoices/listed.ts';
import { takeIn } from './commands.ts';
import { parseTaxpayerList } from './parse.ts';
import { cutInUse, metTaxpayers } from './queries.ts';

type ListDeps = Pick<JobDeps, 'db' | 'clock' | 'log' | 'taxpayerList'>;

export const taxpayerListJobs = (deps: ListDeps): Jobs => [
  // 2:00 and 2:30 in Mexico City.
  { name: 'refresh-taxpayer-list', cron: '0 8 * * *', run: () => refreshList(deps) },
  { name: 'compare-taxpayer-list', cron: '30 8 * * *', run: () => compareList(deps) },
];

/** Throws, in order to be retried, if the list cannot be downloaded. */
async function refreshList(deps: ListDeps): Promise<void> {
  const last = await runAs(deps, WORKER, cutInUse);
  const fetched = await deps.taxpayerList.fetch(last?.lastModified ?? null);
  if (fetched.kind === 'unchanged') return;
  if (fetched.kind === 'unavailable') throw new Error('the list of article 69-B cannot be downloaded');
  const { bytes, lastModified } = fetched;
  const list = parseTaxpayerList(bytes);
  const taken = await attemptAs(deps, WORKER, (work) => takeIn(work, list, lastModified));
  if (taken.ok) return;
  deps.log.error({ code: taken.code }, 'a downloaded list of article 69-B was refused; the one before stays in use');
  const subject = `list:${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`;
  const found = list && 'unreadableRow' in list ? { row: list.unreadableRow } : { rows: list?.rows ?? null };
  const details = { ...found, before: last?.rows ?? null };
  await runAs(deps, WORKER, (work) => raiseAlert(work, { kind: 'list-refused', subject, reason: taken.code, details }));
}

/** Raises an alert for each suspect among the clients and the receivers of unsettled invoices, once per situation. */
async function compareList(deps: ListDeps): Promise<void> {
  const suspects = await runAs(deps, WORKER, (work) => metTaxpayers(work, suspectSituations));
  await runAs(deps, WORKER, async (work) => {
    for (const { rfc, situation, clientId, invoices } of suspects) {
      const of = clientId === null ? work : narrowTo(work, clientId);
      await raiseListed(of, rfc, { reason: situation, details: { invoices } });
    }
  });
}
