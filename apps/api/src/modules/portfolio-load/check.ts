/** Compares the rows of a file with the portal: its clients, invoices, lines and limits. */
import type { LoadProblem } from '@anticipa/contract/portfolio-load';
import { product } from '@anticipa/contract/wire';
import type { IsoDate } from '@anticipa/domain/calendar';
import { type InvoiceStatusName, invoiceStatus, statusName } from '@anticipa/domain/invoice';
import { receiverObjection } from '@anticipa/domain/invoice-entry';
import { type LoadedInvoice, loadFaultsOf, remainderOf } from '@anticipa/domain/loaded-invoice';
import { type FinancedCurrency, type Money, moneyOf, sum } from '@anticipa/domain/money';
import type { Price } from '@anticipa/domain/price';
import type { ProductCode } from '@anticipa/domain/product';
import { companyStatus } from '@anticipa/domain/receiver';
import { z } from 'zod';
import { clientIdColumn, decimal, rowsOf } from '../../platform/db/rows.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { OperatorWork } from '../../platform/work/work.ts';
import { ivaRateOfLine } from '../credit/sale-terms.ts';
import { founder } from '../users/queries.ts';
import { headingOf, type LoadRow, type Problem, termsOf } from './rows.ts';

/** A row that can be loaded, with everything that its sale needs. */
export interface Loadable {
  readonly row: LoadRow;
  readonly clientId: ClientId;
  /** The administrator in whose name the sale is. */
  readonly founderId: string;
  readonly documentId: string;
  readonly product: ProductCode;
  readonly creditLineId: string;
  readonly terms: LoadedInvoice;
  readonly price: Price<FinancedCurrency>;
  /** IVA within the total; null if its CFDI does not tell. */
  readonly cfdiIva: Money<FinancedCurrency> | null;
}

/** The problems of all rows, and the rows without any. */
export interface Checked {
  readonly problems: readonly Problem[];
  readonly loadable: readonly Loadable[];
}

const factsRow = z.object({
  number: z.int(),
  clientId: clientIdColumn.nullable(),
  isClosed: z.boolean(),
  founderId: z.string().nullable(),
  documentId: z.string().nullable(),
  companyId: z.string().nullable(),
  serie: z.string().nullable(),
  folio: z.string().nullable(),
  receiverRfc: z.string().nullable(),
  invoiceCurrency: z.string().nullable(),
  total: decimal.nullable(),
  cfdiIva: decimal.nullable(),
  emittedOn: z.string().nullable(),
  product: product.nullable(),
  status: z.literal(Object.values(invoiceStatus)).nullable(),
  motive: z.string().nullable(),
  verification: z.string().nullable(),
  receiverStatus: z.literal(Object.values(companyStatus)).nullable(),
  creditLineId: z.string().nullable(),
  ivaRate: decimal.nullable(),
  lineRoom: decimal.nullable(),
  receiverRoom: decimal.nullable(),
  pairRoom: decimal.nullable(),
  isReferenceTaken: z.boolean(),
});
type Facts = z.output<typeof factsRow>;

