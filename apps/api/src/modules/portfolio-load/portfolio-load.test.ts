import type { ReportName } from '@anticipa/contract/portfolio-reports';
import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aStatementAccount } from '../../../testing/bank-files.ts';
import { anInvoiceFile, anOperator } from '../../../testing/builders.ts';
import { halfway } from '../../../testing/halfway.ts';
import { runCron } from '../../../testing/jobs.ts';
import { balancesOf } from '../../../testing/journal.ts';
import { checkFile, csvOf, loadAsTwo, proposeLoad, rowsFor } from '../../../testing/loads.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import {
  adjustAsTwo,
  aPayment,
  approveAsOther,
  closeAsTwo,
  collectAsTwo,
  holdSale,
  referenceFor,
  stateOfReference,
  transferDevoluciones,
} from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';
import { figuresOf } from '../../../testing/variant-reports.ts';
import type { LoadRow } from './rows.ts';

const OUTSIDE = { smtpUrl: 'smtp://127.0.0.1:1' };

let portal: Portal;
let seller: Seller;
let operator: Session;

const on = async (day: string): Promise<void> => {
  portal.clock.set(new Date(`${day}T12:00:00-06:00`));
  operator = await portal.signIn((await anOperator(portal)).email);
};

beforeAll(async () => {
  portal = await startPortal();
  await portal.pki.lenderSealer();
  seller = await aSeller(portal);
  operator = seller.operator;
});
afterAll(() => portal.close());

const settledOf = async (documentId: string) =>
  (
    await portal.db.owner.query<{ status: number; final_deposit: string | null }>(
      'select status, final_deposit from invoices where document_id = $1',
      [documentId],
    )
  ).rows[0];

