/** Rechecks invoices: unconfirmed ones every few minutes and financed ones every night, both at the tax authority; related ones. */
import { setTimeout as pause } from 'node:timers/promises';
import { type InvoiceStatus, invoiceStatus } from '@anticipa/domain/invoice';
import { noTaxAnswer } from '@anticipa/domain/invoice-entry';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Job, Jobs } from '../../../platform/jobs/jobs.ts';
import { runEach } from '../../../platform/jobs/run-each.ts';
import { storedClient } from '../../../platform/work/caller.ts';
import { runAs, WORKER } from '../../../platform/work/transaction.ts';
import { narrowTo } from '../../../platform/work/work.ts';
import type { JobDeps } from '../../deps.ts';
import { settleRelated } from '../enter/related.ts';
import { invoicesToSettle } from '../related-queries.ts';
import { askTaxAuthority, askTaxAuthorityInTurn, recordTaxAnswers, type TaxAnswers } from './recheck.ts';
import { type CheckableInvoice, invoicesToRecheck, type PageEnd, pendingInvoices } from './recheck-queries.ts';

const PAGE = 200;
/** Enough for one page of slow answers; the rest is checked next time. */
const PAGE_DEADLINE_MS = 120_000;
/** Sold invoices of one run, which ends within the time that a stopping worker has. */
const PACED_PAGE = 8;
/** No limit of the service is published: one or two calls a second, irregularly. */
const pacePause = (): Promise<void> => pause(500 + Math.random() * 500);
/** A financed invoice checked more recently was already checked tonight. */
const NIGHT_MS = 12 * 3_600_000;

const unconfirmed: readonly InvoiceStatus[] = [
  invoiceStatus.REGISTRADO,
  invoiceStatus.AUTORIZADA,
  invoiceStatus.PREVENTA,
];
const sold: readonly InvoiceStatus[] = [invoiceStatus.PREVENTA, invoiceStatus.CREDITO];

type RecheckDeps = Pick<JobDeps, 'db' | 'clock' | 'log' | 'taxStatus'>;
/** `pause` defaults to the pace of a night. */
type PacedDeps = RecheckDeps & { readonly pause?: () => Promise<void> };

const RECHECK_FINANCED = 'recheck-financed-invoices';

export const invoiceJobs = (deps: PacedDeps): Jobs =>
  [
    { name: 'recheck-pending-invoices', cron: '*/3 * * * *', run: () => recheckPending(deps) },
    // 3:00 in Mexico City.
    { name: 'settle-related-invoices', cron: '*/5 * * * *', run: () => settleInvoices(deps) },
    { name: RECHECK_FINANCED, cron: '0 9 * * *', run: (payload) => recheckFinanced(deps, payload) },
  ] satisfies Job[];

/** Checks one page of unconfirmed invoices, the longest unchecked first. */
export async function recheckPending(deps: RecheckDeps): Promise<void> {
  const page = await runAs(deps, WORKER, (work) => pendingInvoices(work, unconfirmed, PAGE));
  await record(deps, page, await askTaxAuthority(deps.taxStatus, page, PAGE_DEADLINE_MS));
}

/**
 * Looks again at invoices that another CFDI or a date kept from being sold, and at those in force that a CFDI of another client
 * or of the time of their sale concerns.
 */
export async function settleInvoices(deps: Pick<JobDeps, 'db' | 'clock' | 'log'>): Promise<void> {
  const byClient = await runAs(deps, WORKER, invoicesToSettle);
  await runEach(deps.log, byClient.keys(), (clientId) =>
    runAs(deps, WORKER, (work) => settleRelated(narrowTo(work, clientId), byClient.get(clientId) ?? [])),
  );
}

const pageEnd = z.object({ clientId: z.uuid().transform(storedClient), documentId: z.uuid() });
const nightRun = z.object({ after: pageEnd.nullish() });

/**
 * Checks the next page of financed invoices, slowly, and queues the job for the page that follows. Throws, in order to be
 * retried, if the tax authority does not answer at all.
 */
export async function recheckFinanced(deps: PacedDeps, payload: unknown = {}): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - NIGHT_MS);
  const after = nightRun.parse(payload).after ?? null;
  const page = await runAs(deps, WORKER, (work) =>
    invoicesToRecheck(work, { statuses: sold, before, after, limit: PACED_PAGE }),
  );
  const answers = await askTaxAuthorityInTurn(deps.taxStatus, page, deps.pause ?? pacePause);
  await record(deps, page, answers);
  if (page.length > 0 && !isAnyAnswered(answers)) throw new Error('the tax authority does not answer');
  if (page.length === PACED_PAGE) await queueNext(deps, page.at(-1));
}

/** A job of its own for each page: stopping the worker waits for one page only, and a failed page is retried alone. */
const queueNext = (deps: RecheckDeps, last: PageEnd | undefined): Promise<unknown> =>
  runAs(deps, WORKER, ({ db }) => {
    const payload = JSON.stringify({ after: last && { clientId: last.clientId, documentId: last.documentId } });
    return sql`select enqueue_job(${RECHECK_FINANCED}, ${payload}::json, job_key => ${`${RECHECK_FINANCED}:next`})`.execute(
      db,
    );
  });

async function record(deps: RecheckDeps, invoices: readonly CheckableInvoice[], answers: TaxAnswers): Promise<void> {
  const byClient = Map.groupBy(invoices, ({ clientId }) => clientId);
  await runEach(deps.log, byClient.keys(), (clientId) => {
    const ids = byClient.get(clientId)?.map(({ documentId }) => documentId) ?? [];
    const own = new Map(ids.map((documentId) => [documentId, answers.get(documentId) ?? noTaxAnswer]));
    return runAs(deps, WORKER, (work) => recordTaxAnswers(narrowTo(work, clientId), own));
  });
  const objected = [...answers.values()].filter(
    ({ status }) => status !== 'vigente' && status !== 'unreachable',
  ).length;
  if (objected > 0) deps.log.warn({ checked: invoices.length, objected }, 'the tax authority objected to invoices');
}

const isAnyAnswered = (answers: TaxAnswers): boolean =>
  [...answers.values()].some(({ status }) => status !== 'unreachable');
