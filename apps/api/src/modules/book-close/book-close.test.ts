/** The close of months and of a year, on the golden sale of March and a sale whose payment is reversed later. */

import { downloadBookFile } from '@anticipa/contract/accountant';
import type { BookClose } from '@anticipa/contract/book-close';
import { printClosedMonth } from '@anticipa/contract/book-close';
import { routes } from '@anticipa/contract/routes';
import { chart, ownAccounts } from '@anticipa/domain/chart';
import type { OperatorRole } from '@anticipa/domain/operator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { lifeUntil } from '../../../testing/dying.ts';
import { runCron } from '../../../testing/jobs.ts';
import { untilAdvisoryLockIsAwaited } from '../../../testing/locks.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { aPayment, approveAsOther, collect, reverseAsTwo, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';
import { checkInvariants } from '../../invariants/check.ts';

const OUTSIDE = { smtpUrl: 'smtp://127.0.0.1:1' };
const MARCH = { startDate: '2026-03-01', endDate: '2026-03-31' };

let portal: Portal;
let seller: Seller;
let operator: Session;
let receipt: string;
/** Runs statements of a role that must fail, and takes them back. */
const attempt = async (role: string, statements: readonly string[], message: object): Promise<void> => {
  const { owner } = portal.db;
  const run = async () => {
    if (role !== 'owner') await owner.query(`set local role ${role}`);
    for (const statement of statements) await owner.query(statement);
  };
  await owner.query('begin');
  try {
    await expect(run()).rejects.toMatchObject(message);
  } finally {
    await owner.query('rollback');
  }
};

/** The life of the API, which ends at a step. */
let life = lifeUntil(0);

const on = async (day: string, roles?: readonly OperatorRole[]): Promise<Session> => {
  portal.clock.set(new Date(`${day}T19:45:00-06:00`));
  return portal.signIn((await anOperator(portal, roles ? { roles } : {})).email);
};

beforeAll(async () => {
  portal = await startPortal({
    over: ({ api }) => ({
      ...api,
      withTransaction: (context, work) => life.over(api).withTransaction(context, work),
      attempt: (context, work) => life.over(api).attempt(context, work),
    }),
  });
  await portal.pki.lenderSealer();
  seller = await aSeller(portal);
  const [kept = '', paid = ''] = await seller.invoices({ count: 2 });
  await sellAndDeposit(seller, [kept]);
  await sellAndDeposit(seller, [paid]);
  operator = await on('2026-03-20');
  const payment = aPayment({ documentIds: [paid] }, { valueDate: '2026-03-20' });
  receipt = (await collect(operator, payment)).collectionId;
  operator = await on('2026-03-31');
});
afterAll(() => portal.close());

const next = async (session = operator) => {
  const { next: found } = await session.call(routes.getBookClose);
  if (found === null) throw new Error('there is no month to close');
  return found;
};
type Next = NonNullable<BookClose['next']>;
const reasonsFor = ({ checks }: Next) =>
  checks.flatMap(({ id, isDone }) => (isDone ? [] : [{ id, reason: `Se revisó: ${id}`.slice(0, 60) }]));
const closing = (found: Next, over: object = {}) => ({
  body: { month: found.month, ground: found.ground, reasons: reasonsFor(found), ...over },
});
const close = async (session = operator): Promise<string> => {
  const { month } = await session.call(routes.closeBooks, closing(await next(session)));
  return month;
};
const balance = async (query: object = MARCH) =>
  JSON.stringify((await operator.call(routes.getTrialBalance, { query: { ...MARCH, ...query } })).data);
const checksBy = ({ checks }: Next) => Object.fromEntries(checks.map(({ id, isDone, count }) => [id, [isDone, count]]));

