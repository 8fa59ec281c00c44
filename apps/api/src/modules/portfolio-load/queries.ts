/** Files of invoices in credit, as the desk lists them. */
import { LOADS_LIMIT, type PortfolioLoad } from '@anticipa/contract/portfolio-load';
import { loadStates } from '@anticipa/contract/portfolio-load-change';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { financedCurrencies } from '@anticipa/domain/money';
import { sql } from 'kysely';
import { z } from 'zod';
import { clientIdColumn, flag, instant, rowsOf } from '../../platform/db/rows.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { Lock, OperatorWork } from '../../platform/work/work.ts';
import { loadRow, sumsOf, totalsOf } from './rows.ts';

const storedLoad = z.object({
  loadId: z.string(),
  fileName: z.string(),
  cutOn: z.string().transform((text): IsoDate => dateOf(text)),
  state: z.enum(loadStates),
  checkedBy: z.string(),
  checkedAt: instant,
  rows: z.array(loadRow),
  isUntouched: flag,
});
export type StoredLoad = z.output<typeof storedLoad>;

/** SQL: only interest has been booked for the invoices of a file since its opening, and no due date was extended. */
const isUntouched = sql`(not exists (
  select from sales
  join loaded_invoices loaded using (client_id, sale_id)
  join ledger_lines line on line.client_id = loaded.client_id and line.document_id = loaded.document_id
  join ledger_entries entry on entry.client_id = line.client_id and entry.entry_number = line.entry_number
  where sales.load_id = portfolio_loads.load_id and entry.event not in ('opening', 'accrual', 'accrual-reversal')
    and entry.recorded_at >= portfolio_loads.booked_at)
  and not exists (
    select from sales join loaded_invoices loaded using (client_id, sale_id)
    join extensions on extensions.client_id = loaded.client_id and extensions.document_id = loaded.document_id
    where sales.load_id = portfolio_loads.load_id and agreed_at >= portfolio_loads.booked_at))`;

const loads = sql`
  select load_id as "loadId", file_name as "fileName", cut_on as "cutOn", portfolio_loads.state,
  trim(first_name || ' ' || last_name) as "checkedBy", checked_at as "checkedAt", rows, ${isUntouched} as "isUntouched"
  from portfolio_loads join operators on operator_id = checked_by`;

/** A file by its id; null if there is none. */
export async function storedLoadById({ db }: OperatorWork, loadId: string, lock: Lock): Promise<StoredLoad | null> {
  const [load] = await rowsOf(db, storedLoad)`
    ${loads} where load_id = ${loadId}
    ${lock === 'update' ? sql`for update of portfolio_loads` : sql``}`;
  return load ?? null;
}

const clientRow = z.object({ rfc: z.string(), clientId: clientIdColumn, entityName: z.string() });
type Client = z.output<typeof clientRow>;

/** Files that are booked, withdrawn, or wait for a second person. */
export async function listedLoads(work: OperatorWork): Promise<PortfolioLoad[]> {
  const listed = await rowsOf(work.db, storedLoad)`
    ${loads} where portfolio_loads.state <> 'checked' or exists (
      select from approvals where kind = 'portfolio-load' and approvals.state = 'open' and change -> 'about' ->> 'loadId' = load_id::text)
    order by checked_at desc, load_id limit ${LOADS_LIMIT}`;
  return shownLoads(work, listed);
}

/** Files as the desk shows them, with totals and clients. */
export async function shownLoads({ db }: OperatorWork, stored: readonly StoredLoad[]): Promise<PortfolioLoad[]> {
  const rfcs = [...new Set(stored.flatMap(({ rows }) => rows.map(({ clientRfc }) => clientRfc)))];
  const clients = await rowsOf(db, clientRow)`
    select rfc, client_id as "clientId", entity_name as "entityName" from clients where rfc = any(${rfcs}::text[]) order by entity_name, rfc`;
  return stored.map(({ rows, isUntouched: canWithdraw, ...load }) => ({
    ...load,
    totals: totalsOf(rows, load.cutOn),
    clients: clients.flatMap((client) => ofClient(client, rows, load.cutOn)),
    canWithdraw: load.state === 'booked' && canWithdraw,
  }));
}

const ofClient = ({ rfc, clientId, entityName }: Client, rows: StoredLoad['rows'], cutOn: IsoDate) =>
  financedCurrencies.flatMap((currency) => {
    const own = rows.filter((row) => row.clientRfc === rfc && row.currency === currency);
    return own.length === 0 ? [] : { clientId, entityName, ...sumsOf(own, cutOn) };
  });

const loadedRow = z.object({ clientId: clientIdColumn, saleId: z.string(), documentId: z.string() });

/** The invoices of a booked file, by client. */
export async function invoicesOfLoad(
  { db }: OperatorWork,
  loadId: string,
): Promise<Map<ClientId, z.output<typeof loadedRow>[]>> {
  const rows = await rowsOf(db, loadedRow)`
    select sales.client_id as "clientId", sale_id as "saleId", document_id as "documentId"
    from sales join loaded_invoices using (client_id, sale_id)
    where load_id = ${loadId} order by sales.client_id, sale_id, document_id`;
  return Map.groupBy(rows, ({ clientId }) => clientId);
}
