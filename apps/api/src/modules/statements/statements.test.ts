import { routes } from '@anticipa/contract/routes';
import type { Statement } from '@anticipa/contract/statements';
import { addDays, dateOf } from '@anticipa/domain/calendar';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atLimit } from '../../../testing/at-limit.ts';
import { aClient, anOperator, aUser } from '../../../testing/builders.ts';
import { runCron } from '../../../testing/jobs.ts';
import type { PortalWithMail } from '../../../testing/portal-with-mail.ts';
import type { Session } from '../../../testing/session.ts';
import {
  movementsOf,
  pesosOf,
  type StatementMonths,
  startStatementMonths,
  textOf,
} from '../../../testing/statement-months.ts';
import { storedClient } from '../../platform/work/caller.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo } from '../../platform/work/work.ts';
import { statementMails } from './mail.ts';

let months: StatementMonths;
let mailed: PortalWithMail;
let clientId: string;
let statement: StatementMonths['statement'];
let session: Session;

beforeAll(async () => {
  months = await startStatementMonths();
  ({ mailed, statement } = months);
  clientId = months.seller.client.clientId;
  session = months.session();
});
afterAll(() => mailed.close());

describe('the statement of April', () => {
  it('[MOV-04] has each account’s opening balance, movements and closing balance', async () => {
    const pesos = pesosOf(await statement('2026-04-01', '2026-04-30'));
    expect(movementsOf(pesos, 'invoices')).toEqual([
      '232000.00',
      '2026-04-24 Cobro del deudor 0.00 116000.00 116000.00',
      '116000.00',
    ]);
    expect(movementsOf(pesos, 'aforo')).toEqual([
      '23200.00',
      '2026-04-24 Aforo liberado al liquidarse la factura 11600.00 0.00 11600.00',
      '11600.00',
    ]);
    expect(movementsOf(pesos, 'yours')).toEqual([
      // The IVA of March, whose CFDI has its last day.
      '519.68',
      '2026-04-24 Cubierto con tu aforo 0.00 259.84 259.84',
      '2026-04-24 IVA del interés retenido de tu aforo 0.00 296.96 -37.12',
      '2026-04-30 IVA del interés, CFDI INT-3 296.96 0.00 259.84',
      '2026-04-30 Interés e IVA, CFDI INT-3 1856.00 0.00 2115.84',
      '2026-04-30 Interés descontado al depositar 0.00 1856.00 259.84',
      '2026-04-30 Interés e IVA, CFDI INT-3 2152.96 0.00 2412.80',
      '2026-04-30 Interés descontado al depositar 0.00 1856.00 556.80',
      '556.80',
    ]);
  });

  it('[MOV-06] has the cost, payments, transfers and interest invoices of the month', async () => {
    const { cost, collections, transfers, interestInvoices, invoices } = pesosOf(
      await statement('2026-04-01', '2026-04-30'),
    );
    expect(cost).toEqual({ interest: '3712.00', iva: '593.92', recargos: '0.00', ivaRecargos: '0.00' });
    expect(collections).toMatchObject([{ valueDate: '2026-04-24', containedIva: '16000.00', source: 'STP' }]);
    expect(transfers).toMatchObject([
      { date: '2026-04-24', concept: 'Devolución de aforo', trackingKey: 'RETURN1', amount: '11043.20' },
    ]);
    const issued = { folio: 'INT-3', subTotal: '3712.00', iva: '593.92', total: '4305.92' };
    expect(interestInvoices).toMatchObject([{ ...issued, date: '2026-04-30', concept: 'Interés de abril 2026' }]);
    const price = {
      total: '116000.00',
      invoiceIva: '16000.00',
      initialDeposit: '100920.00',
      comision: '3480.00',
      aforo: '11600.00',
    };
    const ceded = { ...price, cededOn: '2026-03-10', dueDate: '2026-04-24' };
    expect(invoices).toMatchObject([
      { ...ceded, collected: '116000.00', owed: '0.00', daysOverdue: 0 },
      { ...ceded, collected: '0.00', owed: '116000.00', daysOverdue: 6 },
    ]);
  });

  it('[MOV-06] has the data of the payment complements of a settled invoice', async () => {
    const { complements } = pesosOf(await statement('2026-03-01', '2026-04-30'));
    const uuid = complements.find(({ instalment }) => instalment === 4)?.uuid;
    const nodes = complements
      .filter((node) => node.uuid === uuid)
      .map(({ paidOn, form, before, paid, left }) => [paidOn, form, before, paid, left].join(' '));
    expect(nodes).toEqual([
      '2026-03-10 03 116000.00 100920.00 15080.00',
      '2026-03-10 17 15080.00 3480.00 11600.00',
      '2026-04-24 17 11600.00 556.80 11043.20',
      '2026-04-24 03 11043.20 11043.20 0.00',
    ]);
    const { complements: ofApril } = pesosOf(await statement('2026-04-01', '2026-04-30'));
    expect(ofApril.map(({ instalment, paidOn }) => `${instalment} ${paidOn}`)).toEqual([
      '3 2026-04-24',
      '4 2026-04-24',
    ]);
  });
});

