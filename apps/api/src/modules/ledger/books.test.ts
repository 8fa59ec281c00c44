import { exportBookLines, exportTrialBalance } from '@anticipa/contract/books';
import { exportPortfolioReport, exportReportRows } from '@anticipa/contract/portfolio-reports';
import { routes } from '@anticipa/contract/routes';
import { bookAccounts, chart, lenderEvents } from '@anticipa/domain/chart';
import { decimalOf, moneyOf, sum } from '@anticipa/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aStatementAccount, bankFile, bankRows } from '../../../testing/bank-files.ts';
import { startGoldenBooks } from '../../../testing/golden-books.ts';
import { runCron } from '../../../testing/jobs.ts';
import type { Portal } from '../../../testing/portal.ts';
import type { Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';
import { figuresOf } from '../../../testing/variant-reports.ts';

const MARCH = { startDate: '2026-03-01', endDate: '2026-03-31' };
const APRIL = { startDate: '2026-04-01', endDate: '2026-04-30' };

let portal: Portal;
let seller: Seller;
let documentId: string;
let operator: Session;
beforeAll(async () => {
  ({ portal, seller, documentId, operator } = await startGoldenBooks());
});
afterAll(() => portal.close());

const balance = async (query: object = MARCH) =>
  (await operator.call(routes.getTrialBalance, { query: { ...MARCH, ...query } })).data;
/** Opening, debit, credit and closing of each account. */
const figures = async (query?: object) =>
  Object.fromEntries(
    (await balance({ currency: 'MXN', ...query })).map(({ account, bank, opening, debit, credit, closing }) => [
      bank ? `${account} ${bank.name}` : account,
      [opening, debit, credit, closing].join(' '),
    ]),
  );

it('[LIB-20] the chart has every account and event that the journals can book', async () => {
  const { rows } = await portal.db.owner.query<{ checked: string }>(
    `select pg_get_constraintdef(oid) as checked from pg_constraint
     where conname in ('ledger_lines_account_check', 'lender_entries_event') order by conname`,
  );
  const named = rows.flatMap(({ checked }) => [...checked.matchAll(/'([A-Z_]+)'/g)].map(([, account]) => account));
  expect(new Set(named)).toEqual(new Set(bookAccounts));
  const events = rows.flatMap(({ checked }) =>
    [...checked.matchAll(/\(event = '([a-z-]+)'/g)].map(([, event]) => event),
  );
  expect(new Set(events)).toEqual(new Set(lenderEvents));
  const [, ofYearEnd = ''] = rows
    .map(({ checked }) => checked)
    .join()
    .split("'year-end'");
  const ended = bookAccounts.filter((account) => /^[4-7]/.test(chart[account].number));
  expect(new Set([...ofYearEnd.matchAll(/'([A-Z_]+)'/g)].map(([, account]) => account))).toEqual(
    new Set([...ended, 'RESULTADO']),
  );
});

it('[LIB-140] the trial balance is the same once the days that are over have their sums', async () => {
  const asked = [
    MARCH,
    APRIL,
    { ...APRIL, knownOn: '2026-04-30' },
    { ...APRIL, knownOn: '2026-04-24', currency: 'USD' },
    { startDate: '2026-04-10', endDate: '2026-05-31' },
  ];
  const all = async () => {
    const answers: unknown[] = [];
    for (const query of asked) answers.push(await balance(query));
    return answers;
  };
  const before = await all();
  expect(await runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, 'sum-books')).toEqual([]);
  const { rows } = await portal.db.owner.query<{ last: string }>(
    'select max(recorded_on)::text as last from book_sums',
  );
  expect(rows).toEqual([{ last: '2026-04-24' }]);
  expect(await all()).toEqual(before);
});

describe('[LIB-21] the trial balance', () => {
  it('has the golden sale to the cent: March, April, and all of it once it has settled', async () => {
    expect(await figures(MARCH)).toEqual({
      BANCOS: '0.00 0.00 100920.00 -100920.00',
      'BANCOS Sin asignar': '0.00 0.00 100920.00 -100920.00',
      CARTERA: '0.00 116000.00 0.00 116000.00',
      CLIENTE: '0.00 1883.84 1624.00 259.84',
      IVA_COBRADO: '0.00 0.00 259.84 -259.84',
      INTERES_POR_DEVENGAR: '0.00 1624.00 3480.00 -1856.00',
      POR_DEPOSITAR: '0.00 100920.00 100920.00 0.00',
      AFORO_POR_DEVOLVER: '0.00 0.00 11600.00 -11600.00',
      INGRESO_INTERES: '0.00 0.00 1624.00 -1624.00',
      ENTRE_DIARIOS: '0.00 0.00 0.00 0.00',
    });
    expect(await figures(APRIL)).toEqual({
      BANCOS: '-100920.00 116000.00 0.00 15080.00',
      'BANCOS Sin asignar': '-100920.00 116000.00 0.00 15080.00',
      CARTERA: '116000.00 0.00 116000.00 0.00',
      CLIENTE: '259.84 1856.00 2115.84 0.00',
      INTERES_POR_DEVENGAR: '-1856.00 1856.00 0.00 0.00',
      POR_DEPOSITAR: '0.00 0.00 11043.20 -11043.20',
      AFORO_POR_DEVOLVER: '-11600.00 11600.00 0.00 0.00',
      IVA_POR_FACTURAR: '0.00 296.96 296.96 0.00',
      IVA_COBRADO: '-259.84 0.00 296.96 -556.80',
      INGRESO_INTERES: '-1624.00 0.00 1856.00 -3480.00',
      ENTRE_DIARIOS: '0.00 0.00 0.00 0.00',
    });
    const settled = await balance({ currency: 'MXN', endDate: '2026-05-31' });
    const open = settled.flatMap(({ account, bank, closing }) =>
      bank || closing === '0.00' ? [] : [[account, closing]],
    );
    expect(Object.fromEntries(open)).toEqual({
      BANCOS: '4036.80',
      IVA_COBRADO: '-556.80',
      INGRESO_INTERES: '-3480.00',
    });
  });

  it('balances in each currency, its opening is the closing before, and its parts are the bank', async () => {
    const [march, april] = [await balance(MARCH), await balance(APRIL)];
    for (const currency of ['MXN', 'USD'] as const) {
      const add = (rows: typeof march, of: 'opening' | 'debit' | 'credit' | 'closing', isBank = false): string =>
        decimalOf(
          sum(
            currency,
            rows
              .filter((row) => row.currency === currency && (row.bank !== null) === isBank)
              .map((row) => moneyOf(row[of], currency)),
          ),
        );
      for (const rows of [march, april]) {
        expect([add(rows, 'opening'), add(rows, 'closing')]).toEqual(['0.00', '0.00']);
        expect(add(rows, 'debit')).toBe(add(rows, 'credit'));
        const bank = rows.find((row) => row.currency === currency && row.account === 'BANCOS' && row.bank === null);
        expect(add(rows, 'closing', true)).toBe(bank?.closing);
      }
      const closings = march.filter((row) => row.currency === currency && row.closing !== '0.00');
      for (const { account, bank, closing } of closings) {
        const next = april.find(
          (row) => row.currency === currency && row.account === account && row.bank?.id === bank?.id,
        );
        expect([account, next?.opening]).toEqual([account, closing]);
      }
    }
  });

  it('a later record leaves what was known on a day as it was', async () => {
    const dollars = async (knownOn?: string) =>
      (await figures({ ...APRIL, currency: 'USD', ...(knownOn && { knownOn }) })).CARTERA;
    expect(await dollars()).toBe('10000.00 0.00 10000.00 0.00');
    expect(await dollars('2026-04-30')).toBe('10000.00 0.00 0.00 10000.00');
  });

  it('is the same in the file, by the nature of each account', async () => {
    const query = { format: 'csv', currency: 'MXN', ...MARCH } as const;
    const { bytes, headers } = await operator.send(exportTrialBalance, { query });
    expect(headers['content-disposition']).toContain('balanza-2026-03-01-a-2026-03-31.csv');
    expect(
      bytes
        .toString('utf8')
        .split('\r\n')
        .find((row) => row.includes('205-02')),
    ).toBe('"\t205-02",Aforo por devolver,205.02,Acreedora,0.00,0.00,11600.00,11600.00,MXN');
    const none = { ...query, startDate: '2025-01-01', endDate: '2025-01-31' };
    expect((await operator.send(exportTrialBalance, { query: none })).code).toBe('NOTHING_TO_EXPORT');
  });
});

describe('[LIB-22] the lines of the books', () => {
  const lines = (query: object) => operator.call(routes.listBookLines, { query: { ...APRIL, ...query } });

  it('movements of an account have its running balance, and lead to entry, invoice, sale and CFDI', async () => {
    const since = { startDate: '2026-03-01', account: 'CLIENTE', currency: 'MXN' };
    const { opening, data } = await lines({ ...since, clientId: seller.client.clientId });
    expect(opening).toBe('0.00');
    expect(data.map(({ event, cfdi, debit, credit, balance: left }) => [event, cfdi, debit, credit, left])).toEqual([
      ['interest-invoice', 'INT-1', '1883.84', '0.00', '1883.84'],
      ['interest-invoice', 'INT-1', '0.00', '1624.00', '259.84'],
      ['release', null, '0.00', '259.84', '0.00'],
      ['interest-invoice', 'INT-3', '1856.00', '0.00', '1856.00'],
      ['interest-invoice', 'INT-3', '0.00', '1856.00', '0.00'],
    ]);
    expect(data[0]).toMatchObject({ documentId, numberOfSale: 1, bookedOn: '2026-03-31' });
    const params = { journal: seller.client.clientId, entryNumber: String(data[2]?.entryNumber) };
    const entry = (await operator.call(routes.getBookEntry, { params })).data;
    expect(entry.map(({ account, debit, credit }) => [account, debit, credit])).toEqual([
      ['AFORO_POR_DEVOLVER', '11600.00', '0.00'],
      ['CLIENTE', '0.00', '259.84'],
      ['IVA_POR_FACTURAR', '0.00', '296.96'],
      ['POR_DEPOSITAR', '0.00', '11043.20'],
    ]);
    const unknown = { params: { ...params, entryNumber: '99999' } };
    expect(await operator.refusal(routes.getBookEntry, unknown)).toMatchObject({ status: 404 });
    const other = await lines({ ...since, clientId: seller.companyId });
    expect(other).toEqual({ opening: '0.00', data: [], next: null });
  });

  it('lines come in pages without a gap, in the order of the file', async () => {
    const query = { startDate: '2026-03-01', endDate: '2026-05-31' };
    const first = await lines(query);
    const second = await lines({ ...query, after: first.next ?? '' });
    expect([first.data.length, second.data.length > 0]).toEqual([100, true]);
    const { bytes } = await operator.send(exportBookLines, { query: { format: 'csv', ...query } });
    const rows = bytes.toString('utf8').trim().split('\r\n').slice(1);
    let page = second;
    const all = [...first.data, ...second.data];
    while (page.next !== null) {
      page = await lines({ ...query, after: page.next });
      all.push(...page.data);
    }
    expect(rows.map((row) => row.split(',')[3])).toEqual(all.map(({ entryNumber }) => String(entryNumber)));
    const totals = (side: 'debit' | 'credit') =>
      decimalOf(
        sum(
          'MXN',
          all.filter(({ currency }) => currency === 'MXN').map((line) => moneyOf(line[side], 'MXN')),
        ),
      );
    expect(totals('debit')).toBe(totals('credit'));
  });
});

describe('reports of the golden sale', () => {
  const days = { currency: 'MXN', startDate: '2026-03-10', asOf: '2026-03-31' };

  it('[LIB-112] the exposure of a past day is repeated as it was known on another', async () => {
    const portfolio = {
      gross: '116000.00',
      unearned: '1856.00',
      netOfUnearned: '114144.00',
      clientDebt: '259.84',
      aforo: '11600.00',
      undeposited: '0.00',
      net: '102803.84',
      buyBack: '0.00',
      cashInUse: '100920.00',
    };
    expect(await figuresOf(operator, 'portfolio', days)).toEqual(portfolio);
    // Its CFDI and the interest of March were recorded in April.
    expect(await figuresOf(operator, 'portfolio', { ...days, knownOn: '2026-03-31' })).toMatchObject({
      clientDebt: '0.00',
    });
    const dollars = { ...days, currency: 'USD', asOf: '2026-04-30' };
    expect(await figuresOf(operator, 'portfolio', dollars)).toMatchObject({ gross: '0.00' });
    const known = { ...dollars, knownOn: '2026-04-30' };
    expect(await figuresOf(operator, 'portfolio', known)).toMatchObject({ gross: '10000.00', cashInUse: '8700.00' });
  });

  it('[LIB-110] the yield is the same in any period, and the aforo is released, tied or still to be returned', async () => {
    for (const period of [days, { ...days, startDate: '2026-03-20' }, { ...days, startDate: '2026-03-01' }])
      expect(await figuresOf(operator, 'yield', period)).toMatchObject({
        nominalYield: '27.97',
        contractRate: '24.00',
      });
    const april = { ...days, asOf: '2026-04-30' };
    expect(await figuresOf(operator, 'yield', april)).toMatchObject({
      effectiveYield: '31.65',
      daysOutstanding: '45.0',
    });
    expect(await figuresOf(operator, 'reserve', april)).toMatchObject({
      aforoReleased: '11600.00',
      aforo: '0.00',
      releasable: '11043.20',
    });
    const dollars = { ...april, currency: 'USD', asOf: '2026-04-28' };
    expect(await figuresOf(operator, 'reserve', dollars)).toMatchObject({ aforoTied: '1000.00', aforoRate: '10.00' });
    expect(await figuresOf(operator, 'stages', { ...days, asOf: '2026-05-31' })).toMatchObject({
      collectionMedian: '45.0',
      returnMedian: '7.0',
      promised: '1',
      keptPromises: '100.00',
    });
    const lastOfWeek = await operator.call(routes.getPortfolioReport, {
      params: { report: 'collected' },
      query: april,
    });
    expect(lastOfWeek.groups[0]?.rows.slice(0, 2).map(({ id, values }) => [id, values.due, values.collected])).toEqual([
      ['2026-04-27', '0.00', '0.00'],
      ['2026-04-20', '116000.00', '116000.00'],
    ]);
  });

  it('[LIB-110] the dilution looks back three months, and the losses a year', async () => {
    const closed = async (asOf: string) => (await figuresOf(operator, 'dilution', { ...days, asOf })).closedFace;
    expect([await closed('2026-07-23'), await closed('2026-07-24')]).toEqual(['116000.00', '0.00']);
    const bought = async (asOf: string) => (await figuresOf(operator, 'losses', { ...days, asOf })).bought;
    expect([await bought('2027-03-09'), await bought('2027-03-10')]).toEqual(['116000.00', '0.00']);
  });

  it('[LIB-116] a report is saved with its figures, and a figure with its rows', async () => {
    const csv = async (route: typeof exportPortfolioReport | typeof exportReportRows, input: object) => {
      const { bytes, headers } = await operator.send(route, input);
      return [String(headers['content-disposition']), ...bytes.toString('utf8').trim().split('\r\n')];
    };
    const query = { format: 'csv', ...days };
    const [name, , ...lines] = await csv(exportPortfolioReport, { params: { report: 'portfolio' }, query });
    expect(name).toContain('cartera-2026-03-10-a-2026-03-31.csv');
    expect(lines).toContain('Exposición neta,,102803.84,,,MXN');
    const yields = await csv(exportPortfolioReport, { params: { report: 'yield' }, query });
    expect(yields).toContain('Rendimiento nominal,,,27.97,%,MXN');
    const rows = await csv(exportReportRows, { query: { ...query, figure: 'net' } });
    expect(rows.slice(2)).toEqual([expect.stringContaining(',1,102803.84,,MXN')]);
    const none = { ...query, figure: 'losses' };
    expect((await operator.send(exportReportRows, { query: none })).code).toBe('NOTHING_TO_EXPORT');
  });
});

it('[LIB-23] BANCOS has a balance for each bank account whose file or system named the movement', async () => {
  const { account } = await operator.call(routes.saveStatementAccount, {
    body: aStatementAccount('Banco del Norte', '012180001182748101'),
  });
  const { accountId } = account;
  const today = portal.clock.today();
  const file = bankRows(today, [
    ['SPEI GOLDEN1', '116000.00', '2026-04-24'],
    ['SPEI GOLDEN2', '-11043.20', '2026-05-01'],
  ]);
  await operator.call(routes.bringBankFile, bankFile(accountId, file));
  const { open } = await operator.call(routes.getBank);
  await operator.call(routes.bookBankLines, { body: { lineIds: open.map(({ lineId }) => lineId) } });
  const banks = async (query: object) => {
    const rows = Object.entries(await figures({ startDate: '2026-03-01', endDate: '2026-05-31', ...query }));
    return Object.fromEntries(rows.filter(([name]) => name.startsWith('BANCOS')));
  };
  expect(await banks({})).toEqual({
    BANCOS: '0.00 116000.00 111963.20 4036.80',
    'BANCOS Banco del Norte': '0.00 116000.00 11043.20 104956.80',
    'BANCOS Sin asignar': '0.00 0.00 100920.00 -100920.00',
  });
  const { data } = await operator.call(routes.listBookLines, {
    query: { ...APRIL, account: 'BANCOS', currency: 'MXN', bank: accountId },
  });
  expect(data.map(({ bank, trackingKey, debit }) => [bank, trackingKey, debit])).toEqual([
    ['Banco del Norte', 'GOLDEN1', '116000.00'],
  ]);
  expect(await banks({ knownOn: '2026-04-30' })).toHaveProperty('BANCOS Sin asignar');
});