describe('[LIB-60] the checklist', () => {
  it('has the figures of the books, and no month that is not over is closed', async () => {
    const found = await next();
    expect([found.month, found.isOver]).toEqual(['2026-03', false]);
    // The interest of the last day is booked by the worker.
    expect(checksBy(found)).toMatchObject({ balanced: [true, 0], accrued: [false, 1], proposals: [true, 0] });
    expect((await operator.refusal(routes.closeBooks, closing(found))).code).toBe('MONTH_NOT_OVER');
    operator = await on('2026-04-01');
    const other = { ground: 'x' };
    expect((await operator.refusal(routes.closeBooks, closing(found, other))).code).toBe('CLOSE_CHANGED');
  });

  it('what the portal can put right blocks, whatever the reason; what is outside needs one', async () => {
    const found = await next();
    expect((await operator.refusal(routes.closeBooks, closing(found))).code).toBe('CLOSE_CHECKS_OPEN');
    await runCron(portal, OUTSIDE, 'accrue-interest');
    await portal.db.owner.query(`insert into exchange_rates values ('2026-04-01', 18.5, 'DOF', now())`);
    const early = await next();
    expect(checksBy(early)).toMatchObject({ accrued: [true, 0], estimated: [false, 1] });
    expect((await operator.refusal(routes.closeBooks, closing(early))).code).toBe('CLOSE_CHECKS_OPEN');
    await runCron(portal, OUTSIDE, 'estimate-month');
    const before = checksBy(await next());
    expect(before).toMatchObject({ estimated: [true, 0], cfdi: [false, 1], statements: [false, 1] });
    expect(before['bank none MXN']?.[0]).toBe(false);
    await runCron(portal, OUTSIDE, 'cut-last-month');
    const after = await next();
    expect(checksBy(after)).toMatchObject({ cfdi: [true, 0] });
    const body = { reasons: reasonsFor(after).slice(1) };
    expect((await operator.refusal(routes.closeBooks, closing(after, body))).code).toBe('CLOSE_CHECKS_OPEN');
  });

  it('auditors read it, and accountants close', async () => {
    for (const [role, status] of [
      ['auditor', 403],
      ['tesoreria', 403],
    ] as const) {
      const session = await on('2026-04-01', [role]);
      expect((await session.send(routes.closeBooks, closing(await next()))).status).toBe(status);
    }
    const auditor = await on('2026-04-01', ['auditor']);
    expect((await next(auditor)).month).toBe('2026-03');
    operator = await on('2026-04-01');
  });
});