describe('the golden sale, loaded halfway', () => {
  let sold: string[];

  it('[DIN-88] books what is left of it as of the cut day, against the opening', async () => {
    await on('2026-03-10');
    sold = await seller.invoices({ count: halfway.length });
    await on('2026-04-02');
    const rows = (await rowsFor(portal, sold)).map((row, index) => ({ ...row, ...halfway[index]?.row }));
    const load = await loadAsTwo(portal, operator, '2026-03-31', rows);
    expect(load.totals).toEqual([
      {
        currency: 'MXN',
        count: 6,
        owed: '636000.00',
        aforo: '69600.00',
        unearned: '11136.00',
        clientOwes: '1559.04',
        opening: '556823.04',
      },
    ]);
    const { rows: opened } = await portal.db.owner.query(
      `select event, value_date::text, booked_on::text, account, debit::text, credit::text from ledger_lines
       join ledger_entries using (client_id, entry_number)
       where document_id = $1 and event = 'opening' order by line_number`,
      [sold[0]],
    );
    const entry = { event: 'opening', value_date: '2026-03-31', booked_on: '2026-03-31' };
    expect(opened).toEqual([
      { ...entry, account: 'CARTERA', debit: '116000.00', credit: '0.00' },
      { ...entry, account: 'CLIENTE', debit: '259.84', credit: '0.00' },
      { ...entry, account: 'AFORO_POR_DEVOLVER', debit: '0.00', credit: '11600.00' },
      { ...entry, account: 'INTERES_POR_DEVENGAR', debit: '0.00', credit: '1856.00' },
      { ...entry, account: 'APERTURA', debit: '0.00', credit: '102803.84' },
    ]);
    // Two of the 24 days that were left are earned by now.
    expect(await balancesOf(portal, sold[0] ?? '')).toMatchObject({ INGRESO_INTERES: '-154.67' });
    const query = { status: '30' };
    const listed = (await (await portal.signIn(seller.user.email)).call(routes.listInvoices, { query })).data;
    expect(listed.find(({ documentId }) => documentId === sold[0])).toMatchObject({
      total: '116000.00',
      comision: '1856.00',
      iva: '296.96',
      aforo: '11600.00',
      interestRate: '24',
      porcentajeAdelanto: '90',
      dueDate: '2026-04-24',
    });
    const { lines } = await (await portal.signIn(seller.user.email)).call(routes.getCreditInformation);
    expect(lines.find(({ moneda }) => moneda === 'MXN')).toMatchObject({
      creditUsed: '566400.00',
      creditHeld: '0.00',
    });
  });

  it('[DIN-89] counts for nothing that happened before: no transfer, deposit, collection or CFDI of an earlier month', async () => {
    const session = await portal.signIn(seller.user.email);
    const asked = { startDate: '2026-03-01', endDate: '2026-04-02' };
    const { currencies } = (await session.call(routes.getStatement, { query: asked })).data;
    const [statement] = currencies.filter(({ currency }) => currency === 'MXN');
    expect(statement).toMatchObject({ transfers: [], collections: [], interestInvoices: [], complements: [] });
    expect(statement?.invoices.map(({ cededOn, initialDeposit }) => [cededOn, initialDeposit])).toEqual(
      halfway.map(() => ['2026-03-31', null]),
    );
    expect(statement?.accounts.flatMap(({ movements }) => movements.map(({ concept }) => concept))).toContain(
      'Saldo anterior de la factura',
    );
    expect((await operator.call(routes.listMadePayments)).data).toEqual([]);
    const bank = { body: aStatementAccount('Banco', '001001') };
    const { accountId } = (await operator.call(routes.saveStatementAccount, bank)).account;
    const charge = { params: { accountId }, query: { name: 'banco.csv' }, body: '02/04/2026,X,-1.00' };
    await operator.call(routes.bringBankFile, charge);
    expect((await operator.call(routes.getBank)).open.map(({ plan }) => plan?.as)).toEqual(['look']);
    const [compared] = (await operator.call(routes.getBankReconciliation)).data;
    expect(compared).toMatchObject({ booksMoved: '0.00', booksBalance: '0.00', notInBank: { count: 0 } });
    await portal.db.owner.query(`insert into exchange_rates values ('2026-04-02', 18.5, 'DOF', now())`);
    expect(await runCron(portal, OUTSIDE, 'cut-last-month')).toEqual([]);
    const { data } = await session.call(routes.listInterestInvoices, { body: { search: asked } });
    expect(data).toEqual([]);
  });

  it('[DIN-90] ends to the cent where the whole sale ends', async () => {
    const steps = halfway.flatMap((variant, index) =>
      variant.steps.map(([step, day]) => ({ step, day, documentId: sold[index] ?? '' })),
    );
    const days = new Set(['2026-05-01', '2026-06-01', ...steps.map(({ day }) => day)]);
    for (const day of [...days].toSorted()) {
      await on(day);
      if (day.endsWith('-01')) {
        await portal.db.owner.query(`insert into exchange_rates values ($1, 18.5, 'DOF', now())`, [day]);
        expect(await runCron(portal, OUTSIDE, 'cut-last-month')).toEqual([]);
      }
      for (const { step, documentId } of steps.filter((each) => each.day === day)) {
        if (step === 'close') await closeAsTwo(portal, operator, documentId);
        else if (step === 'recourse') await adjustAsTwo(portal, operator, documentId, { kind: 'recourse' });
        else
          await collectAsTwo(
            portal,
            operator,
            aPayment({ documentIds: [documentId] }, { amount: step, valueDate: day }),
          );
      }
    }
    for (const [index, { name, returned, recargos }] of halfway.entries()) {
      const documentId = sold[index] ?? '';
      expect({ name, ...(await settledOf(documentId)) }).toEqual({ name, status: 40, final_deposit: returned });
      const balances = await balancesOf(portal, documentId);
      expect({ name, INGRESO: balances.INGRESO_INTERES, RECARGOS: balances.RECARGOS }).toEqual({
        name,
        INGRESO: '-1856.00',
        RECARGOS: recargos && `-${recargos}`,
      });
      expect(Object.keys(balances)).not.toContain('CLIENTE');
    }
    const session = await portal.signIn(seller.user.email);
    const { credits } = (
      await session.call(routes.listInterest, { body: { startDate: '2026-03-01', endDate: '2026-06-30' } })
    ).data;
    expect(credits.map(({ periodo, interest, iva }) => [periodo, interest, iva])).toEqual(
      halfway.map(() => ['2026-04', '1856.00', '296.96']),
    );
  });

  it('[DIN-90] owes the client’s complement of the aforo as its third and fourth payment', async () => {
    const session = await portal.signIn(seller.user.email);
    await transferDevoluciones(operator, seller.client.clientId, 'RETURNED1');
    const query = { startDate: '2026-03-01', endDate: '2026-06-03' };
    const { currencies } = (await session.call(routes.getStatement, { query })).data;
    const [statement] = currencies.filter(({ currency }) => currency === 'MXN');
    const uuid = (
      await portal.db.owner.query<{ uuid: string }>('select uuid from invoices where document_id = $1', [sold[0]])
    ).rows[0]?.uuid;
    const own = statement?.complements.filter((node) => node.uuid === uuid);
    expect(own?.map(({ form, instalment, before, paid, left }) => [form, instalment, before, paid, left])).toEqual([
      ['17', 3, '11600.00', '556.80', '11043.20'],
      ['03', 4, '11043.20', '11043.20', '0.00'],
    ]);
    expect(statement?.transfers.map(({ concept }) => concept)).toEqual(['Devolución de aforo']);
  });

  it('[LIB-114] reports count what was paid out and collected before, and nothing as bought', async () => {
    const figures = (report: ReportName, asOf: string) =>
      figuresOf(operator, report, { currency: 'MXN', startDate: '2026-04-01', asOf });
    expect(await figures('portfolio', '2026-04-02')).toMatchObject({ gross: '636000.00', cashInUse: '545520.00' });
    // 24 days of 1,856.00 each of six invoices; one of them was partly paid before.
    expect(await figures('yield', '2026-04-24')).toMatchObject({ cashDays: '13092480.00', nominalYield: '31.05' });
    expect(await figures('yield', '2026-06-03')).toMatchObject({ interest: '11136.00', daysOutstanding: '55.9' });
    expect(await figures('losses', '2026-06-03')).toMatchObject({ bought: '0.00', lossRate: null });
  });
});