async function factsOf({ db, today }: OperatorWork, rows: readonly LoadRow[]): Promise<Map<number, Facts>> {
  const wanted = rows.map(({ number, clientRfc, uuid, currency, reference }) => ({
    number,
    clientRfc,
    uuid,
    currency,
    reference,
  }));
  const found = await rowsOf(db, factsRow)`
    select wanted.number, clients.client_id as "clientId", coalesce(client_state = 'closed', false) as "isClosed",
      founder.user_id as "founderId", invoices.document_id as "documentId", invoices.company_id as "companyId", invoices.serie, invoices.folio,
      invoices.receiver_rfc as "receiverRfc", invoices.currency as "invoiceCurrency", invoices.total,
      cfdi_iva as "cfdiIva", invoices.emitted_on as "emittedOn", invoices.product, invoices.status, invoices.motive,
      invoices.verification, companies.status as "receiverStatus", line.credit_line_id as "creditLineId",
      ${ivaRateOfLine(today)} as "ivaRate", line.credit_limit - line.used - line.held as "lineRoom",
      (select limit_amount - held - owed from receiver_exposures
        where company_id = invoices.company_id and currency = wanted.currency) as "receiverRoom",
      (select limit_amount - held - owed from pair_exposures pair
        where pair.client_id = invoices.client_id and pair.company_id = invoices.company_id and pair.currency = wanted.currency) as "pairRoom",
      exists (select from sales where sales.client_id = clients.client_id and load_reference = wanted.reference and sales.state = 'disbursed') as "isReferenceTaken"
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted(
      number integer, "clientRfc" text, uuid text, currency text, reference text
    )
    left join clients on clients.rfc = wanted."clientRfc"
    left join lateral ${founder} on true
    left join invoices on invoices.client_id = clients.client_id and invoices.uuid = wanted.uuid
    left join companies on companies.company_id = invoices.company_id
    left join credit_lines line on line.client_id = invoices.client_id and line.product = invoices.product
      and line.currency = invoices.currency and (line.valid_until is null or line.valid_until >= ${today})`;
  return new Map(found.map((facts) => [facts.number, facts]));
}

/** Rejections that say nothing against an invoice that was financed before. */
const harmless = new Set<string | null>([null, 'EMITTED_TOO_OLD', 'PPD_REQUIRED', 'DELETED_BY_USER']);
const open = new Set<InvoiceStatusName>(['AUTORIZADA', 'REGISTRADO', 'RECHAZADA']);

/** Checks rows with each other, with themselves and with the portal. */
export async function checkRows(work: OperatorWork, rows: readonly LoadRow[], cutOn: IsoDate): Promise<Checked> {
  const facts = await factsOf(work, rows);
  const rowProblems = rows.map((row) => {
    const found = facts.get(row.number);
    if (!found) throw new Error(`row ${row.number} was not read`);
    return { row, facts: found, problems: [...ownProblems(row, rows, cutOn), ...problemsOf(row, found)] };
  });
  const sound = rowProblems.flatMap(({ row, facts: found, problems }) =>
    problems.length === 0 ? [loadableOf(row, found, cutOn)] : [],
  );
  const problems = [...rowProblems.flatMap((each) => each.problems), ...limitProblems(sound, facts)];
  return { problems: problems.toSorted((a, b) => a.row - b.row), loadable: sound };
}

const faultAt = (row: LoadRow, problem: LoadProblem, column: string | null = null): Problem => ({
  row: row.number,
  column,
  problem,
});

/** Everything that the file alone tells. */
function ownProblems(row: LoadRow, rows: readonly LoadRow[], cutOn: IsoDate): Problem[] {
  const faults = loadFaultsOf(termsOf(row), cutOn).map((fault) => faultAt(row, fault));
  const isTwice = rows.some((other) => other.number < row.number && other.uuid === row.uuid);
  const sale = rows.find((other) => other.clientRfc === row.clientRfc && other.reference === row.reference);
  const differs =
    sale !== undefined &&
    (sale.currency !== row.currency || sale.soldOn !== row.soldOn || sale.depositedOn !== row.depositedOn);
  return [
    ...faults,
    ...(isTwice ? [faultAt(row, 'LISTED_TWICE', headingOf('uuid'))] : []),
    ...(differs ? [faultAt(row, 'SALE_DIFFERS', headingOf('reference'))] : []),
  ];
}

