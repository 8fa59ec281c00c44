import type { TaxpayerListCut } from '@anticipa/contract/taxpayer-list';
import { dateOf } from '@anticipa/domain/calendar';
import { suspectSituations } from '@anticipa/domain/listed-taxpayer';
import { sql } from 'kysely';
import type { WideWork } from '../../lib/work.ts';

export type StoredCut = TaxpayerListCut & { readonly lastModified: string | null };

/** The cut in use; undefined before the first. */
export async function cutInUse({ db }: WideWork): Promise<StoredCut | undefined> {
  const row = await db
    .selectFrom('taxpayer_list_cuts')
    .select(['cut_on', 'rows', 'last_modified', 'imported_at'])
    .select(
      sql<number>`(select count(*)::integer from listed_taxpayers where situation = any(${suspectSituations}::text[]))`.as(
        'suspects',
      ),
    )
    .orderBy('cut_on', 'desc')
    .orderBy('imported_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    cutOn: dateOf(row.cut_on),
    rows: row.rows,
    suspects: row.suspects,
    importedAt: row.imported_at.toISOString(),
    lastModified: row.last_modified,
  };
}

/** A suspect that the lender deals with. */
export interface MetSuspect {
  readonly rfc: string;
  readonly situation: (typeof suspectSituations)[number];
  /** Null for a receiver. */
  readonly clientId: string | null;
  /** Its unsettled invoices. */
  readonly invoices: number;
}

/** The clients, and the receivers of unsettled invoices, that are presumed or proven. */
export async function metSuspects({ db }: WideWork): Promise<readonly MetSuspect[]> {
  const { rows } = await sql<MetSuspect>`
    select listed.rfc, listed.situation, clients.client_id as "clientId",
      (select count(*)::integer from invoices where invoices.client_id = clients.client_id and not is_settled) as invoices
    from listed_taxpayers listed join clients on clients.rfc = listed.rfc
    where listed.situation = any(${suspectSituations}::text[])
    union all
    select listed.rfc, listed.situation, null, count(*)::integer
    from invoices join listed_taxpayers listed on listed.rfc = invoices.receiver_rfc
    where not is_settled and status <> 0 and listed.situation = any(${suspectSituations}::text[])
    group by listed.rfc, listed.situation
    order by 1, 3`.execute(db);
  return rows;
}