describe('files of invoices in credit', () => {
  const CUT = '2026-06-02';
  let good: LoadRow[];
  const terms = { soldOn: '2026-05-20', depositedOn: '2026-05-20', emittedOn: '2026-05-19', dueDate: '2026-07-04' };

  beforeAll(async () => {
    await on('2026-06-03');
    good = await rowsFor(portal, await seller.invoices({ count: 2, emittedOn: '2026-05-19' }), terms);
  });

  const faultsIn = async (rows: readonly LoadRow[]) =>
    (await checkFile(operator, CUT, csvOf(rows))).problems.map(({ row, column, problem }) => [row, column, problem]);

  it('[DIN-91] a wrong file says why for each row, and nothing is kept', async () => {
    const [first, second] = good;
    if (!first || !second) throw new Error('no rows');
    const [held = ''] = await seller.invoices({ emittedOn: '2026-05-19' });
    await holdSale(await portal.signIn(seller.user.email), [held], '2026-07-03');
    const [pending = ''] = await seller.invoices({ emittedOn: '2026-05-19', verification: 'pending', status: 10 });
    const [inHold, unconfirmed] = await rowsFor(portal, [held, pending], terms);
    if (!inHold || !unconfirmed) throw new Error('no rows');
    const rows: LoadRow[] = [
      { ...first, number: 2, advance: '104400.01' },
      { ...first, number: 3, deposited: '1.00' },
      { ...second, number: 4, depositedOn: '2026-06-09', earned: '3480.01' },
      { ...second, number: 5, uuid: '00000000-0000-4000-8000-000000000009', reference: 'X-1' },
      { ...second, number: 6, clientRfc: 'XYZ010101AB1', uuid: '00000000-0000-4000-8000-000000000008' },
      { ...inHold, number: 7 },
      { ...unconfirmed, number: 8, receiverRfc: 'XYZ010101AB1' },
      { ...second, number: 9, uuid: '00000000-0000-4000-8000-000000000007', reference: 'X-9', dueDate: '2026-06-01' },
      {
        ...second,
        number: 10,
        uuid: '00000000-0000-4000-8000-000000000006',
        reference: 'X-10',
        collected: '110000.00',
      },
    ];
    expect(await faultsIn(rows)).toEqual([
      [2, null, 'ADVANCE_AND_AFORO'],
      [2, null, 'DEPOSIT_AND_DISCOUNT'],
      [3, null, 'DEPOSIT_AND_DISCOUNT'],
      [3, 'UUID', 'LISTED_TWICE'],
      [4, null, 'DATES_OUT_OF_ORDER'],
      [4, null, 'EARNED_OVER_DISCOUNT'],
      [5, 'UUID', 'INVOICE_MISSING'],
      [6, 'RFC del cliente', 'CLIENT_UNKNOWN'],
      [7, 'UUID', 'INVOICE_TAKEN'],
      [8, 'RFC del receptor', 'INVOICE_DIFFERS'],
      [8, 'UUID', 'INVOICE_NOT_CONFIRMED'],
      [9, null, 'OVERDUE_NOT_EARNED'],
      [9, 'UUID', 'INVOICE_MISSING'],
      [10, null, 'NOTHING_FINANCED'],
      [10, 'UUID', 'INVOICE_MISSING'],
    ]);
    const text = csvOf(good).replace('116000.00', 'mucho').replace('20/05/2026', '31/02/2026');
    expect((await checkFile(operator, CUT, text)).problems).toEqual([
      { row: 2, column: 'Total', problem: 'CELL_UNREADABLE' },
      { row: 2, column: 'Vendida', problem: 'CELL_UNREADABLE' },
    ]);
    const { problems } = await checkFile(operator, CUT, csvOf(good).replace('Aforo', 'Reserva'));
    expect(problems).toEqual([{ row: 1, column: 'Aforo', problem: 'COLUMN_MISSING' }]);
    for (const [cutOn, body, code] of [
      [CUT, 'no es una tabla', 'LOAD_UNREADABLE'],
      ['2026-06-04', csvOf(good), 'CUT_NOT_OPEN'],
      ['2026-04-30', csvOf(good), 'CUT_NOT_OPEN'],
    ] as const) {
      const query = { cutOn, fileName: 'cartera.csv' };
      expect(await operator.refusal(routes.checkPortfolioLoad, { query, body })).toMatchObject({ code });
    }
    expect((await portal.db.owner.query(`select from portfolio_loads where state = 'checked'`)).rows).toEqual([]);
  });

  it('[DIN-91] a file beyond a line or the limit of a receiver is refused', async () => {
    const { owner } = portal.db;
    const limit = (amount: string | null) =>
      owner.query('update receiver_exposures set limit_amount = $1 where company_id = $2', [amount, seller.companyId]);
    await limit('231999.99');
    expect(await faultsIn(good)).toEqual([
      [2, null, 'RECEIVER_LIMIT'],
      [3, null, 'RECEIVER_LIMIT'],
    ]);
    await limit(null);
    await owner.query(`update credit_lines set credit_limit = used + held + 208799.99 where currency = 'MXN'`);
    expect(await faultsIn(good)).toEqual([
      [2, null, 'LINE_LIMIT'],
      [3, null, 'LINE_LIMIT'],
    ]);
    await owner.query(`update credit_lines set credit_limit = 9000000 where currency = 'MXN'`);
  });

  it('[DIN-91] a file needs the totals of the earlier books, and a second person', async () => {
    const { load } = await checkFile(operator, CUT, csvOf(good));
    if (!load) throw new Error('not kept');
    const params = { loadId: load.loadId };
    const totals = [{ currency: 'MXN', count: 2, owed: '232000.00', aforo: '23200.01', unearned: '3712' }];
    const body = { state: 'booked', totals, reason: 'Cartera anterior' };
    expect(await operator.refusal(routes.proposePortfolioLoad, { params, body })).toMatchObject({
      code: 'LOAD_TOTALS_DIFFER',
      details: [{ path: 'MXN-aforo', expected: '23200.00' }],
    });
    const proposal = await proposeLoad(operator, load);
    const own = {
      params: { proposalId: proposal.id },
      body: { decision: { kind: 'approve', ground: proposal.ground ?? '' } },
    };
    expect(await operator.refusal(routes.decideProposal, own)).toMatchObject({ code: 'OWN_PROPOSAL' });
    await approveAsOther(portal, proposal);
    const { data } = await operator.call(routes.listPortfolioLoads);
    expect(data[0]).toMatchObject({ loadId: load.loadId, state: 'booked', canWithdraw: true });
  });

  it('[DIN-91] the same file twice adds nothing twice', async () => {
    expect(await faultsIn(good)).toEqual([
      [2, 'Venta', 'REFERENCE_TAKEN'],
      [2, 'UUID', 'INVOICE_TAKEN'],
      [3, 'Venta', 'REFERENCE_TAKEN'],
      [3, 'UUID', 'INVOICE_TAKEN'],
    ]);
    const again = await rowsFor(portal, await seller.invoices({ emittedOn: '2026-05-19' }), terms);
    const { load } = await checkFile(operator, CUT, csvOf(again));
    const twin = (await checkFile(operator, CUT, csvOf(again))).load;
    if (!load || !twin) throw new Error('not kept');
    const [one, other] = [await proposeLoad(operator, load), await proposeLoad(operator, twin)];
    await approveAsOther(portal, one);
    const second = await portal.signIn((await anOperator(portal)).email);
    const body = { decision: { kind: 'approve', ground: other.ground ?? '' } };
    const decided = await second.call(routes.decideProposal, { params: { proposalId: other.id }, body });
    expect(decided.proposal.state).toBe('outdated');
  });

  it('[DIN-92] a file is withdrawn by two people while nothing else was booked, leaves no trace in its balances, and can be loaded again', async () => {
    const loaded = await portal.db.owner.query<{ load_id: string; document_id: string }>(
      `select load_id, document_id from loaded_invoices join sales using (client_id, sale_id)
       join invoices using (client_id, document_id) where uuid = any($1)`,
      [good.map(({ uuid }) => uuid)],
    );
    const ids = loaded.rows.map(({ document_id }) => document_id);
    const { data } = await operator.call(routes.listPortfolioLoads);
    const load = data.find(({ loadId }) => loadId === loaded.rows[0]?.load_id);
    if (!load) throw new Error('nothing was loaded');
    await on('2026-06-10');
    expect(await runCron(portal, OUTSIDE, 'accrue-interest')).toEqual([]);
    const { id: referenceId } = await referenceFor(await portal.signIn(seller.user.email), ids);
    await approveAsOther(portal, await proposeLoad(operator, load, 'withdrawn'));
    expect(await stateOfReference(portal, referenceId)).toBe('expired');
    for (const documentId of ids) {
      expect(await balancesOf(portal, documentId)).toEqual({});
      expect(await settledOf(documentId)).toEqual({ status: 20, final_deposit: null });
    }
    const rows = await rowsFor(portal, ids, terms);
    const { load: reloaded } = await checkFile(operator, CUT, csvOf(rows));
    if (!reloaded) throw new Error('not kept');
    await approveAsOther(portal, await proposeLoad(operator, reloaded));
    const [first = '', last = ''] = ids;
    expect(await balancesOf(portal, first)).toMatchObject({ INGRESO_INTERES: '-464.00' });
    const isWithdrawable = async () => (await operator.call(routes.listPortfolioLoads)).data[0]?.canWithdraw;
    expect(await isWithdrawable()).toBe(true);
    const later = { params: { documentId: last }, body: { dueDate: '2026-07-10', reason: 'Lo pidió el receptor' } };
    await approveAsOther(portal, (await operator.call(routes.proposeExtension, later)).proposal);
    expect(await isWithdrawable()).toBe(false);
    await collectAsTwo(
      portal,
      operator,
      aPayment({ documentIds: [first] }, { amount: '1000.00', valueDate: '2026-06-10' }),
    );
    const body = { state: 'withdrawn', totals: [], reason: 'Se cargó por error' };
    const params = { loadId: reloaded.loadId };
    expect(await operator.refusal(routes.proposePortfolioLoad, { params, body })).toMatchObject({
      code: 'LOAD_IN_USE',
    });
  });

  it('[DIN-93] the XML of an invoice is taken in once for the client that issued it', async () => {
    const file = await anInvoiceFile(portal, seller.client);
    const send = (bytes: Uint8Array) =>
      operator.call(routes.takeInCfdi, { query: { fileName: file.name }, body: Buffer.from(bytes) });
    const first = await send(file.bytes);
    expect(first).toMatchObject({ refused: null });
    expect(await send(file.bytes)).toEqual(first);
    const session = await portal.signIn(seller.user.email);
    const { data } = await session.call(routes.listInvoices, { query: { status: '0,10,20' } });
    expect(data.filter(({ uuid }) => uuid === first.uuid)).toMatchObject([{ fileName: file.name }]);
    const [other = ''] = [Buffer.from(file.bytes).toString('utf8').replaceAll(seller.client.rfc, 'XAXX010101AB1')];
    expect(await send(Buffer.from(other))).toEqual({ uuid: null, refused: expect.any(String) });
    expect(await send(Buffer.from('<a/>'))).toEqual({ uuid: null, refused: expect.any(String) });
  });

  it('[DIN-91] the template is read as a workbook and as text', async () => {
    for (const format of ['xlsx', 'csv'] as const) {
      const template = await operator.send(routes.portfolioLoadTemplate, { query: { format } });
      expect((await checkFile(operator, CUT, template.bytes)).problems).toContainEqual({
        row: 2,
        column: 'RFC del cliente',
        problem: 'CLIENT_UNKNOWN',
      });
    }
  });
});
