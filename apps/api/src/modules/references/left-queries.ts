/** Amounts left to pay with payment references. */
import { date, financedCurrency } from '@anticipa/contract/wire';
import { dateOf } from '@anticipa/domain/calendar';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { type FinancedCurrency, type Money, moneyOf, sum } from '@anticipa/domain/money';
import { amountAsked } from '@anticipa/domain/settlement';
import { sql } from 'kysely';
import { z } from 'zod';
import { decimal, rowsOf } from '../../platform/db/rows.ts';
import type { WideWork, Work } from '../../platform/work/work.ts';
import { balanceDue, owed } from '../ledger/queries.ts';
import { folio } from '../log/queries.ts';

/** Amount left to pay with a reference, and its number of invoices, with those in credit. */
export interface Left {
  readonly amount: Money<FinancedCurrency>;
  readonly count: number;
  readonly invoices: readonly { readonly documentId: string; readonly folio: string; readonly owed: string }[];
}

const leftRow = z.object({
  id: z.string(),
  documentId: z.string(),
  folio: z.string(),
  currency: financedCurrency,
  validUntil: date,
  owed: decimal,
  /** Set for a balance due, which has no late charges any more. */
  isBalance: z.boolean(),
  dueDate: date,
  moratoryRate: decimal,
  daysInYear: z.int(),
});

/**
 * Amounts left to pay with references that can be paid, with late charges until the end of their validity. Those with
 * nothing left are absent.
 */
export async function leftOf(
  work: WideWork | Work,
  referenceIds: readonly string[],
): Promise<ReadonlyMap<string, Left>> {
  if (referenceIds.length === 0) return new Map();
  const asked = sql`made.reference_id = any(${referenceIds}::uuid[])
    and ${'tenant' in work ? sql`made.client_id = ${work.tenant}` : sql`true`}`;
  const columns = sql`made.reference_id as id, invoices.document_id as "documentId", ${folio} as folio, made.currency, made.valid_until as "validUntil", invoices.due_date as "dueDate",
    trim_scale(item.moratory_rate)::text as "moratoryRate", item.days_in_year as "daysInYear"`;
  const terms = sql`sale_items item on item.client_id = invoices.client_id and item.sale_id = invoices.sale_id
    and item.document_id = invoices.document_id`;
  const rows = await rowsOf(work.db, leftRow)`
    select ${columns}, ${owed} as owed, false as "isBalance"
    from payment_references made
    join invoices on invoices.client_id = made.client_id and invoices.reference_id = made.reference_id
    join ${terms}
    where ${asked} and invoices.status = ${invoiceStatus.CREDITO}
    union all
    select ${columns}, ${balanceDue}, true
    from payment_references made
    join invoices on invoices.client_id = made.client_id and invoices.balance_reference_id = made.reference_id
    join ${terms}
    where ${asked} and ${balanceDue} > 0`;
  const byReference = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...byReference].map(([id, parts]) => [
      id,
      {
        amount: sum(parts[0]?.currency ?? 'MXN', parts.map(amountOf)),
        count: parts.length,
        invoices: parts.flatMap(({ documentId, folio, owed, isBalance }) =>
          isBalance ? [] : [{ documentId, folio, owed }],
        ),
      },
    ]),
  );
}

function amountOf({ currency, validUntil, isBalance, ...row }: z.output<typeof leftRow>): Money<FinancedCurrency> {
  const amount = moneyOf<FinancedCurrency>(row.owed, currency);
  return isBalance ? amount : amountAsked({ ...row, owed: amount, dueDate: dateOf(row.dueDate) }, dateOf(validUntil));
}
