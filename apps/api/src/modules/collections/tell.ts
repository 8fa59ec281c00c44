/** Tells the people of a client of payments of its invoices. */
import type { FinancedCurrency, Money } from '@anticipa/domain/money';
import { text, valuesOf } from '../../platform/db/rows.ts';
import type { Work } from '../../platform/work/work.ts';
import { folio } from '../log/queries.ts';
import { putNotice } from '../notices/put.ts';

interface Told {
  readonly documentIds: readonly string[];
  readonly amount: Money<FinancedCurrency>;
  readonly left?: Money<FinancedCurrency>;
}

/** Tells of money that was applied to these invoices, or taken back from them; of none nothing. */
export async function tellOfMoney(
  work: Work,
  event: 'paid' | 'part-paid' | 'payment-reversed',
  { documentIds, amount, left }: Told,
): Promise<void> {
  const [objectId, ...others] = documentIds;
  if (objectId === undefined) return;
  const several = event === 'paid' ? 'settled' : 'collections';
  const about =
    others.length > 0
      ? ({ object: several } as const)
      : ({ object: 'invoice', objectId, label: await folioOf(work, objectId) } as const);
  await putNotice(work, { event, ...about, count: documentIds.length, amount, ...(left && { left }) });
}

async function folioOf({ db, tenant }: Work, documentId: string): Promise<string> {
  const [found = ''] = await valuesOf(db, text)`
    select ${folio} from invoices where client_id = ${tenant} and document_id = ${documentId}`;
  return found;
}