it('[MOV-04] late charges and what settles them are in May; everything ends at zero', async () => {
  const may = await statement('2026-05-01', '2026-05-31');
  const pesos = pesosOf(may);
  expect(movementsOf(pesos, 'yours')).toEqual([
    '556.80',
    '2026-05-04 Recargos por 10 días e IVA 1794.14 0.00 2350.94',
    '2026-05-04 Cubierto con tu aforo 0.00 2350.94 0.00',
    '0.00',
  ]);
  expect(pesos.cost).toEqual({ interest: '0.00', iva: '0.00', recargos: '1546.67', ivaRecargos: '247.47' });
  for (const { accounts } of may.currencies)
    expect(accounts.map(({ closing }) => closing)).toEqual(['0.00', '0.00', '0.00']);
});

it('[EFE-08] the costs of each month are those of its statement and of the books, by payer and in all', async () => {
  const costs = async (from: string, to: string) => (await session.call(routes.getCosts, { query: { from, to } })).data;
  const kinds = ['interest', 'iva', 'recargos', 'ivaRecargos'] as const;
  const cents = (text: string) => BigInt(text.replace('.', ''));
  const months = ['2026-03', '2026-04', '2026-05'];
  const all = await costs('2026-03', '2026-05');
  for (const { currency, total, byMonth, byPayer, byPayerAndMonth } of all) {
    const stated = new Map<string, Partial<Record<string, string | undefined>>>();
    for (const month of months) {
      const { currencies } = await statement(`${month}-01`, `${month}-${month === '2026-04' ? '30' : '31'}`);
      stated.set(month, currencies.find((each) => each.currency === currency)?.cost ?? {});
    }
    for (const { month, ...line } of byMonth)
      for (const kind of kinds) expect([month, kind, line[kind]]).toEqual([month, kind, stated.get(month)?.[kind]]);
    for (const lines of [byMonth, byPayer, byPayerAndMonth])
      for (const kind of [...kinds, 'total'] as const)
        expect(lines.reduce((sum, line) => sum + cents(line[kind]), 0n)).toBe(cents(total[kind]));
    const { rows } = await mailed.portal.db.owner.query(
      `select sum(credit - debit) filter (where account = 'INGRESO_INTERES')::text as interest,
         coalesce(sum(credit - debit) filter (where account = 'RECARGOS'), 0)::numeric(18, 2)::text as recargos
       from ledger_lines join ledger_entries using (client_id, entry_number) where currency = $1`,
      [currency],
    );
    expect(rows).toEqual([{ interest: total.interest, recargos: total.recargos }]);
  }
  expect(all.map(({ currency }) => currency)).toEqual(['MXN', 'USD']);
  // Both for 45 days: one was paid on its day, the other ten days later.
  expect(all[0]?.total).toMatchObject({ invoices: 2, paid: 2, promisedDays: '45.0', takenDays: '50.0' });
  expect(all[0]?.byPayer.map(({ paid, effectiveRate }) => [paid, Number(effectiveRate) > 31])).toEqual([[2, true]]);
  // A month has the rate of what was paid in it, over its whole life, however few months are asked for.
  const rates = new Map(all[0]?.byMonth.map((line) => [line.month, line.effectiveRate]));
  expect([...rates]).toEqual([
    ['2026-03', null],
    ['2026-04', expect.stringMatching(/^31\./)],
    ['2026-05', expect.stringMatching(/^3\d\./)],
  ]);
  for (const [month, rate] of rates) expect((await costs(month, month))[0]?.total.effectiveRate).toBe(rate);
});

