/** Reverses the cut of a month of one client: its CFDI are cancelled, and the next cut invoices the interest again. */
import type { Consequence } from '@anticipa/contract/consequence';
import type { previewCutReversal, proposeCutReversal } from '@anticipa/contract/reversals';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { parseMonth } from '@anticipa/domain/month';
import type { Lock, OperatorWork } from '../../platform/work/work.ts';
import { type Handler, ofClient } from '../approvals/handler.ts';
import { type Submitted, submit } from '../approvals/submit.ts';
import { lockCuts } from '../interest/numbering.ts';
import { type RestingCfdi, restingOnCut, withdrawAll } from '../interest/withdrawals.ts';
import { writeAudit } from '../log/audit.ts';
import { clientById } from '../session/client-by-id.ts';
import { cancelled } from './plan.ts';

interface Cut {
  readonly clientId: string;
  readonly month: string;
}

/** The CFDI of a cut that would be cancelled, in that order; `update` keeps other cuts and cancellations out. */
async function restingOf(wide: OperatorWork, cut: Cut, lock: Lock): Promise<RestingCfdi[]> {
  const month = parseMonth(cut.month);
  if (month === null) return [];
  const work = ofClient(wide, cut);
  if (lock === 'update') await lockCuts(wide, work.tenant);
  return restingOnCut(work, month);
}

const consequencesOf = (resting: readonly RestingCfdi[]): Consequence[] => [
  ...cancelled(resting),
  { kind: 'cut-again', folio: null, amount: null, date: null },
];

async function findCut(wide: OperatorWork, cut: Cut, lock: Lock): Promise<Outcome<RestingCfdi[]>> {
  if ((await clientById(wide, cut.clientId)) === undefined) return refuse('NOT_FOUND');
  const resting = await restingOf(wide, cut, lock);
  return resting.length === 0 ? refuse('ALREADY_REVERSED') : done(resting);
}

/** Consequences of reversing the cut of a client and month. ALREADY_REVERSED if no CFDI of it can be cancelled. */
export async function previewCut(
  wide: OperatorWork,
  cut: Cut,
): Promise<Outcome<ResponseOf<typeof previewCutReversal>>> {
  const found = await findCut(wide, cut, 'read');
  return found.ok ? done({ consequences: consequencesOf(found.value) }) : found;
}

/** Proposes to reverse the cut of a client and month, with the refusals of its preview. */
export async function proposeCut(
  wide: OperatorWork,
  month: string,
  { clientId, reason }: BodyOf<typeof proposeCutReversal>,
): Submitted {
  const about = { clientId, month };
  const found = await findCut(wide, about, 'update');
  if (!found.ok) return found;
  const before = { consequences: consequencesOf(found.value) };
  const proposed = { cfdi: found.value.map(({ folio }) => folio) };
  return submit(wide, cutReversal, { kind: 'cut-reversal', about, before, proposed }, reason);
}

export const cutReversal: Handler<'cut-reversal'> = {
  standing: async (work, { about }, lock) => {
    const resting = await restingOf(work, about, lock);
    return resting.length === 0 ? null : { consequences: consequencesOf(resting) };
  },
  isPossible: async (work, { about }) => (await restingOf(work, about, 'update')).length > 0,
  apply: async (wide, { about, proposed }) => {
    const work = ofClient(wide, about);
    await withdrawAll(work, await restingOf(wide, about, 'update'));
    const details = { month: about.month, invoices: proposed.cfdi.length };
    await writeAudit(work, { action: 'month.reverse', subject: `client:${work.tenant}`, details });
    return done(null);
  },
};
