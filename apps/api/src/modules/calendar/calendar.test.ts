import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, anOperator, aUser } from '../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { answerTo, aPayment, closeAsTwo, requestSale, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import { folded, icsOf } from './ics.ts';

let portal: Portal;
let seller: Seller;

beforeAll(async () => {
  portal = await startPortal();
  seller = await aSeller(portal);
});
afterAll(() => portal.close());

const year = { from: '2026-01-01', to: '2026-12-31' };
const feed = (url: string) =>
  portal.app.inject({ method: 'GET', url: new URL(url).pathname, headers: { accept: 'text/calendar' } });

describe('[TAB-11] the calendar', () => {
  it('has the dues, the expected returns, the deposits and the releases of the client', async () => {
    const documentIds = await seller.invoices({ count: 2 });
    await sellAndDeposit(seller, documentIds);
    await sellAndDeposit(seller, await seller.invoices({ currency: 'USD', total: '1000.00' }), '2026-05-08');
    const day = { currency: 'MXN', count: 1, amount: '116000.00' };
    const deposits = [
      { date: '2026-03-10', kind: 'deposit', currency: 'MXN', count: 2, amount: '201840.00' },
      { date: '2026-03-10', kind: 'deposit', currency: 'USD', count: 1, amount: '860.67' },
    ];
    const dollars = [
      { date: '2026-05-08', kind: 'due', currency: 'USD', count: 1, amount: '1000.00' },
      { date: '2026-05-08', kind: 'expected', currency: 'USD', count: 1, amount: '93.71' },
    ];
    expect(await seller.session.call(routes.getCalendar, { query: year })).toMatchObject({
      today: '2026-03-10',
      linkedAt: null,
      data: [
        ...deposits,
        { ...day, date: '2026-04-24', kind: 'due', count: 2, amount: '232000.00' },
        { ...day, date: '2026-04-24', kind: 'expected', count: 2, amount: '22086.40' },
        ...dollars,
      ],
    });
    const [paid = ''] = documentIds;
    portal.clock.set(new Date('2026-04-21T17:00:00Z'));
    const operator = await portal.signIn((await anOperator(portal)).email);
    await operator.call(routes.registerCollection, {
      body: aPayment({ documentIds: [paid] }, { valueDate: '2026-04-20' }),
    });
    seller = { ...seller, session: await portal.signIn(seller.user.email) };
    const { data, holidays } = await seller.session.call(routes.getCalendar, { query: year });
    expect(data).toEqual([
      ...deposits,
      { ...day, date: '2026-04-21', kind: 'expected', amount: '11043.20' },
      { ...day, date: '2026-04-24', kind: 'due' },
      { ...day, date: '2026-04-24', kind: 'expected', amount: '11043.20' },
      ...dollars,
    ]);
    portal.clock.set(new Date('2026-04-22T17:00:00Z'));
    const treasurer = await portal.signIn((await anOperator(portal)).email);
    const { clientId } = seller.client;
    const payout = { clientId, currency: 'MXN', amount: '11043.20', trackingKey: 'DEV000001' } as const;
    await treasurer.call(routes.confirmPayout, { body: payout });
    seller = { ...seller, session: await portal.signIn(seller.user.email) };
    const { data: returned } = await seller.session.call(routes.getCalendar, { query: year });
    expect(returned.filter(({ kind, date }) => kind === 'release' || date < '2026-04-24')).toEqual([
      ...deposits,
      { ...day, date: '2026-04-22', kind: 'release', amount: '11043.20' },
    ]);
    expect(holidays.find(({ date }) => date === '2026-12-25')).toBeDefined();
    const kindsOn = async (instant: string): Promise<string[]> => {
      portal.clock.set(new Date(instant));
      seller = { ...seller, session: await portal.signIn(seller.user.email) };
      const { data: late } = await seller.session.call(routes.getCalendar, { query: year });
      return late.filter(({ date }) => date === '2026-04-24').map(({ kind }) => kind);
    };
    expect(await kindsOn('2026-04-25T05:59:00Z')).toEqual(['due', 'expected']);
    expect(await kindsOn('2026-04-25T17:00:00Z')).toEqual(['due']);
  });

  it('has neither rejected invoices in a deposit, nor a release of nothing', async () => {
    const other = await aSeller(portal);
    const [kept = '', rejected = ''] = await other.invoices({ count: 2 });
    const [sale] = await requestSale(other.session, [kept, rejected], '2026-06-05');
    const params = { saleId: sale?.saleId ?? '' };
    const decisions = [
      { documentId: kept, authorised: true, motive: null },
      { documentId: rejected, authorised: false, motive: 'LENDER_DOCUMENTS' },
    ];
    await other.operator.call(routes.answerSale, await answerTo(other.operator, params.saleId, decisions));
    await other.operator.call(routes.disburseSale, { params, body: { trackingKey: 'CALENDAR1' } });
    const valueDate = portal.clock.today();
    const body = aPayment({ documentIds: [kept] }, { amount: '104400.00', valueDate });
    await other.operator.call(routes.registerCollection, { body });
    // The aforo covers the shortfall, and nothing is left of it.
    await closeAsTwo(portal, other.operator, kept);
    const { data } = await other.session.call(routes.getCalendar, { query: year });
    expect(data).toMatchObject([{ date: valueDate, kind: 'deposit', count: 1 }]);
  });

  it('expects no more of an aforo than a closed shortfall left of it, as the home screen', async () => {
    const other = await aSeller(portal);
    const documentIds = await other.invoices({ count: 2 });
    await sellAndDeposit(other, documentIds, '2026-06-05');
    const [none = '', some = ''] = documentIds;
    for (const [documentId, amount] of [
      [none, '100000.00'],
      [some, '110000.00'],
    ] as const) {
      const body = aPayment({ documentIds: [documentId] }, { amount, valueDate: portal.clock.today() });
      await other.operator.call(routes.registerCollection, { body });
    }
    await closeAsTwo(portal, other.operator, none);
    const { data } = await other.session.call(routes.getCalendar, { query: year });
    const expected = data.filter(({ kind }) => kind === 'expected').map(({ amount }) => amount);
    const { nextDue } = await other.session.call(routes.getHome);
    expect(nextDue.map(({ finalDeposit }) => finalDeposit)).toEqual(expected);
    const { data: payments } = await other.session.call(routes.nextPayments);
    expect(payments.map(({ finalDeposit }) => finalDeposit)).toEqual(expected);
    const { rows } = await portal.db.owner.query<{ expected: string }>(
      `select (aforo - iva)::text as expected from invoices where document_id = $1`,
      [some],
    );
    expect(expected).toEqual([rows[0]?.expected]);
  });

  it('has the lender’s extra holidays', async () => {
    await portal.db.owner.query(`insert into extra_holidays values ('2026-07-15', 'Aniversario')`);
    const { holidays } = await seller.session.call(routes.getCalendar, { query: year });
    expect(holidays).toContainEqual({ date: '2026-07-15', name: 'Aniversario' });
    await portal.db.owner.query(`delete from extra_holidays where holiday = '2026-07-15'`);
  });

  it('covers at most 400 days, forwards', async () => {
    for (const query of [
      { from: '2026-03-02', to: '2026-03-01' },
      { from: '2026-01-01', to: '2027-02-06' },
    ])
      expect((await seller.session.refusal(routes.getCalendar, { query })).status).toBe(400);
    const longest = { from: '2026-01-01', to: '2027-02-05' };
    expect((await seller.session.send(routes.getCalendar, { query: longest })).status).toBe(200);
  });
});

