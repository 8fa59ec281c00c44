/**
 * A program of a client, written on nothing but the client that a generator makes of the document of `/v1`. The test that
 * generates it copies this file beside it, compiles both strictly, and runs this.
 */
import * as api from './client.ts';

interface World {
  readonly baseUrl: string;
  readonly key: string;
  readonly file: { readonly name: string; readonly content: string };
  readonly dueDate: string;
  readonly today: string;
  /** Has the lender authorise the sale and deposit it. */
  readonly lenderDeposits: (saleId: string, invoiceId: string) => Promise<void>;
}

/** Value of an answer; the refusals are part of its type. */
function given<A extends { readonly status: number; readonly data?: unknown }>(
  answer: A,
): Extract<A, { readonly status: 200 }>['data'] {
  if (answer.status === 200) return answer.data;
  throw new Error(`${answer.status}: ${JSON.stringify(answer.data)}`);
}

/** Uploads an invoice, prices and sells it, follows it to its deposit, and reconciles the statement. */
export async function sellGolden({ baseUrl, key, file, dueDate, today, lenderDeposits }: World) {
  Object.assign(api.defaults, { baseUrl, headers: { Authorization: `Bearer ${key}` } });
  const since = given(await api.listEvents({ limit: '200' })).next_cursor ?? undefined;

  const { outcome, invoice } = given(
    await api.createUpload({ file_name: file.name, content: file.content }, { idempotencyKey: 'client-upload' }),
  );
  if (outcome !== 'invoice' || invoice === null) throw new Error(`the file became ${outcome}`);
  const invoices: api.ChosenInvoice[] = [{ invoice_id: invoice.id, due_date: dueDate }];

  const { items, failures } = given(await api.quoteInvoices({ invoices }));
  const held = given(await api.holdInvoices({ invoices }, { idempotencyKey: 'client-hold' }));
  const sale_numbers = held.sales.map(({ number }) => number);
  const { terms } = given(await api.fixTerms({ sale_numbers }));
  const { version, hash } = terms;
  const refused = await api.acceptSales({ sale_numbers, terms: { version, hash: '0'.repeat(64) } });
  const refusal = refused.status === 200 ? null : refused.data.code;
  const { sales } = given(await api.acceptSales({ sale_numbers, terms: { version, hash } }));
  const [sale] = sales;
  if (sale === undefined) throw new Error('no sale was made');
  await lenderDeposits(sale.id, invoice.id);

  const events = given(await api.listEvents({ cursor: since, limit: '200' }));
  const own = events.data.filter(({ object_id }) => object_id === sale.id);
  const deposited = given(await api.getSale(String(sale.number)));
  const statement = given(await api.getStatement(today, today));
  const movements = given(await api.listMovements(today, today, { limit: '200' }));
  return {
    quoted: items.map(({ initial_deposit }) => initial_deposit),
    failures,
    refusal,
    states: own.map(({ type }) => type),
    state: deposited.state,
    totals: deposited.totals,
    trackingKey: deposited.tracking_key,
    statement: statement.currencies,
    movements: movements.data.filter(({ invoice_id }) => invoice_id === invoice.id),
  };
}
