import { metTaxpayer, type TaxpayerListCut } from '@anticipa/contract/taxpayer-list';
import { dateOf } from '@anticipa/domain/calendar';
import { type ListedSituation, listedSituations } from '@anticipa/domain/listed-taxpayer';
import { z } from 'zod';
import { clientIdColumn, rowsOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';

export type StoredCut = TaxpayerListCut & { readonly lastModified: string | null };

/** The cut in use; undefined before the first. */
export async function cutInUse(work: WideWork): Promise<StoredCut | undefined> {
  const row = await work.db
    .selectFrom('taxpayer_list_cuts')
    .leftJoin('operators', 'operator_id', 'imported_by')
    .select(['cut_on', 'rows', 'last_modified', 'imported_at', 'email'])
    .orderBy('cut_on', 'desc')
    .orderBy('imported_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    cutOn: dateOf(row.cut_on),
    rows: row.rows,
    situations: await situationsOf(work),
    importedAt: row.imported_at.toISOString(),
    importedBy: row.email,
    lastModified: row.last_modified,
  };
}

const situationRow = z.object({ situation: z.enum(listedSituations), count: z.int() });

/** Tax ids of the list in use by situation. */
async function situationsOf({ db }: WideWork): Promise<TaxpayerListCut['situations']> {
  const rows = await rowsOf(db, situationRow)`
    select situation, count(*)::integer from listed_taxpayers group by situation`;
  const none = { definitivo: 0, presunto: 0, desvirtuado: 0, 'sentencia-favorable': 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ situation, count }) => [situation, count])) };
}

const metRow = metTaxpayer.extend({ clientId: clientIdColumn.nullable() });

/** The clients, and the receivers of unsettled invoices, that are listed in one of the situations. */
export async function metTaxpayers({ db }: WideWork, situations: readonly ListedSituation[]) {
  return await rowsOf(db, metRow)`
    select listed.rfc, listed.name, listed.situation, clients.client_id as "clientId",
      (select count(*)::integer from invoices where invoices.client_id = clients.client_id and not is_settled) as invoices
    from listed_taxpayers listed join clients on clients.rfc = listed.rfc
    where listed.situation = any(${situations}::text[])
    union all
    select listed.rfc, listed.name, listed.situation, null, count(*)::integer
    from invoices join listed_taxpayers listed on listed.rfc = invoices.receiver_rfc
    where not is_settled and status <> 0 and listed.situation = any(${situations}::text[])
    group by listed.rfc, listed.name, listed.situation
    order by 1, 4, 2, 3`;
}
