import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, anOperator, aUser } from '../../lib/testing/builders.ts';
import { type Portal, startPortal } from '../../lib/testing/portal.ts';
import { aPayment, sellAndDeposit } from '../../lib/testing/sale-steps.ts';
import { aSeller, type Seller } from '../../lib/testing/seller.ts';
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
    portal.clock.set(new Date('2026-04-20T17:00:00Z'));
    const operator = await portal.signIn((await anOperator(portal)).email);
    await operator.call(routes.registerCollection, {
      body: aPayment({ documentIds: [paid] }, { valueDate: '2026-04-20' }),
    });
    seller = { ...seller, session: await portal.signIn(seller.user.email) };
    const { data, holidays } = await seller.session.call(routes.getCalendar, { query: year });
    expect(data).toEqual([
      ...deposits,
      { ...day, date: '2026-04-20', kind: 'release', amount: '11043.20' },
      { ...day, date: '2026-04-24', kind: 'due' },
      { ...day, date: '2026-04-24', kind: 'expected', amount: '11043.20' },
      ...dollars,
    ]);
    expect(holidays.find(({ date }) => date === '2026-12-25')).toBeDefined();
    portal.clock.set(new Date('2026-04-25T17:00:00Z'));
    seller = { ...seller, session: await portal.signIn(seller.user.email) };
    const late = await seller.session.call(routes.getCalendar, { query: year });
    expect(late.data.filter(({ date }) => date === '2026-04-24').map(({ kind }) => kind)).toEqual(['due']);
  });

  it('covers at most 400 days, forwards', async () => {
    for (const query of [
      { from: '2026-03-02', to: '2026-03-01' },
      { from: '2026-01-01', to: '2027-02-06' },
    ])
      expect((await seller.session.refusal(routes.getCalendar, { query })).status).toBe(400);
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
    const { rows } = await portal.db.owner.query('select * from calendar_links');
    expect(JSON.stringify(rows)).not.toContain(new URL(renewed.url).pathname.split('/').at(-1)?.slice(0, 43));
    await portal.db.owner.query('update users set active = false where user_id = $1', [seller.user.userId]);
    expect((await feed(renewed.url)).statusCode).toBe(404);
    await portal.db.owner.query('update users set active = true where user_id = $1', [seller.user.userId]);
  });

  it('of another client has none of these events', async () => {
    const stranger = await portal.signIn((await aUser(portal, { client: await aClient(portal) })).email);
    const { body } = await feed((await stranger.call(routes.renewCalendarLink, { body: {} })).url);
    expect(body).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/);
    expect(body).not.toContain('VEVENT');
  });
});

describe('[TAB-11] iCalendar', () => {
  const event = { date: '2026-12-31', kind: 'deposit', currency: 'USD', count: 3, amount: '1234567.89' } as const;
  const written = (name: string) =>
    icsOf([event], { name, scope: 'c1', at: new Date('2026-03-10T17:00:00.123Z'), url: 'https://a.example/calendar' });

  it('names each event for good, in UTC, as a whole day', () => {
    expect(written('Anticipa').split('\r\n').slice(8, 17)).toEqual([
      'BEGIN:VEVENT',
      'UID:2026-12-31-deposit-USD-c1@anticipa',
      'DTSTAMP:20260310T170000Z',
      'DTSTART;VALUE=DATE:20261231',
      'DTEND;VALUE=DATE:20270101',
      'SUMMARY:Depósito de tu venta: USD 1\\,234\\,567.89',
      'URL:https://a.example/calendar',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]);
  });

  it('escapes texts and folds lines of more than 75 octets between characters', () => {
    const lines = written(`Ñandú; "A, B" \\ C\n${'ñ'.repeat(80)}`).split('\r\n');
    expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    const whole = lines.join('\r\n').replaceAll('\r\n ', '');
    expect(whole).toContain(`X-WR-CALNAME:Ñandú\\; "A\\, B" \\\\ C\\n${'ñ'.repeat(80)}\r\n`);
    expect(folded('x'.repeat(75))).toBe('x'.repeat(75));
    expect(folded('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x`);
  });
});