it('[MOV-07] lists what is registered after a month closed under the next, with its value date', async () => {
  const [, dollars] = (await statement('2026-05-01', '2026-05-31')).currencies;
  const [payment] = dollars?.accounts[0]?.movements ?? [];
  expect(payment).toMatchObject({ valueDate: '2026-04-29', bookedOn: '2026-05-01', credit: '1000.00' });
});

it('[MOV-07] the statement of a past day is what it was on that day', async () => {
  const { knownAt: _then, ...then } = months.shownInApril;
  const { knownAt: _now, ...now } = await statement('2026-03-01', '2026-04-30', '2026-04-30');
  expect(now).toEqual(then);
  for (const from of ['2026-03-01', '2026-04-01'])
    expect((await statement(from, '2026-04-30', '2026-03-09')).currencies).toEqual([]);
  const { currencies } = await statement('2026-03-01', '2026-04-30', '2026-03-10');
  expect(currencies.map(({ currency }) => currency)).toEqual(['MXN', 'USD']);
});

it('[MOV-04] for any range, opening balance and movements are the closing balance, to the cent', async () => {
  const start = dateOf('2026-03-08');
  const cents = (amount: string): number => Math.round(Number(amount) * 100);
  const whole = await statement(start, '2026-06-01');
  for (const [first, days] of [
    [0, 0],
    [2, 0],
    [3, 40],
    [24, 30],
    [45, 3],
    [47, 12],
    [60, 20],
  ] as const) {
    const from = addDays(start, first);
    const to = addDays(from, days);
    const part = await statement(from, to);
    const before = await statement('2026-01-01', addDays(from, -1));
    for (const { currency, accounts } of part.currencies) {
      for (const { account, opening, movements, closing } of accounts) {
        const change = movements
          .map(({ charge, credit }) => (account === 'aforo' ? -1 : 1) * (cents(charge) - cents(credit)))
          .reduce((sum, amount) => sum + amount, 0);
        expect(cents(opening) + change).toBe(cents(closing));
        const same = (of: Statement) =>
          of.currencies.find((each) => each.currency === currency)?.accounts.find((each) => each.account === account);
        expect(opening).toBe(same(before)?.closing ?? '0.00');
        const listed = same(whole)?.movements.filter(({ bookedOn }) => bookedOn >= from && bookedOn <= to);
        expect(movements).toEqual(listed);
      }
    }
  }
});

it('[MOV-03] the PDF has the same figures; an empty range is a valid document, one that ends tomorrow is refused', async () => {
  const body = { startDate: '2026-04-01', endDate: '2026-04-30', clientId };
  const { base64 } = await session.call(routes.balanceStatement, { body });
  const text = await textOf(base64);
  for (const figure of ['MXN 3,712.00', 'MXN 593.92', 'MXN 232,000.00', '11,043.20', 'Tu cuenta · MXN', '9,000.00'])
    expect(text).toContain(figure);
  const empty = { startDate: '2025-01-01', endDate: '2025-01-31' };
  const blank = await session.call(routes.balanceStatement, { body: empty });
  expect(await textOf(blank.base64)).toContain('No hay movimientos');
  const reversed = { startDate: '2026-04-30', endDate: '2026-04-01' };
  const future = { ...body, endDate: addDays(months.mailed.portal.clock.today(), 1) };
  for (const wrong of [reversed, future])
    for (const route of [routes.balanceStatement, routes.mailBalanceStatement])
      expect((await session.refusal(route, { body: wrong })).details).toMatchObject([{ path: 'endDate' }]);
});

