/** Files of invoices in credit elsewhere, and their loading by two operators. */
import { randomUUID } from 'node:crypto';
import type { Approval } from '@anticipa/contract/approvals';
import type { CheckedLoad, PortfolioLoad } from '@anticipa/contract/portfolio-load';
import { routes } from '@anticipa/contract/routes';
import { csvText } from '@anticipa/texts/csv';
import { exampleRow, type LoadRow, loadColumns } from '../src/modules/portfolio-load/rows.ts';
import type { Portal } from './portal.ts';
import { approveAsOther } from './sale-steps.ts';
import type { Session } from './session.ts';

/** Rows for invoices of a client with the terms of the golden sale on 31 March; `over` replaces some. */
export async function rowsFor(
  { db }: Portal,
  documentIds: readonly string[],
  over: Partial<LoadRow> = {},
): Promise<LoadRow[]> {
  const { rows } = await db.owner.query<
    Pick<LoadRow, 'clientRfc' | 'receiverRfc' | 'uuid' | 'serie' | 'folio' | 'emittedOn'>
  >(
    `select clients.rfc as "clientRfc", receiver_rfc as "receiverRfc", uuid, serie, folio, emitted_on::text as "emittedOn"
     from invoices join clients using (client_id) where document_id = any($1) order by array_position($1, document_id)`,
    [documentIds],
  );
  return rows.map((row, index) => ({
    ...exampleRow,
    ...row,
    number: index + 2,
    reference: `V-${row.uuid.slice(0, 8)}`,
    ...over,
  }));
}

export const csvOf = (rows: readonly LoadRow[]): string =>
  csvText([loadColumns.map(({ header }) => header), ...rows.map((row) => loadColumns.map(({ cell }) => cell(row)))]);

/** A checked file that nobody has proposed; returns its id. */
export const aCheckedLoad = async ({ db, clock }: Portal): Promise<string> => {
  const loadId = randomUUID();
  await db.owner.query(
    `insert into portfolio_loads (load_id, file_name, cut_on, rows, state, checked_by, checked_at)
     select $1, 'cartera.csv', $2, '[]', 'checked', operator_id, $3 from operators limit 1`,
    [loadId, clock.today(), clock.now()],
  );
  return loadId;
};

/** Sends a file to be checked. */
export const checkFile = (operator: Session, cutOn: string, body: string | Buffer): Promise<CheckedLoad> =>
  operator.call(routes.checkPortfolioLoad, { query: { cutOn, fileName: 'cartera.csv' }, body });

/** Proposes to book a checked file with its own totals, or to withdraw it. */
export const proposeLoad = async (
  operator: Session,
  { loadId, totals }: PortfolioLoad,
  state: 'booked' | 'withdrawn' = 'booked',
): Promise<Approval> => {
  const typed = totals.map(({ currency, count, owed, aforo, unearned }) => ({
    currency,
    count,
    owed,
    aforo,
    unearned,
  }));
  const body = { state, totals: state === 'booked' ? typed : [], reason: 'Cartera de Financiera Anterior' };
  return (await operator.call(routes.proposePortfolioLoad, { params: { loadId }, body })).proposal;
};

/** Checks and books a file, as a second person confirms. */
export const loadAsTwo = async (
  portal: Portal,
  operator: Session,
  cutOn: string,
  rows: readonly LoadRow[],
): Promise<PortfolioLoad> => {
  const { load, problems } = await checkFile(operator, cutOn, csvOf(rows));
  if (!load) throw new Error(`the file cannot be loaded: ${JSON.stringify(problems)}`);
  await approveAsOther(portal, await proposeLoad(operator, load));
  return load;
};
