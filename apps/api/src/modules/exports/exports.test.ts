import { exportTable } from '@anticipa/contract/exports';
import { cancelPaymentReference } from '@anticipa/contract/references';
import type { ParamsOf } from '@anticipa/contract/route';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, aCompany, anOperator, aUser } from '../../../testing/builders.ts';
import { someInvoices } from '../../../testing/invoice-rows.ts';
import { aCostCentre, activatePayers } from '../../../testing/payers.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { referenceFor, requestSale, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { aSeller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

const DAY_MS = 86_400_000;

let portal: Portal;
let session: Session;
let uuids: string[];

beforeAll(async () => {
  // It is evening in Mexico City, and already the next day in UTC.
  portal = await startPortal({ now: '2026-03-11T01:30:00Z' });
  const client = await aClient(portal);
  const user = await aUser(portal, { client });
  const companyId = await aCompany(portal, { client });
  const invoices = (options: Partial<Parameters<typeof someInvoices>[1]>) =>
    someInvoices(portal, { client, user, companyId, ...options });
  await invoices({ total: '116000.00', emittedOn: '2026-03-02' });
  await invoices({ total: '0.10', emittedOn: '2026-03-03', count: 2 });
  await invoices({ currency: 'USD', total: '99.99', emittedOn: '2026-03-04' });
  await invoices({ status: 0, motive: 'DELETED_BY_USER' });
  await portal.db.owner.query('update invoices set receiver_name = $1 where client_id = $2', [
    '=HYPERLINK("http://x")&<b>',
    client.clientId,
  ]);
  const { rows } = await portal.db.owner.query<{ uuid: string }>(
    'select uuid from invoices where client_id = $1 and status = 20 order by created_at desc, document_id',
    [client.clientId],
  );
  uuids = rows.map(({ uuid }) => uuid);
  session = await portal.signIn(user.email);
});
afterAll(() => portal.close());

type Table = ParamsOf<typeof exportTable>['table'];
const exported = (table: Table, query: Readonly<Record<string, string>>) =>
  session.send(exportTable, { params: { table }, query });

/** The rows of the CSV, without its header. */
async function lines(table: Table, query: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const answer = await exported(table, { ...query, format: 'csv' });
  return answer.bytes.toString('utf8').split('\r\n').slice(1, -1);
}