it('[MOV-05] prints what was transferred for the sales of a credit line in a month', async () => {
  const { lines } = await session.call(routes.getCreditInformation);
  const lineOf = (currency: string): string => lines.find(({ moneda }) => moneda === currency)?.creditLineId ?? '';
  const printed = async (currency: string, dateSelected: string) => {
    const params = { creditLineId: lineOf(currency) };
    const { base64, fileName } = await session.call(routes.dispersions, { params, body: { dateSelected } });
    return { fileName, text: await textOf(base64) };
  };
  const march = await printed('MXN', '2026-03');
  expect(march.fileName).toBe('Anticipo_Índice_2026_03.pdf');
  expect(march.text).toContain('Depósitos MXN 201,840.00');
  expect(march.text.match(/MXN 100,920\.00/g)).toHaveLength(2);
  expect(march.text).not.toContain('USD');
  const april = await printed('MXN', '2026-04-30');
  for (const text of ['RETURN1', 'Devolución de aforo', 'Total transferido MXN 11,043.20'])
    expect(april.text).toContain(text);
  expect(Object.values(await printed('USD', '2026-03')).join()).toMatch(/_Índice_USD_2026_03\.pdf.*USD 8,700\.00/s);
  expect((await printed('MXN', '2024-01')).text).toContain('No hay transferencias en el mes.');
  const refusals = ['2023-12', '2023-12-31', '2026-06', '2026-13'].map((dateSelected) =>
    session.refusal(routes.dispersions, { params: { creditLineId: lineOf('MXN') }, body: { dateSelected } }),
  );
  expect((await Promise.all(refusals)).map(({ status }) => status)).toEqual([400, 400, 400, 400]);
});

it('[MOV-03] the statement is sent by mail with the PDF attached, once in ten minutes and up to the limit of the day', async () => {
  const body = { startDate: '2026-04-01', endDate: '2026-04-30', clientId };
  await Promise.all([1, 2, 3].map(() => session.call(routes.mailBalanceStatement, { body })));
  expect(await mailed.deliver()).toEqual([]);
  const ofStatement = ({ subject }: { subject: string }) => subject.startsWith('Estado de cuenta');
  const mails = mailed.mailsTo(months.seller.user.email).filter(ofStatement);
  expect(mails.map(({ subject }) => subject)).toEqual(['Estado de cuenta del 01/04/2026 al 30/04/2026']);
  const [attached] = mails[0]?.attachments ?? [];
  expect(attached?.filename).toBe('estado-de-cuenta-2026-04-01-a-2026-04-30.pdf');
  expect(await textOf(attached?.content ?? '')).toContain('MXN 3,712.00');
  const isSentAgain = async () => {
    await session.call(routes.mailBalanceStatement, { body });
    await mailed.deliver();
    return mailed.mailsTo(months.seller.user.email).filter(ofStatement).length > 1;
  };
  await atLimit(mailed.portal.clock, 10 * 60_000, {
    before: async () => expect(await isSentAgain()).toBe(false),
    after: async () => expect(await isSentAgain()).toBe(true),
  });
  await mailed.portal.db.owner.query(`update daily_use set used = 1000000`);
  const another = { startDate: '2026-04-01', endDate: '2026-04-29' };
  expect((await session.refusal(routes.mailBalanceStatement, { body: another })).code).toBe('DAILY_LIMIT_REACHED');
  await mailed.portal.db.owner.query(`delete from daily_use`);
});

