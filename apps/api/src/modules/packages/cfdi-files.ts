/** The CFDI of some days as files of an archive: each as it was stamped and as it is printed. */
import { buffer } from 'node:stream/consumers';
import { endOfDate, type IsoDate, MEXICO_CITY, startOfDate } from '@anticipa/domain/calendar';
import { sql } from 'kysely';
import { z } from 'zod';
import { clientIdColumn, rowsOf, text } from '../../platform/db/rows.ts';
import type { ArchivedFile } from '../../platform/documents/archive.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { letterheadOf } from '../brand/queries.ts';
import type { Deps } from '../deps.ts';
import { interestInvoicePdf } from '../interest/commands.ts';

/** CFDI that are listed at once. */
const PAGE = 200;

const row = z.object({
  client_id: clientIdColumn,
  rfc: text,
  id: text,
  name: text,
  sha256: z.instanceof(Buffer),
  cancelled_at: z.date().nullable(),
});
type Row = z.output<typeof row>;

export interface CfdiOfDays {
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Limits the CFDI to those of a client. */
  readonly clientId?: ClientId;
}

/** Issued invoices, credit notes and complements that were emitted on the days, of one client or of all, after the last one listed. */
const page = ({ db }: WideWork, { from, to, clientId }: CfdiOfDays, after: Row | undefined): Promise<Row[]> => {
  const days = sql`emitted_at >= ${startOfDate(from, MEXICO_CITY)} and emitted_at < ${endOfDate(to, MEXICO_CITY)}
    and ${clientId === undefined ? sql`true` : sql`issued.client_id = ${clientId}`} and state = 'issued' and sha256 is not null`;
  return rowsOf(db, row)`
    select issued.client_id, clients.rfc, issued.id::text, issued.name, issued.sha256, issued.cancelled_at
    from (
      select client_id, invoice_id as id, serie || '-' || folio as name, sha256, cancelled_at from interest_invoices issued where ${days}
      union all
      select client_id, complement_id, serie || '-' || folio, sha256, cancelled_at from payment_complements issued where ${days}
    ) issued join clients using (client_id)
    where ${after === undefined ? sql`true` : sql`(issued.client_id, issued.id) > (${after.client_id}, ${after.id}::uuid)`}
    order by issued.client_id, issued.id limit ${PAGE}`;
};

/** Yields each CFDI of the days as XML and PDF. `read` runs a query; a CFDI that storage does not have is named in `missing`. */
export async function* cfdiFiles(
  { storage, log }: Pick<Deps, 'storage' | 'log'>,
  read: <T>(query: (work: WideWork) => Promise<T>) => Promise<T>,
  days: CfdiOfDays,
  missing: string[],
): AsyncGenerator<ArchivedFile> {
  const brand = await read(letterheadOf);
  for (let last: Row | undefined, isMore = true; isMore; ) {
    const after = last;
    const rows = await read((work) => page(work, days, after));
    for (const { client_id: clientId, rfc, name, sha256, cancelled_at: cancelledAt } of rows) {
      const folder = days.clientId === undefined ? `cfdi/${rfc}` : 'cfdi';
      const content = await storage.open(clientId, sha256);
      if (content === null) {
        log.error({ cfdi: name }, 'issued invoice missing from storage');
        missing.push(`${folder}/${name}`);
        continue;
      }
      const xml = await buffer(content);
      yield { path: `${folder}/${name}.xml`, content: xml };
      yield { path: `${folder}/${name}.pdf`, content: await interestInvoicePdf(xml, cancelledAt, brand) };
    }
    last = rows.at(-1);
    isMore = rows.length === PAGE;
  }
}