describe('[LIB-61] a closed month', () => {
  it('is closed once by two people at once, and keeps who, when, the reasons and the end of each chain', async () => {
    const people = [await on('2026-04-02'), await on('2026-04-02')] as const;
    [operator] = people;
    const found = await next();
    const answers = await Promise.all(people.map((session) => session.send(routes.closeBooks, closing(found))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const closed = await operator.call(routes.getClosedMonth, { params: { month: '2026-03' } });
    const { rows } = await portal.db.owner.query(
      `select client_id as "clientId", entry_number::integer as "entryNumber", encode(hash, 'hex') as hash from (
         select client_id, entry_number, hash, row_number() over (partition by client_id order by entry_number desc) from ledger_entries
       ) entry where row_number = 1`,
    );
    expect(closed.heads).toEqual(rows.map((row) => ({ ...row, entityName: seller.client.entityName })));
    expect(closed.closedBy).toBe('Oscar Operador');
    expect(closed.checks.find(({ check }) => check === 'statements')?.reason).toBe('Se revisó: statements');
    expect(closed.checks.find(({ check }) => check === 'accrued')?.reason).toBeNull();
    const { bytes, headers } = await operator.send(printClosedMonth, { params: { month: '2026-03' } });
    expect(headers['content-disposition']).toContain('cierre-2026-03.pdf');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const other = { params: { month: '2026-04' } };
    expect((await operator.refusal(routes.getClosedMonth, other)).status).toBe(404);
    expect((await operator.send(printClosedMonth, other)).status).toBe(404);
    expect((await next()).month).toBe('2026-04');
    const again = { month: '2026-03' };
    expect((await operator.refusal(routes.closeBooks, closing(await next(), again))).code).toBe('MONTH_NOT_NEXT');
  });

  it.each(['anticipa_operator', 'owner'])(
    '%s reopens none, and closes none out of order or before its end',
    async (role) => {
      const values = (month: string) => `insert into closed_months
      select '${month}', operator_id, '2026-04-02', '[]' from operators limit 1`;
      for (const [statement, message] of [
        [`delete from closed_months`, /stays closed|permission denied/],
        [`update closed_heads set entry_number = 1`, /stays closed|permission denied/],
        [`truncate closed_months cascade`, /stays closed|permission denied/],
        [values('2026-05-01'), /does not follow/],
        [values('2026-02-01'), /does not follow/],
        [values('2026-04-01'), /is not over/],
      ] as const)
        await attempt(role, [statement], { message: expect.stringMatching(message) });
    },
  );
});

describe('[LIB-62] no journal takes an entry of a closed month', () => {
  it('money of March that is registered in its first days is booked in April', async () => {
    const payment = aPayment({ reference: 'NADIE' }, { valueDate: '2026-03-31' });
    await operator.call(routes.registerCollection, { body: payment });
    const { rows } = await portal.db.owner.query(
      'select booked_on::text as "bookedOn", value_date::text as "valueDate" from lender_entries order by entry_number desc limit 1',
    );
    expect(rows).toEqual([{ bookedOn: '2026-04-01', valueDate: '2026-03-31' }]);
  });

  const back = (
    table: string,
  ) => `jsonb_populate_record(entry, jsonb_build_object('entry_number', last.entry_number + 1,
    'previous_hash', last.hash, 'booked_on', date '2026-03-31', 'value_date', date '2026-03-31', 'event', '${
      table === 'lender_entries'
        ? `send-back', 'debit', 'COBROS_POR_IDENTIFICAR', 'credit', 'POR_DEPOSITAR`
        : 'withdrawal'
    }', 'recorded_at', timestamptz '2026-03-31 12:00-06', 'reverses', null))`;
  const lastOf = (table: string) => `(select * from ${table} order by entry_number desc limit 1) last`;
  const inMarch = {
    ledger_entries: `insert into ledger_entries (client_id, entry_number, event, sale_id, currency, value_date, booked_on, recorded_at, previous_hash, hash)
      select (made).client_id, (made).entry_number, (made).event, (made).sale_id, (made).currency, (made).value_date, (made).booked_on,
        (made).recorded_at, (made).previous_hash, 'x' from (
        select ${back('ledger_entries')} as made from ledger_entries entry, ${lastOf('ledger_entries')} where entry.sale_id is not null limit 1
      ) copy`,
    lender_entries: `insert into lender_entries select (made).* from (
      select jsonb_populate_record(made, jsonb_build_object('hash', lender_hash(made))) as made from (
        select ${back('lender_entries')} as made from lender_entries entry, ${lastOf('lender_entries')} limit 1
      ) copy) hashed`,
  } as const;
  it.each(
    (['ledger_entries', 'lender_entries'] as const).flatMap((table) =>
      ['anticipa_operator', 'anticipa_worker', 'owner'].map((role) => [role, table] as const),
    ),
  )('%s cannot write one into %s, with whatever instant', async (role, table) => {
    await attempt(role, [inMarch[table]], { code: '40001', constraint: `${table}_in_open_month` });
  });
});

it('[LIB-63] a reversal of a receipt of the closed month is in the open one, and the closed one stays as it was', async () => {
  const [then, known] = [await balance(), await balance({ knownOn: '2026-04-02' })];
  expect(known).toBe(then);
  operator = await on('2026-04-10');
  await reverseAsTwo(portal, operator, { kind: 'collection', id: receipt, money: 'waits' });
  const { rows } = await portal.db.owner.query<{ booked: string }>(
    `select distinct booked_on::text as booked from ledger_entries where reverses is not null and recorded_at > '2026-04-10'`,
  );
  expect(rows).toEqual([{ booked: '2026-04-01' }]);
  expect([await balance(), await balance({ knownOn: '2026-04-02' })]).toEqual([then, then]);
  const april = { startDate: '2026-04-01', endDate: '2026-04-10' };
  const { data } = await operator.call(routes.listBookLines, {
    query: { ...april, account: 'CARTERA', currency: 'MXN' },
  });
  expect(data.map(({ event, reverses, debit }) => [event, reverses !== null, debit])).toContainEqual([
    'collection',
    true,
    '116000.00',
  ]);
  expect(await checkInvariants(portal.db.owner)).toEqual([]);
});

it('[LIB-64] a close waits for transactions that book, and transactions that book wait for a close', async () => {
  const { owner } = portal.db;
  operator = await on('2026-05-01');
  for (const job of ['accrue-interest', 'estimate-month']) await runCron(portal, OUTSIDE, job);
  const found = await next();
  await owner.query('begin');
  await owner.query(`select append_lender_entry(payment_id, 'send-back', 'COBROS_POR_IDENTIFICAR', 'POR_DEPOSITAR', '2026-04-30', '2026-05-01',
    '2026-05-01 12:00-06') from unidentified_payments where state = 'waiting' limit 1`);
  const waiting = operator.send(routes.closeBooks, closing(found));
  await untilAdvisoryLockIsAwaited(owner);
  await owner.query('rollback');
  expect((await waiting).status).toBe(200);
  const money = aPayment({ reference: 'DESPUES' }, { valueDate: '2026-04-30' });
  expect((await operator.send(routes.registerCollection, { body: money })).status).toBe(200);
  expect(await checkInvariants(owner)).toEqual([]);
});

describe('[LIB-65] an entry of an accountant', () => {
  const entry = {
    ...{ valueDate: '2026-05-01', currency: 'MXN' },
    lines: [
      { debit: 'GASTOS_GENERALES', credit: 'ACREEDORES', amount: '1000' },
      { debit: 'IVA_ACREDITABLE', credit: 'ACREEDORES', amount: '160.00' },
    ],
  };
  const typed = { ...entry, evidence: 'factura A-77', reason: 'renta de mayo' };
  const lines = async () => {
    const query = { startDate: '2026-05-01', endDate: '2026-05-02', account: 'ACREEDORES', currency: 'MXN' };
    const { data } = await operator.call(routes.listBookLines, { query });
    return data.map(({ event, reverses, reason, debit, credit }) => [event, reverses !== null, reason, debit, credit]);
  };
  const booked = [
    ['manual', false, 'renta de mayo · factura A-77', '0.00', '1000.00'],
    ['manual', false, 'renta de mayo · factura A-77', '0.00', '160.00'],
  ];

  it('shows its balances before, and is booked when another accountant approves it', async () => {
    operator = await on('2026-05-02');
    const { accounts } = await operator.call(routes.previewManualEntry, { body: entry });
    expect(accounts.map(({ account, ...figures }) => [account, ...Object.values(figures)])).toEqual([
      ['GASTOS_GENERALES', '1000.00', '0.00', '0.00', '1000.00'],
      ['ACREEDORES', '0.00', '1160.00', '0.00', '-1160.00'],
      ['IVA_ACREDITABLE', '160.00', '0.00', '0.00', '160.00'],
    ]);
    expect(await lines()).toEqual([]);
    const { proposal } = await operator.call(routes.proposeManualEntry, { body: typed });
    const own = {
      params: { proposalId: proposal.id },
      body: { decision: { kind: 'approve', ground: proposal.ground ?? '' } },
    };
    expect((await operator.refusal(routes.decideProposal, own)).code).toBe('OWN_PROPOSAL');
    expect(await operator.call(routes.listManualEntries)).toMatchObject({
      openDay: '2026-05-01',
      waiting: 1,
      data: [],
    });
    expect(await lines()).toEqual([]);
    await approveAsOther(portal, proposal);
    expect(await lines()).toEqual(booked);
    const { data, waiting } = await operator.call(routes.listManualEntries);
    expect([waiting, data]).toMatchObject([0, [{ reason: 'renta de mayo', reversedOn: null, entries: [{}, {}] }]]);
  });

  it.each([
    ['in a closed month', { valueDate: '2026-04-30' }, 'BOOKS_DAY_CLOSED'],
    ['in the future', { valueDate: '2026-05-03' }, 'VALUE_DATE_IN_FUTURE'],
    ['of an account of clients', { lines: [{ ...entry.lines[0], debit: 'CARTERA' }] }, 'INVALID_REQUEST'],
    ['of the bank', { lines: [{ ...entry.lines[0], credit: 'BANCOS' }] }, 'INVALID_REQUEST'],
    ['from an account to itself', { lines: [{ ...entry.lines[0], debit: 'ACREEDORES' }] }, 'INVALID_REQUEST'],
    ['of nothing', { lines: [{ ...entry.lines[0], amount: '0.00' }] }, 'INVALID_REQUEST'],
  ])('is refused %s', async (_, over, code) => {
    expect((await operator.refusal(routes.proposeManualEntry, { body: { ...typed, ...over } })).code).toBe(code);
  });

  it('is reversed by another proposal, once', async () => {
    const [first] = (await operator.call(routes.listManualEntries)).data;
    const reversal = {
      params: { manualId: first?.manualId ?? '' },
      body: { valueDate: '2026-05-02', reason: 'era de otra empresa' },
    };
    const { proposal } = await operator.call(routes.proposeManualReversal, reversal);
    expect((await operator.refusal(routes.proposeManualReversal, reversal)).code).toBe('PROPOSAL_PENDING');
    await approveAsOther(portal, proposal);
    expect(await lines()).toEqual([
      ...booked,
      ['manual', true, 'era de otra empresa', '1000.00', '0.00'],
      ['manual', true, 'era de otra empresa', '160.00', '0.00'],
    ]);
    expect((await operator.refusal(routes.proposeManualReversal, reversal)).code).toBe('ALREADY_REVERSED');
    const unknown = { ...reversal, params: { manualId: seller.companyId } };
    expect((await operator.refusal(routes.proposeManualReversal, unknown)).status).toBe(404);
    expect(await checkInvariants(portal.db.owner)).toEqual([]);
  });
});

describe('[LIB-68] the close of December', () => {
  const YEAR = { startDate: '2026-12-01', endDate: '2026-12-31', currency: 'MXN' };
  const results = async (query: object = {}) => {
    const { data } = await operator.call(routes.getTrialBalance, { query: { ...YEAR, ...query } });
    const ofResult = new Set(['INGRESO_INTERES', 'RECARGOS', 'GASTOS_GENERALES', 'GASTO_ESTIMACION', 'RESULTADO']);
    return Object.fromEntries(
      data.flatMap(({ account, closing: left }) => (ofResult.has(account) ? [[account, left]] : [])),
    );
  };

  it('takes income and expenses to RESULTADO on 31 December, once, however often the API is killed', async () => {
    operator = await on('2027-01-08');
    const expense = {
      ...{ valueDate: '2026-12-31', currency: 'MXN', evidence: 'factura A-1', reason: 'renta de diciembre' },
      lines: [{ debit: 'GASTOS_GENERALES', credit: 'ACREEDORES', amount: '1000.00' }],
    };
    const { proposal } = await operator.call(routes.proposeManualEntry, { body: expense });
    expect(checksBy(await next())).toMatchObject({ proposals: [true, 0] });
    for (const job of ['accrue-interest', 'estimate-month']) await runCron(portal, OUTSIDE, job);
    while ((await next()).month < '2026-12') await close();
    expect(checksBy(await next())).toMatchObject({ proposals: [false, 1] });
    await approveAsOther(portal, proposal);
    const before = await results();
    expect(before).toMatchObject({ GASTOS_GENERALES: '1000.00' });
    expect(before).not.toHaveProperty('RESULTADO');
    const found = await next();
    expect(found.yearEnd).toContainEqual({
      debit: 'RESULTADO',
      credit: 'GASTOS_GENERALES',
      currency: 'MXN',
      amount: '1000.00',
    });
    const people = [operator, await on('2027-01-08')];
    const key = 'cierre-de-diciembre';
    let kills = 0;
    for (let at = 1; ; at += 1) {
      life = lifeUntil(at);
      const answer = await operator.send(routes.closeBooks, { ...closing(found), key });
      life = lifeUntil(0);
      if (answer.status === 200) break;
      expect(answer.code).toBe('UNEXPECTED');
      kills += 1;
    }
    expect(kills).toBeGreaterThan(1);
    const answers = await Promise.all(people.map((session) => session.send(routes.closeBooks, closing(found))));
    expect(answers.map(({ status }) => status)).toEqual([409, 409]);
    const income = Number(before.INGRESO_INTERES) + Number(before.RECARGOS ?? 0) + Number(before.GASTO_ESTIMACION);
    expect(await results()).toMatchObject({
      ...{ INGRESO_INTERES: '0.00', GASTOS_GENERALES: '0.00', GASTO_ESTIMACION: '0.00' },
      RESULTADO: (income + 1000).toFixed(2),
    });
    expect(await results({ beforeYearEnd: 'true' })).toEqual(before);
    const january = { startDate: '2027-01-01', endDate: '2027-01-08' };
    expect(await results(january)).toMatchObject({ RESULTADO: (income + 1000).toFixed(2) });
    // The tax authority gets December before its year ends, and the end as month 13.
    for (const account of ownAccounts)
      await portal.db.owner.query('insert into own_accounts values ($1, $2)', [account, chart[account].number]);
    const filed = async (month: string) => {
      const { bytes } = await operator.send(downloadBookFile, { params: { month, file: 'balance' } });
      return new RegExp(`NumCta="${chart.GASTOS_GENERALES.number}"[^>]+`).exec(bytes.toString('utf8'))?.[0];
    };
    expect(await filed('2026-12')).toContain('Debe="1000.00" Haber="0.00" SaldoFin="1000.00"');
    expect(await filed('2026-13')).toContain('SaldoIni="1000.00" Debe="0.00" Haber="1000.00" SaldoFin="0.00"');
    expect(await checkInvariants(portal.db.owner)).toEqual([]);
  });

  it.each([
    ['a second time', '2026-12-01', 'year_end'],
    ['for a year that no close ends', '2027-12-01', 'closed_month_fkey'],
    ['in another month', '2027-01-01', 'year_end'],
  ])('the database ends no year %s', async (_, month, constraint) => {
    const end = `select append_own_entry(null, '${month}', 'MXN', 'RESULTADO', 'RECARGOS', 1.00,
      (date '${month}' + interval '1 month' - interval '1 day')::date, now())`;
    await attempt('owner', [end, 'set constraints all immediate'], { constraint: expect.stringContaining(constraint) });
  });
});