it('[MOV-03] reads and draws the PDF of a mail after its transaction, which the database would end meanwhile', async () => {
  const { db, clock } = mailed.portal;
  const deps = { db: db.worker, clock };
  const drawn = async (knownAt: string): Promise<string> => {
    const payload = { userId: months.seller.user.userId, from: '2026-04-01', to: '2026-04-30', knownAt };
    const mail = await runAs(deps, WORKER, (work) =>
      statementMails(deps).statement(narrowTo(work, storedClient(clientId)), payload),
    );
    const [attached] = mail?.attachments ?? [];
    return textOf((await attached?.content())?.toString('base64') ?? '');
  };
  expect(await drawn(clock.now().toISOString())).toContain('MXN 3,712.00');
  // The statement is that of the instant for which it was asked, before the payments of April.
  expect(await drawn('2026-04-20T12:00:00.000Z')).toMatch(/Saldo final\s+MXN 232,000\.00/);
});

it('[MOV-06] the CSV has every movement once', async () => {
  const query = { format: 'csv', from: '2026-04-01', to: '2026-04-30', currency: 'MXN' };
  const { bytes } = await session.send(routes.exportTable, { params: { table: 'movements' }, query });
  const lines = bytes.toString('utf8').trim().split('\r\n');
  expect(lines[0]).toContain('Cuenta,Fecha valor,Registrado,Concepto,Factura,CFDI,Cargo,Abono,Saldo,Moneda');
  const { accounts } = pesosOf(await statement('2026-04-01', '2026-04-30'));
  expect(lines.length - 1).toBe(accounts.reduce((count, { movements }) => count + movements.length, 0));
});

describe('[EXP-01] an export of histories', () => {
  const rowsOf = async (table: 'settled' | 'interest' | 'interest-invoices', query: object): Promise<string[]> => {
    const answer = await session.send(routes.exportTable, { params: { table }, query: { format: 'csv', ...query } });
    return answer.bytes.toString('utf8').split('\r\n').slice(1, -1);
  };

  it('has settled invoices by their day of payment', async () => {
    const rows = await rowsOf('settled', { from: '2026-05-01', to: '2026-05-31' });
    expect(rows).toEqual([expect.stringContaining(',04/05/2026,3480.00,1546.67,9249.06,')]);
    expect(await rowsOf('settled', { to: '2026-04-24' })).toHaveLength(1);
    expect(await rowsOf('settled', { from: '2026-05-05' })).toEqual([]);
  });

  it('has interest and its invoices of one currency or product', async () => {
    const interest = await rowsOf('interest', { from: '2026-03-01', to: '2026-03-31', currency: 'USD' });
    expect(interest).toEqual([expect.stringMatching(/^"\tmarzo 2026",A-1,140\.00,22\.40,USD,/)]);
    const invoices = await rowsOf('interest-invoices', { from: '2026-03-31', to: '2026-03-31', currency: 'USD' });
    expect(invoices).toEqual([expect.stringContaining(',"\tmarzo 2026",162.40,USD,')]);
    for (const table of ['interest', 'interest-invoices'] as const)
      expect(await rowsOf(table, { product: 'FB' })).toEqual([]);
  });

  it('has instants of Mexico City in a spreadsheet', async () => {
    const query = { format: 'xlsx', from: '2026-03-31', to: '2026-03-31' };
    const { bytes } = await session.send(routes.exportTable, { params: { table: 'interest-invoices' }, query });
    const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    // 31 March 2026 is day 46,112 of a spreadsheet, and its last second begins a 86,400th before the end.
    expect(sheet).toContain('<v>46112.9999');
  });
});

