import { routes } from '@anticipa/contract/routes';
import { addDays } from '@anticipa/domain/calendar';
import { lenderMotives } from '@anticipa/domain/motives';
import { startSieServer } from '@anticipa/sandbox/sie-server';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { untilTableIsAwaited } from '../../../testing/locks.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { answerTo, DUE_DATE, requestSale } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import { banxicoOver } from '../../gateways/exchange-rates/banxico.ts';
import { WORKER } from '../../platform/work/transaction.ts';
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
  it('today’s rate is published and corrected; past ones stay, and a missing one is shown', async () => {
    await portal.db.owner.query('delete from exchange_rates');
    expect((await calendar()).inForce).toBeNull();
    const past = { date: addDays(portal.clock.today(), -7), rate: '18.4' };
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

  it('a rate published a moment after another one is logged as its correction', async () => {
    const { owner } = portal.db;
    const today = portal.clock.today();
    await owner.query('delete from exchange_rates where rate_date = $1', [today]);
    await owner.query('begin');
    await owner.query(`insert into exchange_rates values ($1, 18.1, 'Banxico', $2)`, [today, portal.clock.now()]);
    const publishing = publish('18.2');
    await untilTableIsAwaited(owner);
    await owner.query('commit');
    expect((await publishing).code).toBeNull();
    const [last] = (await logged('exchange-rate.published')).slice(-1);
    expect(last.details).toMatchObject({
      before: { tipoCambio: '18.1', source: 'Banxico' },
      after: { tipoCambio: '18.2' },
    });
  });

  it('a rate far from the known ones waits for a second person, with Banxico’s beside it', async () => {
    const { owner } = portal.db;
    const today = portal.clock.today();
    const second = await portal.signIn((await anOperator(portal, { roles: ['riesgo'] })).email);
    await owner.query(`update exchange_rates set pesos_per_dollar = 18.5, source = 'DOF' where rate_date = $1`, [
      today,
    ]);
    await owner.query(`insert into official_rates values ($1, 18.437, 'Banxico, serie SF60653', $2)`, [
      today,
      portal.clock.now(),
    ]);
    for (const slip of ['185.432', '1.85', '0.000001']) expect((await publish(slip)).status).toBe(400);
    const body = { tipoCambio: '20', source: 'DOF', reason: 'Publicado hoy' };
    const { proposal, data } = await seller.operator.call(routes.publishRate, { body });
    expect(data).toMatchObject({ inForce: { tipoCambio: '18.5' }, proposed: { tipoCambio: '20' } });
    expect(proposal?.change).toMatchObject({
      kind: 'exchange-rate',
      about: { date: today },
      now: { official: '18.437' },
    });
    expect(proposal?.expiresAt?.slice(0, 10)).toBe(addDays(today, 1));
    expect((await publish('21')).code).toBe('PROPOSAL_PENDING');
    // Small corrections do not add up: each is measured against the last rate of another day.
    expect((await publish('18.9')).code).toBeNull();
    expect((await publish('19.3')).code).toBe('PROPOSAL_PENDING');
    const decide = (ground: string) => ({
      params: { proposalId: proposal?.id ?? '' },
      body: { decision: { kind: 'approve', ground } as const },
    });
    expect((await seller.operator.refusal(routes.decideProposal, decide(proposal?.ground ?? ''))).code).toBe(
      'OWN_PROPOSAL',
    );
    expect((await second.refusal(routes.decideProposal, decide(proposal?.ground ?? ''))).code).toBe('GROUND_CHANGED');
    const [waiting] = (await second.call(routes.listProposals, { query: { waiting: 'true' } })).data;
    await second.call(routes.decideProposal, decide(waiting?.ground ?? ''));
    expect(await calendar()).toMatchObject({
      inForce: { tipoCambio: '20' },
      proposed: null,
      official: { tipoCambio: '18.437' },
    });
    await owner.query('delete from official_rates');
  });

  it('is fetched from Banxico on a business day without one; a typed one stays beside it', async () => {
    const server = await startSieServer();
    onTestFinished(() => server.close());
    const exchangeRates = banxicoOver({ address: async () => server.url, token: async () => server.token });
    const fetchNow = () => fetchRate({ db: portal.db.worker, clock: portal.clock, exchangeRates }, WORKER);
    const today = portal.clock.today();
    expect(await fetchNow()).toBe('known');
    expect((await calendar()).official).toMatchObject({ date: today, tipoCambio: '18.437' });
    expect([await fetchNow(), server.answered()]).toEqual(['known', 1]);
    for (const table of ['exchange_rates', 'official_rates'])
      await portal.db.owner.query(`delete from ${table} where rate_date = $1`, [today]);
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
  });

  it.each(['0', '-1', '18.1234567', '1e2', '1000', ''])('is refused as %j', async (tipoCambio) => {
    expect((await publish(tipoCambio)).status).toBe(400);
  });
});

it('[OPE-07] [VTA-12] a rate that was wrong when a client sold shows the sale over its line, and is not what the answer books', async () => {
  const { owner } = portal.db;
  const { client, session, invoices, operator } = await aSeller(portal);
  await owner.query(`delete from credit_lines where client_id = $1 and currency = 'USD'`, [client.clientId]);
  await owner.query(`update credit_lines set is_multi_currency = true, credit_limit = 17000 where client_id = $1`, [
    client.clientId,
  ]);
  const setRate = (rate: string) =>
    owner.query('update exchange_rates set pesos_per_dollar = $2 where rate_date = $1', [portal.clock.today(), rate]);
  await setRate('5');
  const [sale] = await requestSale(session, await invoices({ currency: 'USD', total: '1000.00', count: 2 }));
  const saleId = sale?.saleId ?? '';
  const ofLine = async () => {
    const { evidence } = await operator.call(routes.getLenderSale, { params: { saleId } });
    return evidence[0]?.checks.find(({ rule }) => rule === 'credit-line');
  };
  expect(await ofLine()).toMatchObject({ result: 'passed', measured: { taken: '9000.00' } });
  await owner.query('delete from exchange_rates');
  expect(await ofLine()).toMatchObject({ result: 'unknown' });
  await owner.query(`insert into exchange_rates values ($1, 18.5, 'DOF', $2)`, [
    portal.clock.today(),
    portal.clock.now(),
  ]);
  expect(await ofLine()).toMatchObject({
    result: 'warning',
    measured: { taken: '33300.00', limit: '17000.00' },
  });
  const [first, second] = (sale?.items ?? []).map(({ documentId }) => ({ documentId, authorised: true, motive: null }));
  const both = await answerTo(operator, saleId, [first, second]);
  expect((await operator.refusal(routes.answerSale, both)).code).toBe('SALE_OVER_LINE');
  const one = [first, { ...second, authorised: false, motive: lenderMotives[0] }];
  await operator.call(routes.answerSale, await answerTo(operator, saleId, one));
  expect((await session.call(routes.getCreditInformation)).lines[0]?.creditHeld).toBe('16650.00');
});
