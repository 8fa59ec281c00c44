/** Charges of a period beside interest, by invoice. */
import { financedCurrencies } from '@anticipa/domain/money';
import { z } from 'zod';
import { decimal, rowsOf } from '../../platform/db/rows.ts';
import type { Work } from '../../platform/work/work.ts';
import type { Period } from './queries.ts';

const commissionsRow = z.object({
  currency: z.enum(financedCurrencies),
  document_id: z.string(),
  commission: decimal,
  iva: decimal,
});

/** Opening commissions that deposits of the period kept back, and their IVA, by invoice. */
export const commissionsOfPeriod = async (
  { db, tenant }: Work,
  { from, to, knownAt }: Period,
): Promise<z.output<typeof commissionsRow>[]> => {
  return await rowsOf(db, commissionsRow)`
    select entry.currency, line.document_id,
      coalesce(sum(credit) filter (where line.account = 'COMISIONES_POR_DEVENGAR'), 0)::numeric(18, 2) as commission,
      coalesce(sum(credit) filter (where line.account = 'IVA_COBRADO'), 0)::numeric(18, 2) as iva
    from ledger_entries entry join ledger_lines line using (client_id, entry_number)
    where entry.client_id = ${tenant} and event = 'commission' and booked_on between ${from}::date and ${to}::date
      and recorded_at <= ${knownAt}
    group by entry.currency, line.document_id`;
};

const lateChargesRow = z.object({
  currency: z.enum(financedCurrencies),
  document_id: z.string(),
  recargos: decimal,
  iva: decimal,
});

/** Late charges of the period and their IVA, by invoice. */
export const lateChargesOfPeriod = async (
  { db, tenant }: Work,
  { from, to, knownAt }: Period,
): Promise<z.output<typeof lateChargesRow>[]> => {
  return await rowsOf(db, lateChargesRow)`
    select entry.currency, line.document_id,
      coalesce(sum(credit - debit) filter (where line.account = 'RECARGOS'), 0)::numeric(18, 2) as recargos,
      coalesce(sum(credit - debit) filter (where line.account = 'IVA_COBRADO'), 0)::numeric(18, 2) as iva
    from ledger_entries entry join ledger_lines line using (client_id, entry_number)
    where entry.client_id = ${tenant} and event = 'late-charges' and booked_on between ${from}::date and ${to}::date
      and recorded_at <= ${knownAt}
    group by entry.currency, line.document_id`;
};
