/** The nightly month cut, and the invoices of late charges during the day. */
import { addMonths, lastDayOf, monthOf } from '@anticipa/domain/month';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import type { JobDeps } from '../deps.ts';
import { openCancellations } from './cancellation-queries.ts';
import { type CancelDeps, pursueCancellation } from './cancellations.ts';
import { watchCertificate } from './certificate.ts';
import { clientsToInvoice } from './clients-to-cut.ts';
import { type CutDeps, cutMonth, invoiceLateCharges } from './commands.ts';
import { complementPayments } from './complements.ts';
import { invoiceDeposits } from './deposit-invoices.ts';
import { clientsWithLateCharges } from './late-charges.ts';

/**
 * Cuts last month, and any earlier one that was missed, client by client; a refusal or failure does not stop the others. Returns
 * the number of clients cut.
 */
export async function cutLastMonth(deps: CutDeps): Promise<number> {
  if (deps.invoicing === null) {
    deps.log.error({}, 'no invoicing provider configured: last month’s interest is not invoiced');
    return 0;
  }
  const month = addMonths(monthOf(deps.clock.today()), -1);
  const clients = await runAs(deps, WORKER, (work) => clientsToInvoice(work, lastDayOf(month)));
  const isCut = await runEach(deps.log, clients, async (clientId) => {
    const outcome = await cutMonth(deps, WORKER, clientId, month);
    if (!outcome.ok) deps.log.warn({ clientId, month, code: outcome.code }, 'month could not be cut');
    return outcome.ok;
  });
  return isCut.filter(Boolean).length;
}

/** Invoices the late charges of settled invoices, client by client. */
async function invoiceAllLateCharges(deps: CutDeps): Promise<void> {
  if (deps.invoicing === null) return;
  const clients = await runAs(deps, WORKER, clientsWithLateCharges);
  await runEach(deps.log, clients, (clientId) => invoiceLateCharges(deps, WORKER, clientId));
}

/** Takes the next step of every open cancellation. */
async function followCancellations(deps: CancelDeps): Promise<void> {
  const open = await runAs(deps, WORKER, openCancellations);
  await runEach(deps.log, open, (one) => pursueCancellation(deps, WORKER, one));
}

export const interestJobs = (deps: CutDeps & CancelDeps & Pick<JobDeps, 'mailer' | 'config'>): Jobs => [
  {
    name: 'watch-certificate',
    // 9:00 in Mexico City.
    cron: '0 15 * * *',
    run: () => watchCertificate(deps),
  },
  {
    name: 'cut-last-month',
    // 2:00 in Mexico City, every day, so that failures are retried.
    cron: '0 8 * * *',
    run: async () => {
      const cut = await cutLastMonth(deps);
      if (cut > 0) deps.log.info({ cut }, 'last month cut');
    },
  },
  {
    name: 'complement-payments',
    cron: '*/10 * * * *',
    run: () => complementPayments(deps),
  },
  {
    name: 'follow-cancellations',
    cron: '*/10 * * * *',
    run: () => followCancellations(deps),
  },
  {
    name: 'invoice-deposits',
    cron: '*/10 * * * *',
    run: () => invoiceDeposits(deps),
  },
  {
    name: 'invoice-late-charges',
    // The tax authority requires the invoice on the day of payment.
    cron: '*/10 * * * *',
    run: () => invoiceAllLateCharges(deps),
  },
];