/** Everything that the portal tells about one row, the first obstacle only where others follow from it. */
function problemsOf(row: LoadRow, facts: Facts): Problem[] {
  if (facts.clientId === null || facts.founderId === null)
    return [faultAt(row, 'CLIENT_UNKNOWN', headingOf('clientRfc'))];
  if (facts.isClosed) return [faultAt(row, 'CLIENT_CLOSED', headingOf('clientRfc'))];
  const reference = facts.isReferenceTaken ? [faultAt(row, 'REFERENCE_TAKEN', headingOf('reference'))] : [];
  if (facts.documentId === null || facts.status === null)
    return [...reference, faultAt(row, 'INVOICE_MISSING', headingOf('uuid'))];
  if (!open.has(statusName(facts.status))) return [...reference, faultAt(row, 'INVOICE_TAKEN', headingOf('uuid'))];
  return [...reference, ...invoiceProblems(row, facts)];
}

function invoiceProblems(row: LoadRow, facts: Facts): Problem[] {
  const differing = (
    [
      ['receiverRfc', facts.receiverRfc],
      ['currency', facts.invoiceCurrency],
      ['total', facts.total],
      ['emittedOn', facts.emittedOn],
      ['serie', row.serie === '' ? '' : facts.serie],
      ['folio', row.folio === '' ? '' : facts.folio],
    ] as const
  ).filter(([field, known]) => known !== row[field]);
  const problems = differing.map(([field]) => faultAt(row, 'INVOICE_DIFFERS', headingOf(field)));
  if (!harmless.has(facts.motive)) problems.push(faultAt(row, 'INVOICE_REJECTED', headingOf('uuid')));
  else if (facts.verification !== 'verified') problems.push(faultAt(row, 'INVOICE_NOT_CONFIRMED', headingOf('uuid')));
  if (facts.receiverStatus !== null && receiverObjection(facts.receiverStatus) !== null)
    problems.push(faultAt(row, 'RECEIVER_REFUSED', headingOf('receiverRfc')));
  if (facts.creditLineId === null) problems.push(faultAt(row, 'LINE_MISSING', headingOf('clientRfc')));
  return problems;
}

function loadableOf(row: LoadRow, facts: Facts, cutOn: IsoDate): Loadable {
  const { clientId, founderId, documentId, product: code, creditLineId, ivaRate } = facts;
  if (!clientId || !founderId || !documentId || !code || !creditLineId || ivaRate === null)
    throw new Error(`row ${row.number} has no invoice`);
  const terms = termsOf(row);
  const price = remainderOf(terms, { cutOn, ivaRate });
  const cfdiIva = facts.cfdiIva === null ? null : moneyOf<FinancedCurrency>(facts.cfdiIva, row.currency);
  return { row, clientId, founderId, documentId, product: code, creditLineId, terms, price, cfdiIva };
}

/** The rows of a line or of a receiver whose sum exceeds its room. */
function limitProblems(loadable: readonly Loadable[], facts: ReadonlyMap<number, Facts>): Problem[] {
  const over = (
    keyOf: (of: Loadable) => string,
    amountOf: (of: Loadable) => Price['total'],
    roomOf: (of: Facts) => string | null,
    problem: LoadProblem,
  ): Problem[] =>
    [...Map.groupBy(loadable, keyOf).values()].flatMap((group) => {
      const [first] = group;
      const found = first && facts.get(first.row.number);
      const room = found ? roomOf(found) : null;
      if (!first || room === null) return [];
      const { currency } = first.price.total;
      const wanted = sum(currency, group.map(amountOf));
      return wanted.cents > moneyOf(room, currency).cents ? group.map(({ row }) => faultAt(row, problem)) : [];
    });
  const companyOf = ({ row }: Loadable) => `${facts.get(row.number)?.companyId} ${row.currency}`;
  return [
    ...over(
      ({ creditLineId }) => creditLineId,
      ({ price }) => price.advance,
      (of) => of.lineRoom,
      'LINE_LIMIT',
    ),
    ...over(
      companyOf,
      ({ price }) => price.total,
      (of) => of.receiverRoom,
      'RECEIVER_LIMIT',
    ),
    ...over(
      (of) => `${of.clientId} ${companyOf(of)}`,
      ({ price }) => price.total,
      (of) => of.pairRoom,
      'RECEIVER_LIMIT',
    ),
  ];
}
