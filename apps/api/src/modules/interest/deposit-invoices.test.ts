/** Regimes of IVA by the golden sale, sold and deposited on 10 March: taxed when the deposit keeps its interest back, or exempt. */
import { routes } from '@anticipa/contract/routes';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { runCron } from '../../../testing/jobs.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import {
  aPayment,
  authoriseSale,
  collectAsTwo,
  depositAgainAsTwo,
  payInFull,
  requestOneSale,
  reverseAsTwo,
  sellAndDeposit,
} from '../../../testing/sale-steps.ts';
import { decideTerms } from '../../../testing/sale-terms.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let seller: Seller;
let session: Session;
let operator: Session;
let documentId: string;

const on = async (day: string): Promise<void> => {
  portal.clock.set(new Date(`${day}T19:45:00-06:00`));
  session = await portal.signIn(seller.user.email);
  operator = await portal.signIn((await anOperator(portal)).email);
};

beforeAll(async () => {
  portal = await startPortal();
  await portal.pki.lenderSealer();
  await decideTerms(portal.db, { ivaRegime: 'flujo' });
});
beforeEach(async () => {
  portal.clock.set(new Date('2026-03-10T19:45:00-06:00'));
  seller = await aSeller(portal);
  await on('2026-03-10');
  [documentId = ''] = await seller.invoices();
  await sellAndDeposit({ session, operator }, [documentId]);
});
afterAll(() => portal.close());

const run = async (...jobs: string[]): Promise<void> => {
  for (const job of jobs) expect(await runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, job)).toEqual([]);
};
const invoices = async (active = true) => {
  const search = { startDate: '2026-03-01', endDate: '2026-06-30', active };
  return (await session.call(routes.listInterestInvoices, { body: { search } })).data;
};
/** Changes of the accounts of IVA by value date. */
const iva = async () => {
  const { rows } = await portal.db.owner.query<{ change: string }>(
    `select concat_ws(' ', value_date, event, account, sum(credit - debit)) as change
     from ledger_lines line join ledger_entries using (client_id, entry_number)
     where line.document_id = $1 and account like 'IVA%' group by value_date, event, account, entry_number order by entry_number, account`,
    [documentId],
  );
  return rows.map(({ change }) => change);
};
const fileOf = async (id: string): Promise<string> => {
  const { file } = await session.call(routes.interestInvoiceFile, { params: { fileType: 'xml', id } });
  return Buffer.from(file.Content, 'base64').toString('utf8');
};

it('[LIB-92] a sale has one CFDI of the day of its deposit, paid by compensation, and its IVA is collected then and with the aforo', async () => {
  const others = await seller.invoices({ count: 2 });
  await sellAndDeposit({ session, operator }, others);
  await run('invoice-deposits', 'invoice-deposits');
  const issued = await invoices();
  expect(issued.map(({ amount, creditFolios }) => [amount, creditFolios.length])).toEqual(
    expect.arrayContaining([
      ['4036.80', 1],
      ['8073.60', 2],
    ]),
  );
  expect(issued).toHaveLength(2);
  const [own] = issued.filter(({ amount }) => amount === '4036.80');
  expect(own).toMatchObject({ subTotal: '3480.00', iva: '556.80', periodo: '2026-03', complements: [] });
  const xml = await fileOf(own?.id ?? '');
  for (const piece of [
    'Fecha="2026-03-10T19:45:',
    'FormaPago="17"',
    'MetodoPago="PUE"',
    'Total="4036.80"',
    'TasaOCuota="0.160000" Importe="556.80"',
  ])
    expect(xml).toContain(piece);
  expect(await iva()).toEqual([
    '2026-03-10 interest-invoice IVA_COBRADO 480.00',
    '2026-03-10 interest-invoice IVA_NO_COBRADO 76.80',
  ]);
  await on('2026-04-01');
  await run('cut-last-month');
  await on('2026-04-24');
  await payInFull(operator, documentId);
  await run('invoice-deposits', 'complement-payments', 'invoice-deposits');
  expect((await iva()).slice(2)).toEqual([
    '2026-04-24 invoice-payment IVA_COBRADO 76.80',
    '2026-04-24 invoice-payment IVA_NO_COBRADO -76.80',
  ]);
  await on('2026-05-01');
  await run('cut-last-month');
  expect(await invoices()).toEqual(issued);
  const query = { startDate: '2026-03-01', endDate: '2026-03-31' };
  const [pesos] = (await session.call(routes.getStatement, { query })).data.currencies;
  expect(pesos?.interestInvoices.find(({ total }) => total === '4036.80')).toMatchObject({
    paidOn: '2026-03-10',
    form: '17',
    complements: [],
  });
});