it('[DIN-56] operators of any role read what the client reads about its account, and no other client’s under its name', async () => {
  const { portal } = mailed;
  const operator = await portal.signIn((await anOperator(portal, { roles: ['cobranza'] })).email);
  const period = { startDate: '2026-04-01', endDate: '2026-04-30' };
  const params = { clientId };
  const { data: read } = await operator.call(routes.getClientStatement, { params, query: period });
  const own = await statement('2026-04-01', '2026-04-30');
  // Accounts in full are for those who pay them.
  const masked = JSON.parse(JSON.stringify(own).replaceAll('012180001234567891', '••7891'));
  expect(read).toEqual({ ...masked, knownAt: read.knownAt });
  const { base64 } = await operator.call(routes.printClientStatement, { params, query: period });
  expect(await textOf(base64)).toContain('Estado de cuenta');
  const table = {
    params: { clientId, table: 'movements' },
    query: { format: 'csv', from: '2026-04-01', to: '2026-04-30' },
  };
  const csv = await operator.send(routes.exportClientTable, table);
  expect(csv.bytes).toEqual((await session.send(routes.exportTable, table)).bytes);
  const { data: cfdi } = await operator.call(routes.listClientCfdi, { params, query: period });
  expect(cfdi.map(({ folio }) => folio)).toEqual(['INT-4', 'INT-3']);
  const [{ id = '' } = {}] = cfdi;
  const file = { clientId, id, fileType: 'xml' };
  expect((await operator.call(routes.clientCfdiFile, { params: file })).file.FileName).toBe('INT-4.xml');
  const other = (await aClient(portal)).clientId;
  const statements = await operator.call(routes.getClientStatement, { params: { clientId: other }, query: period });
  expect(statements.data.currencies).toEqual([]);
  const refused = [
    await operator.refusal(routes.clientCfdiFile, { params: { ...file, clientId: other } }),
    await operator.refusal(routes.getClientStatement, { params: { clientId: id }, query: period }),
    await operator.refusal(routes.printClientStatement, { params, query: { ...period, endDate: '2999-01-01' } }),
  ];
  expect(refused.map(({ code }) => code)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'INVALID_REQUEST']);
  const noted = `select from audit where action = 'client.read' and client_id = $1`;
  expect((await portal.db.owner.query(noted, [clientId])).rowCount).toBe(1);
});

it('[MOV-06] [LIB-33] last month’s statement is mailed once to the administrators, from the fourth to the tenth, with the head of their ledger', async () => {
  const { portal } = mailed;
  const admin = await aUser(portal, { client: months.seller.client, isAdmin: true });
  const idle = await aClient(portal);
  const others = [await aUser(portal, months.seller), await aUser(portal, { client: idle, isAdmin: true })];
  const monthly = async (day: string): Promise<number> => {
    await months.on(day);
    expect(await runCron(mailed.portal, mailed.mail, 'mail-monthly-statements')).toEqual([]);
    expect(await mailed.deliver()).toEqual([]);
    return mailed.mailsTo(admin.email).filter(({ subject }) => subject.startsWith('Estado de cuenta')).length;
  };
  await months.on('2026-06-03');
  expect(await runCron(mailed.portal, mailed.mail, 'check-books')).toEqual([]);
  expect(await monthly('2026-06-03')).toBe(0);
  expect(await monthly('2026-06-11')).toBe(0);
  expect(await monthly('2026-06-10')).toBe(1);
  expect(await monthly('2026-06-04')).toBe(1);
  const [mail] = mailed.mailsTo(admin.email);
  expect(mail?.subject).toBe('Estado de cuenta del 01/05/2026 al 31/05/2026');
  const { rows } = await portal.db.owner.query<{ head: string }>(
    `select concat('asiento ', entry_number, ', ', encode(hash, 'hex')) as head from ledger_entries
     where client_id = $1 and recorded_at < '2026-06-04' order by entry_number desc limit 1`,
    [admin.clientId],
  );
  expect(mail?.text).toContain(rows[0]?.head ?? 'a head');
  for (const other of others) expect(mailed.mailsTo(other.email)).toEqual([]);
  expect((await portal.db.owner.query(`select from monthly_statements`)).rowCount).toBe(1);
});
