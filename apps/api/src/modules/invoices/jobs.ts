/** Rechecks invoices at the tax authority: unconfirmed ones every few minutes, financed ones every night. */
import { type InvoiceStatus, invoiceStatus } from '@anticipa/domain/invoice';
import type { JobDeps } from '../../lib/deps.ts';
import type { Job, Jobs } from '../../lib/jobs/jobs.ts';
import { runEach } from '../../lib/jobs/run-each.ts';
import { provenClient } from '../../lib/session/context.ts';
import { runAs, WORKER } from '../../lib/transaction.ts';
import { narrowTo } from '../../lib/work.ts';
import { askTaxAuthority, recordTaxAnswers } from './recheck.ts';
import { type CheckableInvoice, invoicesToRecheck, pendingInvoices } from './recheck-queries.ts';

const PAGE = 200;
/** Enough for one page of slow answers; the rest is checked next time. */
const PAGE_DEADLINE_MS = 120_000;
/** A financed invoice checked more recently was already checked tonight. */
const NIGHT_MS = 12 * 3_600_000;

const unconfirmed: readonly InvoiceStatus[] = [
  invoiceStatus.REGISTRADO,
  invoiceStatus.AUTORIZADA,
  invoiceStatus.PREVENTA,
];
const sold: readonly InvoiceStatus[] = [invoiceStatus.PREVENTA, invoiceStatus.CREDITO];

type RecheckDeps = Pick<JobDeps, 'db' | 'clock' | 'log' | 'taxStatus'>;

export const taxStatusJobs = (deps: RecheckDeps): Jobs =>
  [
    { name: 'recheck-pending-invoices', cron: '*/3 * * * *', run: () => recheckPending(deps) },
    // 3:00 in Mexico City.
    { name: 'recheck-financed-invoices', cron: '0 9 * * *', run: () => recheckFinanced(deps) },
  ] satisfies Job[];

/** Checks one page of unconfirmed invoices, the longest unchecked first. */
export async function recheckPending(deps: RecheckDeps): Promise<void> {
  await recheck(deps, await runAs(deps, WORKER, (work) => pendingInvoices(work, unconfirmed, PAGE)));
}

/** Checks every financed invoice; throws, in order to be retried, if the tax authority does not answer at all. */
export async function recheckFinanced(deps: RecheckDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - NIGHT_MS);
  let after: CheckableInvoice | null = null;
  do {
    const page: readonly CheckableInvoice[] = await runAs(deps, WORKER, (work) =>
      invoicesToRecheck(work, { statuses: sold, before, after, limit: PAGE }),
    );
    const isAnswered = await recheck(deps, page);
    if (!isAnswered) throw new Error('the tax authority does not answer');
    after = page.at(-1) ?? null;
  } while (after);
}

/** Whether any was answered; true for an empty list. */
async function recheck(deps: RecheckDeps, invoices: readonly CheckableInvoice[]): Promise<boolean> {
  const answers = await askTaxAuthority(deps.taxStatus, invoices, PAGE_DEADLINE_MS);
  const byClient = Map.groupBy(invoices, ({ clientId }) => clientId);
  await runEach(deps.log, byClient.keys(), (clientId) => {
    const ids = byClient.get(clientId)?.map(({ documentId }) => documentId) ?? [];
    const own = new Map(ids.map((documentId) => [documentId, answers.get(documentId) ?? 'unreachable']));
    return runAs(deps, WORKER, (work) => recordTaxAnswers(narrowTo(work, provenClient(clientId)), own));
  });
  const objected = [...answers.values()].filter((status) => status !== 'vigente' && status !== 'unreachable').length;
  if (objected > 0) deps.log.warn({ checked: invoices.length, objected }, 'the tax authority objected to invoices');
  return answers.size === 0 || [...answers.values()].some((status) => status !== 'unreachable');
}