it('[LIB-92] interest that could not be invoiced before the aforo came back is invoiced with the IVA that it kept back', async () => {
  await on('2026-04-24');
  await payInFull(operator, documentId);
  expect(await iva()).toEqual(['2026-04-24 release IVA_POR_FACTURAR 556.80']);
  await run('invoice-deposits', 'invoice-deposits');
  const [issued] = await invoices();
  expect(issued).toMatchObject({ amount: '4036.80', iva: '556.80', periodo: '2026-03' });
  expect(await fileOf(issued?.id ?? '')).toContain('Fecha="2026-04-24T');
  expect((await iva()).slice(1)).toEqual([
    '2026-04-24 interest-invoice IVA_COBRADO 556.80',
    '2026-04-24 interest-invoice IVA_POR_FACTURAR -556.80',
  ]);
});

it('[LIB-92] a payment that is reversed is no longer collected IVA, and a CFDI that is cancelled is issued again', async () => {
  await run('invoice-deposits');
  await on('2026-04-24');
  await payInFull(operator, documentId);
  await run('invoice-deposits');
  const { movements } = await operator.call(routes.getBoughtInvoice, { params: { documentId } });
  const id = movements.flatMap(({ collectionId }) => collectionId ?? [])[0] ?? '';
  await reverseAsTwo(portal, operator, { kind: 'collection', id });
  await run('invoice-deposits');
  const sums = async () => {
    const { rows } = await portal.db.owner.query(
      `select account, sum(credit - debit)::text as balance from ledger_lines
       where document_id = $1 and account like 'IVA%' group by account having sum(credit - debit) <> 0 order by account`,
      [documentId],
    );
    return rows.map(({ account, balance }) => `${account} ${balance}`);
  };
  expect(await sums()).toEqual(['IVA_COBRADO 480.00', 'IVA_NO_COBRADO 76.80']);
  const [first] = await invoices();
  await operator.call(routes.cancelInterestInvoice, {
    params: { invoiceId: first?.id ?? '' },
    body: { motive: '02' },
  });
  await run('follow-cancellations', 'invoice-deposits');
  const [again] = await invoices();
  expect(again).toMatchObject({ amount: '4036.80' });
  expect(again?.id).not.toBe(first?.id);
  expect(await sums()).toEqual(['IVA_COBRADO 480.00', 'IVA_NO_COBRADO 76.80']);
});

it('[LIB-91] [LIB-92] exempt interest has a CFDI and a complement without a rate, and touches no account of IVA', async () => {
  await decideTerms(portal.db, { ivaRegime: 'exento', clientId: seller.client.clientId });
  const [exempt = ''] = await seller.invoices();
  await sellAndDeposit({ session, operator }, [exempt]);
  // Ten days late: late charges are exempt too.
  await on('2026-05-04');
  const body = aPayment({ documentIds: [exempt] }, { amount: '116000.00', valueDate: '2026-05-04' });
  await collectAsTwo(portal, operator, body);
  await run('cut-last-month', 'invoice-late-charges');
  await on('2026-05-05');
  await run('complement-payments');
  const issued = await invoices();
  expect(issued.map(({ subTotal, iva: own }) => [subTotal, own]).toSorted()).toEqual([
    ['1546.67', '0.00'],
    ['1624.00', '0.00'],
    ['1856.00', '0.00'],
  ]);
  const complements = issued.flatMap((one) => one.complements);
  expect(complements.map(({ amount }) => amount).toSorted()).toEqual(['1624.00', '1856.00']);
  for (const id of [...issued, ...complements].map((one) => one.id)) {
    const xml = await fileOf(id);
    expect(xml).toMatch(/TipoFactor(?:DR)?="Exento"/);
    expect(xml).not.toMatch(/TasaOCuota|TotalImpuestosTrasladados|TotalTrasladosBaseIVA(?!Exento)/);
    const params = { fileType: 'pdf', id } as const;
    const { file } = await session.call(routes.interestInvoiceFile, { params });
    const { text } = await extractText(new Uint8Array(Buffer.from(file.Content, 'base64')), { mergePages: true });
    expect(text).toContain('Exento');
  }
  documentId = exempt;
  expect(await iva()).toEqual([]);
});

