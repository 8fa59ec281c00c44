/** Entries of accountants in the lender's own journal. */
import { listManualEntries, MANUAL_LIMIT, type ManualEntries } from '@anticipa/contract/manual-entries';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { z } from 'zod';
import { rowsOf, text, valuesOf, whole } from '../../platform/db/rows.ts';
import type { Lock, WideWork } from '../../platform/work/work.ts';
import { operatorName } from '../log/queries.ts';

/** The first day that is not closed. */
export async function openDay({ db }: WideWork): Promise<IsoDate> {
  const [day = ''] = await valuesOf(db, text)`select open_day()::text`;
  return dateOf(day);
}

/** Proposals that wait for a second person; `through`: only those of a day until it. */
export async function waitingEntries({ db, at }: WideWork, through?: IsoDate): Promise<number> {
  const [count = 0] = await valuesOf(db, whole)`
    select count(*)::integer from approvals
    where kind = 'manual-entry' and state = 'open' and expires_at > ${at}
      and change -> 'proposed' ->> 'valueDate' <= ${through ?? '9999-12-31'}::text`;
  return count;
}

const listed = listManualEntries.response.shape.data.element;

export const manualEntries = ({ db }: WideWork): Promise<ManualEntries['data']> => rowsOf(db, listed)`
  select manual.manual_id as "manualId", entry.value_date::text as "valueDate", entry.currency, entry.lines, entry.entries, manual.evidence,
    asked.reason, ${operatorName('asked.proposed_by')} as "proposedBy", ${operatorName('asked.decided_by')} as "approvedBy",
    (select undone.value_date::text from lender_entries undone
      where undone.manual_id = manual.manual_id and undone.reverses is not null limit 1) as "reversedOn"
  from manual_entries manual
  join approvals asked using (approval_id)
  cross join lateral (
    select value_date, currency, jsonb_agg(entry_number order by entry_number) as entries,
      jsonb_agg(jsonb_build_object('debit', debit, 'credit', credit, 'amount', amount::text) order by entry_number) as lines
    from lender_entries booked where booked.manual_id = manual.manual_id and reverses is null group by value_date, currency
  ) entry
  order by entry.entries -> 0 desc limit ${MANUAL_LIMIT}`;

const { valueDate, currency, lines, evidence } = listed.shape;
const entryRow = z.object({ valueDate, currency, lines, evidence, isReversed: z.boolean() });

/** An entry as it was booked; undefined if it is not. `update` locks it. */
export async function manualEntryById({ db }: WideWork, manualId: string, lock: Lock) {
  if (lock === 'update')
    await db.selectFrom('manual_entries').select('manual_id').where('manual_id', '=', manualId).forUpdate().execute();
  const [row] = await rowsOf(db, entryRow)`
    select value_date::text as "valueDate", currency, evidence, reversal_id is not null as "isReversed",
      jsonb_agg(jsonb_build_object('debit', debit, 'credit', credit, 'amount', amount::text) order by entry_number) as lines
    from manual_entries join lender_entries using (manual_id)
    where manual_id = ${manualId} and reverses is null group by value_date, currency, evidence, reversal_id`;
  return row;
}
