import { routes } from '@anticipa/contract/routes';
import { addDays } from '@anticipa/domain/calendar';
import { startSieServer } from '@anticipa/sandbox/sie-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { banxicoOver } from '../../gateways/exchange-rates/banxico.ts';
import { untilRowIsAwaited } from '../../lib/testing/locks.ts';
import { type Portal, startPortal } from '../../lib/testing/portal.ts';
import { DUE_DATE, requestSale } from '../../lib/testing/sale-steps.ts';
import { aSeller, type Seller } from '../../lib/testing/seller.ts';
import { WORKER } from '../../lib/transaction.ts';
import { fetchRate } from './fetch-rate.ts';

let portal: Portal;
let seller: Seller;

beforeAll(async () => {
  portal = await startPortal();
  seller = await aSeller(portal);
});
afterAll(() => portal.close());

const calendar = async () => (await seller.operator.call(routes.getLenderCalendar)).data;
const setHoliday = (date: string, name: string | null) =>
  seller.operator.send(routes.setHoliday, {
    body: { date, name, ...(name === null && { reason: 'sí abre el banco' }) },
  });
const publish = (tipoCambio: string, source = 'Diario Oficial') =>
  seller.operator.send(routes.publishRate, { body: { tipoCambio, source, reason: 'Publicado hoy' } });
const logged = async (action: string) =>
  (await portal.db.owner.query('select details from audit where action = $1 order by audit_id', [action])).rows;

describe('[OPE-07] a non-business day', () => {
  it('stops new sales on it from tomorrow on; sales already made keep their date', async () => {
    const documentIds = await seller.invoices();
    await requestSale(seller.session, documentIds);
    expect((await setHoliday(DUE_DATE, 'Día de la entidad')).code).toBeNull();
    const { holidays, dues } = await calendar();
    expect(holidays).toContainEqual({ date: DUE_DATE, name: 'Día de la entidad' });
    expect(dues).toContainEqual({ date: DUE_DATE, invoices: 1, clients: 1 });
    const [documentId] = await seller.invoices();
    const refused = await seller.session.send(routes.setAsPreSell, {
      body: { documents: [{ documentId, dueDate: DUE_DATE, purchaseOrder: 'OC1' }] },
    });
    expect(refused.body).toMatchObject({ error: { details: [{ code: 'PAYMENT_DATE_NOT_BUSINESS_DAY' }] } });
    expect((await setHoliday(DUE_DATE, 'Día de la entidad')).code).toBe('NOTHING_CHANGED');
    expect((await setHoliday(DUE_DATE, null)).code).toBeNull();
    expect((await calendar()).holidays.map(({ date }) => date)).not.toContain(DUE_DATE);
    expect(await logged('holiday.set')).toEqual([
      { details: { before: null, after: 'Día de la entidad', reason: 'Día de la entidad' } },
      { details: { before: 'Día de la entidad', after: null, reason: 'sí abre el banco' } },
    ]);
  });

  it('never changes today or in the past', async () => {
    const { today } = await calendar();
    const yesterday = addDays(portal.clock.today(), -1);
    await portal.db.owner.query(`insert into extra_holidays values ($1, 'Puente')`, [yesterday]);
    for (const date of [today, yesterday])
      for (const name of ['Otro nombre', null]) expect((await setHoliday(date, name)).code).toBe('HOLIDAY_NOT_AHEAD');
    expect((await calendar()).holidays).toContainEqual({ date: yesterday, name: 'Puente' });
  });

  it('is not added where there is no business anyway', async () => {
    expect((await setHoliday('2026-12-25', 'Navidad de la entidad')).code).toBe('NOTHING_CHANGED');
    expect((await setHoliday('2026-06-06', 'Sábado')).code).toBe('NOTHING_CHANGED');
  });
});

describe('[OPE-07] the exchange rate', () => {
  it('of today is published and corrected; those of the past stay, and one that is missing is shown', async () => {
    await portal.db.owner.query('delete from exchange_rates');
    expect((await calendar()).inForce).toBeNull();
    const past = { date: addDays(portal.clock.today(), -7), rate: '17.5' };
    await portal.db.owner.query(`insert into exchange_rates values ($1, $2, 'DOF', $3)`, [
      past.date,
      past.rate,
      portal.clock.now(),
    ]);
    expect((await calendar()).inForce).toBeNull();
    expect((await publish('18.4567')).code).toBeNull();
    expect((await publish('18.456700')).code).toBe('NOTHING_CHANGED');
    expect((await publish('18.5')).code).toBeNull();
    const { inForce, rates, today } = await calendar();
    expect(inForce).toMatchObject({ date: today, tipoCambio: '18.5', source: 'Diario Oficial' });
    expect(rates.map(({ date, tipoCambio }) => [date, tipoCambio])).toEqual([
      [today, '18.5'],
      [past.date, past.rate],
    ]);
    const information = await seller.session.call(routes.getCreditInformation);
    expect(information).toMatchObject({ tipoCambio: '18.5', tipoCambioPublished: true });
    expect((await logged('exchange-rate.published')).map(({ details }) => [details.before, details.after])).toEqual([
      [null, { tipoCambio: '18.4567', source: 'Diario Oficial' }],
      [
        { tipoCambio: '18.4567', source: 'Diario Oficial' },
        { tipoCambio: '18.5', source: 'Diario Oficial' },
      ],
    ]);
  });

  it('that another one precedes by a moment is logged as its correction', async () => {
    const { owner } = portal.db;
    const today = portal.clock.today();
    await owner.query('delete from exchange_rates where rate_date = $1', [today]);
    await owner.query('begin');
    await owner.query(`insert into exchange_rates values ($1, 18.1, 'Banxico', $2)`, [today, portal.clock.now()]);
    const publishing = publish('18.2');
    await untilRowIsAwaited(owner);
    await owner.query('commit');
    expect((await publishing).code).toBeNull();
    const [last] = (await logged('exchange-rate.published')).slice(-1);
    expect(last.details).toMatchObject({
      before: { tipoCambio: '18.1', source: 'Banxico' },
      after: { tipoCambio: '18.2' },
    });
  });

  it('is fetched from Banxico on a business day without one; a typed one stays', async () => {
    const server = await startSieServer();
    const exchangeRates = banxicoOver({ address: async () => server.url, token: async () => server.token });
    const fetchNow = () => fetchRate({ db: portal.db.worker, clock: portal.clock, exchangeRates }, WORKER);
    const today = portal.clock.today();
    expect(await fetchNow()).toBe('known');
    expect(server.answered()).toBe(0);
    await portal.db.owner.query('delete from exchange_rates where rate_date = $1', [today]);
    server.script('no-data');
    expect(await fetchNow()).toBe('not-yet');
    server.script('error-500');
    expect(await fetchNow()).toBe('unavailable');
    expect((await calendar()).rates[0]?.date).not.toBe(today);
    expect(await fetchNow()).toBe('published');
    expect((await calendar()).rates[0]).toMatchObject({ date: today, source: 'Banxico, serie SF60653' });
    expect((await publish('18.6')).code).toBeNull();
    await fetchNow();
    expect((await calendar()).inForce).toMatchObject({ tipoCambio: '18.6', source: 'Diario Oficial' });
    await server.close();
  });

  it.each(['0', '-1', '18.1234567', '1e2', '1000', ''])('is refused as %j', async (tipoCambio) => {
    expect((await publish(tipoCambio)).status).toBe(400);
  });
});
