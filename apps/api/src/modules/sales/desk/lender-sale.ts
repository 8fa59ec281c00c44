/** One sale as the lender judges it. */
import type { getLenderSale } from '@anticipa/contract/lender';
import type { ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { decimalOf } from '@anticipa/domain/money';
import { narrowTo, type OperatorWork } from '../../../platform/work/work.ts';
import { creditLines } from '../../credit/queries.ts';
import { noteReading } from '../../log/audit.ts';
import { type SaleRecord, salesById } from '../queries.ts';
import { returnsOf } from '../return-queries.ts';
import { contractOf } from '../sent-queries.ts';
import { accountOf, recordOf, standingsOf } from './decision-queries.ts';
import { groundOf } from './ground.ts';
import { lenderSales } from './lender-queries.ts';
import { ownApproval, shownProposedAnswer } from './proposed-answers.ts';
import { noteViewer, otherViewers } from './viewers.ts';

/** A sale with the evidence of each invoice. The reading is noted. */
export async function lenderSale(
  wide: OperatorWork,
  saleId: string,
): Promise<Outcome<ResponseOf<typeof getLenderSale>>> {
  const [record] = await salesById(wide, [saleId], 'read');
  const [sale] = record ? await lenderSales(wide, [record]) : [];
  if (!record || !sale) return refuse('NOT_FOUND');
  const work = narrowTo(wide, record.clientId);
  const { evidence, seen } = await groundOf(wide, record, 'read');
  const line = (await creditLines(work, 'read')).find(
    ({ creditLineId }) => creditLineId === record.items[0]?.creditLineId,
  );
  if (!line) throw new Error('a sale without its credit line');
  await noteReading(work, { action: 'sale.read', subject: `sale:${saleId}` });
  await noteViewer(work, saleId);
  return done({
    now: wide.at.toISOString(),
    sale,
    seen,
    viewers: await otherViewers(wide, saleId),
    approval: (await ownApproval(work, record)) ?? null,
    proposedAnswer: await shownProposedAnswer(wide, record, evidence),
    returns: await returnsWithNames(work, saleId),
    promisedAt: record.promisedAt?.toISOString() ?? null,
    line: {
      currency: line.currency,
      limit: decimalOf(line.limit),
      used: decimalOf(line.used),
      held: decimalOf(line.held),
    },
    account: await accountOf(work, record),
    deposit: depositOf(record),
    record: await recordOf(work, record),
    standings: await standingsOf(work, record),
    acceptance: await acceptanceOf(work, record),
    evidence: evidence.map(({ checks, related, ...invoice }) => ({
      ...invoice,
      related: [...related],
      checks: checks.map(({ at, ...check }) => ({ ...check, at: at?.toISOString() ?? null })),
    })),
  });
}

const depositOf = ({ disbursedAt, trackingKey }: SaleRecord) =>
  disbursedAt && trackingKey !== null ? { at: disbursedAt.toISOString(), trackingKey } : null;

async function acceptanceOf(
  work: Parameters<typeof contractOf>[0],
  { numberOfSale, termsVersion: version }: { readonly numberOfSale: number; readonly termsVersion: string | null },
) {
  const contract = await contractOf(work, numberOfSale);
  if (contract?.acceptance == null || version === null) return null;
  const { at, ...acceptance } = contract.acceptance;
  return { text: contract.text, hash: contract.hash, version, at: at.toISOString(), ...acceptance };
}

async function returnsWithNames(work: Parameters<typeof returnsOf>[0], saleId: string) {
  const returns = await returnsOf(work, saleId);
  if (returns.length === 0) return [];
  const operators = await work.db
    .selectFrom('operators')
    .select(['operator_id', 'first_name', 'last_name'])
    .where('operator_id', 'in', [...new Set(returns.map((each) => each.returned_by))])
    .execute();
  const names = new Map(operators.map((each) => [each.operator_id, `${each.first_name} ${each.last_name}`.trim()]));
  return returns.map((each) => ({
    message: each.message,
    documentIds: each.document_ids,
    at: each.returned_at.toISOString(),
    by: names.get(each.returned_by) ?? '',
    answer: each.resent_at && { note: each.note, at: each.resent_at.toISOString() },
  }));
}
