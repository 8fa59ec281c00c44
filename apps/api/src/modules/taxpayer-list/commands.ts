/** Takes in the list of article 69-B. It fails closed: a list that may be incomplete leaves the one before in use. */
import { randomUUID } from 'node:crypto';
import type { TaxpayerListCut } from '@anticipa/contract/taxpayer-list';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { listProblem } from '@anticipa/domain/listed-taxpayer';
import { sql } from 'kysely';
import type { Principal, WideWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import type { TaxpayerList, UnreadableRow } from './parse.ts';
import { cutInUse, type StoredCut } from './queries.ts';

const refusals = { short: 'LIST_INCOMPLETE', older: 'LIST_OLDER' } as const;

/** Replaces the list in use; `list` is null for bytes that are no list, `lastModified` for an upload. */
export async function takeIn(
  work: WideWork<Principal>,
  list: TaxpayerList | UnreadableRow | null,
  lastModified: string | null,
): Promise<Outcome<TaxpayerListCut>> {
  if (list === null) return refuse('LIST_UNREADABLE');
  if ('unreadableRow' in list) return refuseEach('LIST_UNREADABLE', [`rows.${list.unreadableRow}`]);
  const { db, actor, at } = work;
  await sql`lock table listed_taxpayers in share row exclusive mode`.execute(db);
  const problem = listProblem(list, (await cutInUse(work)) ?? null);
  if (problem) return refuse(refusals[problem]);
  await sql`
    with listed as (
      select * from jsonb_to_recordset(${JSON.stringify(list.taxpayers)}::jsonb) as row(rfc text, name text, situation text)
    ), gone as (
      delete from listed_taxpayers where rfc not in (select rfc from listed)
    )
    insert into listed_taxpayers select * from listed
    on conflict (rfc) do update set name = excluded.name, situation = excluded.situation
    where (listed_taxpayers.name, listed_taxpayers.situation) <> (excluded.name, excluded.situation)`.execute(db);
  const cutId = randomUUID();
  const { cutOn, rows } = list;
  await db
    .insertInto('taxpayer_list_cuts')
    .values({
      cut_id: cutId,
      cut_on: cutOn,
      rows,
      last_modified: lastModified,
      imported_at: at,
      imported_by: actor.kind === 'operator' ? actor.operatorId : null,
    })
    .execute();
  await writeAudit(work, { action: 'taxpayer-list.take-in', subject: `cut:${cutId}`, details: { cutOn, rows } });
  const cut = await cutInUse(work);
  if (!cut) throw new Error('the cut taken in cannot be read');
  return done(shown(cut));
}

/** Leaves out data that only the download needs. */
export const shown = ({ lastModified: _, ...cut }: StoredCut): TaxpayerListCut => cut;