describe('[TAB-11] the feed', () => {
  it('is read by its secret address, which ends when it is renewed or its user loses access', async () => {
    const { url } = await seller.session.call(routes.renewCalendarLink, { body: {} });
    const first = await feed(url);
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(first.body).toContain('DTSTART;VALUE=DATE:20260424\r\nDTEND;VALUE=DATE:20260425\r\n');
    expect(first.body).toContain('SUMMARY:Vence 1 factura: MXN 116\\,000.00\r\n');
    const renewed = await seller.session.call(routes.renewCalendarLink, { body: {} });
    expect((await feed(url)).statusCode).toBe(404);
    expect((await feed(renewed.url)).statusCode).toBe(200);
    expect((await seller.session.call(routes.getCalendar, { query: year })).linkedAt).toBe(renewed.linkedAt);
    const colleague = await portal.signIn((await aUser(portal, seller)).email);
    expect((await colleague.call(routes.getCalendar, { query: year })).linkedAt).toBeNull();
    const { rows } = await portal.db.owner.query('select * from calendar_links');
    expect(JSON.stringify(rows)).not.toContain(new URL(renewed.url).pathname.split('/').at(-1)?.slice(0, 43));
    await portal.db.owner.query('update users set active = false where user_id = $1', [seller.user.userId]);
    expect((await feed(renewed.url)).statusCode).toBe(404);
    await portal.db.owner.query('update users set active = true where user_id = $1', [seller.user.userId]);
  });

  it('has none of these events for another client', async () => {
    const stranger = await portal.signIn((await aUser(portal, { client: await aClient(portal) })).email);
    const { body } = await feed((await stranger.call(routes.renewCalendarLink, { body: {} })).url);
    expect(body).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/);
    expect(body).not.toContain('VEVENT');
  });
});