it('[LIB-97] a commission is in the quote, the contract and the deposit; it is charged and invoiced once, even when the deposit comes back', async () => {
  const { clientId } = seller.client;
  await decideTerms(portal.db, { ivaRegime: 'exento', clientId, openingRate: '0.5', openingMXN: '420.00' });
  const { lines } = await session.call(routes.getCreditInformation);
  const opening = { rate: '0.5', amounts: { MXN: '420.00', USD: '0.00' }, ivaRate: '16' };
  expect(lines[0]?.opening).toEqual(opening);
  [documentId = ''] = await seller.invoices();
  const documents = [{ documentId, dueDate: '2026-04-24' }];
  const { items } = (await session.call(routes.presell, { body: { documents } })).data;
  const charged = { openingCommission: '1000.00', openingIva: '160.00', initialDeposit: '99760.00' };
  expect(items).toMatchObject([{ ...charged, iva: '0.00', effectiveAnnualCost: '42.73' }]);
  const sale = await requestOneSale(session, [documentId]);
  expect(sale.totals).toMatchObject(charged);
  const { rows } = await portal.db.owner.query(`select contract_text from sales where sale_id = $1`, [sale.saleId]);
  expect(rows[0]?.contract_text).toContain('comisión por apertura MXN 1,000.00 más IVA MXN 160.00');
  // Later terms are those of later sales.
  await decideTerms(portal.db, { ivaRegime: 'exento', clientId });
  await authoriseSale(operator, sale);
  await operator.call(routes.disburseSale, { params: { saleId: sale.saleId }, body: { trackingKey: 'COMISION1' } });
  await depositAgainAsTwo(portal, operator, documentId, 'returned');
  await run('invoice-deposits', 'invoice-deposits');
  const commissions = async () => (await invoices()).filter(({ kind }) => kind === 'commission');
  const [issued, ...others] = await commissions();
  expect([issued, others]).toMatchObject([{ subTotal: '1000.00', iva: '160.00', active: true }, []]);
  const xml = await fileOf(issued?.id ?? '');
  for (const piece of [
    'Fecha="2026-03-10T19:45:',
    'FormaPago="17"',
    'MetodoPago="PUE"',
    'Descripcion="Comisión por apertura de la factura A-',
    'TasaOCuota="0.160000" Importe="160.00"',
  ])
    expect(xml).toContain(piece);
  const params = { invoiceId: issued?.id ?? '' };
  await operator.call(routes.cancelInterestInvoice, { params, body: { motive: '01' } });
  const [substitute, ...rest] = await commissions();
  expect([substitute, rest]).toMatchObject([{ subTotal: '1000.00', iva: '160.00', active: true }, []]);
  expect(substitute?.id).not.toBe(issued?.id);
  // Neither the return nor the CFDI moved the commission and its IVA.
  expect(await iva()).toEqual(['2026-03-10 commission IVA_COBRADO 160.00']);
  const query = { startDate: '2026-03-01', endDate: '2026-03-31' };
  const [pesos] = (await session.call(routes.getStatement, { query })).data.currencies;
  expect(pesos?.cost).toMatchObject({ commission: '1000.00', ivaCommission: '160.00' });
  const about = pesos?.interestInvoices.filter(({ total }) => total === '1160.00') ?? [];
  expect(about.map(({ concept, paidOn }) => [concept, paidOn])).toEqual(
    expect.arrayContaining([['Comisión por apertura', '2026-03-10']]),
  );
  const nodes = pesos?.complements.filter(({ paid }) => paid === '99760.00' || paid === '4640.00') ?? [];
  expect(nodes.map(({ form, paid }) => `${form} ${paid}`)).toEqual(['03 99760.00', '17 4640.00']);
});