describe('a table as a spreadsheet', () => {
  it('[EXP-01] has typed dates and amounts, a frozen header, UUID and RFC, and a total per currency', async () => {
    const answer = await exported('authorised', { format: 'xlsx' });
    expect(answer.headers['content-disposition']).toContain('autorizadas-hasta-2026-03-10.xlsx');
    const parts = unzipSync(answer.bytes);
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    const texts = [...sheet.matchAll(/<t xml:space="preserve">([^<]*)<\/t>/g)].map(([, text]) => text);
    const header = ['Folio', 'Pagador', 'RFC', 'UUID', 'Producto', 'Emisión', 'Importe', 'Moneda', 'Estatus SAT'];
    expect(texts.slice(0, header.length)).toEqual(header);
    expect(texts.filter((text) => uuids.includes(text ?? ''))).toEqual(uuids);
    // 2 March 2026 is day 46,083 of a spreadsheet; styles 3 and 5 are a date and an amount.
    expect(sheet).toMatch(/<c r="F\d" s="3"><v>46083<\/v><\/c><c r="G\d" s="5"><v>116000\.00<\/v><\/c>/);
    expect(sheet).toContain('<t xml:space="preserve">Total MXN</t></is></c><c r="G6" s="8"><v>116000.20</v></c>');
    expect(sheet).toContain('<t xml:space="preserve">Total USD</t></is></c><c r="G7" s="8"><v>99.99</v></c>');
    expect(sheet).toContain(`<autoFilter ref="A1:${String.fromCharCode(64 + header.length)}5"/>`);
  });

  it('[EXP-03] has no formula, also where a name looks like one', async () => {
    const answer = await exported('authorised', { format: 'xlsx' });
    const sheet = strFromU8(unzipSync(answer.bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet).not.toMatch(/<f[ >]/);
    expect(sheet).toContain(
      't="inlineStr"><is><t xml:space="preserve">=HYPERLINK(&quot;http://x&quot;)&amp;&lt;b&gt;</t>',
    );
    expect(await lines('authorised')).toContainEqual(expect.stringContaining(`"'=HYPERLINK(""http://x"")&<b>"`));
  });
});

it('[EXP-01] a file is named by its table and dates; CSV begins with a byte order mark', async () => {
  const query = { format: 'csv', from: '2026-03-02', to: '2026-03-04' };
  const { headers, bytes } = await exported('authorised', query);
  expect(headers['content-disposition']).toContain('autorizadas-2026-03-02-a-2026-03-04.csv');
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
});

describe('[EXP-01] an export of a status', () => {
  it('has its invoices, also more of them than are read at once', async () => {
    const seller = await aSeller(portal);
    const rowsOf = async (table: Table): Promise<string[]> => {
      const query = { format: 'csv' };
      const answer = await seller.session.send(exportTable, { params: { table }, query });
      return answer.bytes.toString('utf8').split('\r\n').slice(1, -1);
    };
    await seller.invoices({ status: 10, count: 501 });
    await requestSale(seller.session, await seller.invoices({ count: 2 }));
    await sellAndDeposit(seller, await seller.invoices({ count: 3 }));
    const counts = (['pending', 'validation', 'credit'] as const).map(async (table) => (await rowsOf(table)).length);
    expect(await Promise.all(counts)).toEqual([501, 2, 3]);
  });
});

describe('an export', () => {
  it('[EXP-01] includes the days From and To, and one currency if asked', async () => {
    expect(await lines('authorised', { from: '2026-03-03', to: '2026-03-04' })).toHaveLength(3);
    expect(await lines('authorised', { from: '2026-03-04' })).toHaveLength(1);
    expect(await lines('authorised', { to: '2026-03-02' })).toHaveLength(1);
    expect(await lines('authorised', { currency: 'USD' })).toEqual([expect.stringContaining('04/03/2026,99.99,USD')]);
  });

  it('[EXP-02] an export without a row is refused by name, as is one of deleted invoices', async () => {
    const nothing = { status: 422, code: 'NOTHING_TO_EXPORT', message: 'No hay datos para exportar' };
    for (const [table, query] of [
      ['authorised', { from: '2026-03-05' }],
      ['authorised', { product: 'FB' }],
      ['rejected', {}],
      ['settled', {}],
      ['interest', {}],
      ['interest-invoices', { from: '2026-01-01', to: '2026-12-31' }],
    ] as const) {
      for (const format of ['csv', 'xlsx'] as const)
        expect(await session.refusal(exportTable, { params: { table }, query: { ...query, format } })).toMatchObject(
          nothing,
        );
    }
  });

  it('refuses dates in the wrong order, and the lender’s staff', async () => {
    const query = { format: 'csv', from: '2026-03-05', to: '2026-03-04' } as const;
    expect(await session.refusal(exportTable, { params: { table: 'credit' }, query })).toMatchObject({ status: 400 });
    const operator = await portal.signIn((await anOperator(portal)).email);
    const input = { params: { table: 'credit' }, query: { format: 'csv' } } as const;
    expect(await operator.refusal(exportTable, input)).toMatchObject({ status: 403 });
  });

  it('[EXP-01] has the sales, the payment references and the payers of a client', async () => {
    let seller = await aSeller(portal);
    const [first = '', second = ''] = await seller.invoices({ count: 2 });
    const [sale] = await sellAndDeposit(seller, [first], '2026-04-24');
    portal.clock.pass(DAY_MS);
    seller = { ...seller, session: await portal.signIn(seller.user.email) };
    const [open] = await requestSale(seller.session, [second]);
    const { paymentReference, id: referenceId } = await referenceFor(seller.session, [first]);
    await activatePayers(portal, seller.client);
    const clabe = await aCostCentre(portal, { client: seller.client, stpName: 'ALFA', active: false });
    const read = async (table: Table, query: Readonly<Record<string, string>> = {}) => {
      const answer = await seller.session.send(exportTable, { params: { table }, query: { ...query, format: 'csv' } });
      return answer.bytes.toString('utf8').split('\r\n').slice(1, -1);
    };
    const requested = expect.stringMatching(new RegExp(`^${open?.numberOfSale},Anticipo Índice,En revisión,.*,,$`));
    const deposited = expect.stringMatching(
      new RegExp(`^${sale?.numberOfSale},Anticipo Índice,Depositada,.*,1,116000.00,100920.00,MXN,.*,SPEI\\d+$`),
    );
    expect(await read('sales')).toEqual([requested, deposited]);
    expect(await read('sales', { to: '2026-03-10' })).toEqual([deposited]);
    expect(await read('sales', { from: '2026-03-11', product: 'BI', currency: 'MXN' })).toEqual([requested]);
    expect(await read('references', { from: '2026-03-11' })).toEqual([
      expect.stringMatching(new RegExp(`,${paymentReference},1,116000.00,0.00,116000.00,MXN,24/04/2026,Pendiente,`)),
    ]);
    await seller.session.call(cancelPaymentReference, { params: { id: referenceId } });
    await referenceFor(seller.session, [first]);
    const sheet = await seller.session.send(exportTable, {
      params: { table: 'references' },
      query: { format: 'xlsx' },
    });
    // One of two references counts: the other was cancelled.
    expect(strFromU8(unzipSync(sheet.bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toMatch(
      /Total MXN, sin canceladas ni vencidas<\/t><\/is><\/c><c r="D4" s="8"><v>116000\.00<\/v>/,
    );
    expect(await read('payers')).toEqual([expect.stringMatching(new RegExp(`,ALFA,"\t${clabe}",No$`))]);
    for (const [table, query] of [
      ['sales', { currency: 'USD' }],
      ['sales', { product: 'FB' }],
      ['references', { to: '2026-03-10' }],
    ] as const)
      expect(await read(table, query)).toEqual([]);
  });
});