describe('[TAB-11] iCalendar', () => {
  const event = { date: '2026-12-31', kind: 'deposit', currency: 'USD', count: 3, amount: '1234567.89' } as const;
  const written = (name: string) =>
    icsOf([event], {
      brand: 'Aurora',
      name,
      scope: 'c1',
      at: new Date('2026-03-10T17:00:00.123Z'),
      url: 'https://a.example/calendar',
    });

  it('names each event for good, in UTC, as a whole day', () => {
    expect(written('Norte').split('\r\n').slice(8, 17)).toEqual([
      'BEGIN:VEVENT',
      'UID:2026-12-31-deposit-USD-c1@a.example',
      'DTSTAMP:20260310T170000Z',
      'DTSTART;VALUE=DATE:20261231',
      'DTEND;VALUE=DATE:20270101',
      'SUMMARY:Depósito de tu venta: USD 1\\,234\\,567.89',
      'URL:https://a.example/calendar',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]);
  });

  it.each([
    ['due', 1, 'Vence 1 factura: USD 5.00'],
    ['due', 2, 'Vencen 2 facturas: USD 5.00'],
    ['expected', 2, 'Devolución esperada: USD 5.00'],
    ['release', 2, 'Devolución: USD 5.00'],
  ] as const)('names what is %s of %i', (kind, count, summary) => {
    const one = { date: '2026-12-31', kind, currency: 'USD', count, amount: '5.00' } as const;
    const options = { brand: 'Aurora', name: 'Norte', scope: 'c1', at: new Date(), url: 'https://a.example' };
    expect(icsOf([one], options)).toContain(`SUMMARY:${summary}\r\n`);
  });

  it('escapes texts and folds lines of more than 75 octets between characters', () => {
    const lines = written(`Ñandú; "A, B" \\ C\n${'ñ'.repeat(80)}`).split('\r\n');
    expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    const whole = lines.join('\r\n').replaceAll('\r\n ', '');
    expect(whole).toContain(`X-WR-CALNAME:Aurora · Ñandú\\; "A\\, B" \\\\ C\\n${'ñ'.repeat(80)}\r\n`);
    expect(folded('x'.repeat(75))).toBe('x'.repeat(75));
    expect(folded('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x`);
  });
});
