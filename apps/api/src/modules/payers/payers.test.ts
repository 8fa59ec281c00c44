import type { ResponseOf } from '@anticipa/contract/route';
import { routes } from '@anticipa/contract/routes';
import { defaultWeekDays } from '@anticipa/domain/calendar';
import { clabeOf, isClabe } from '@anticipa/domain/clabe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, aUser, type TestClient } from '../../../testing/builders.ts';
import { aCostCentre, activatePayers } from '../../../testing/payers.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import type { Answer, Session } from '../../../testing/session.ts';

let portal: Portal;
let client: TestClient;
let other: TestClient;
let session: Session;

beforeAll(async () => {
  portal = await startPortal();
  client = await aClient(portal);
  other = await aClient(portal);
  session = await portal.signIn((await aUser(portal, { client })).email);
});
afterAll(() => portal.close());

const list = (rfc: string) => session.call(routes.listPayers, { params: { rfc } });

describe('the payers of a client', () => {
  it('lists no payers without a payment-order company', async () => {
    expect(await list(client.rfc)).toEqual({ stpCompany: null, data: [] });
  });

  it('lists each payer with its CLABE, main entry first, then by name, never another client’s', async () => {
    await activatePayers(portal, client);
    const second = await aCostCentre(portal, { client, stpName: 'BETA', active: false });
    const first = await aCostCentre(portal, { client, stpName: 'ALFA', rfcPayer: 'AÑ&010101AB9' });
    const main = await aCostCentre(portal, { client, stpName: 'ZETA', rfcPayer: client.rfc, isMain: true });
    await aCostCentre(portal, { client: other });
    const { stpCompany, data } = await list(client.rfc);
    expect(stpCompany).toBe('PRUEBA');
    expect(data.map(({ clabe }) => clabe)).toEqual([main, first, second]);
    expect(data[1]).toEqual({
      rfcPayer: 'AÑ&010101AB9',
      stpName: 'ALFA',
      clabe: first,
      active: true,
      isMain: false,
      stpCompany: 'PRUEBA',
      rfc: client.rfc,
    });
    expect(data.map(({ active, isMain }) => [active, isMain])).toEqual([
      [true, true],
      [true, false],
      [false, false],
    ]);
  });

  it('finds no payers by another client’s RFC', async () => {
    expect(await session.refusal(routes.listPayers, { params: { rfc: other.rfc } })).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
  });
});

describe('[CLI-07] a cost centre', () => {
  let seller: TestClient;
  let by: Session;
  beforeAll(async () => {
    seller = await aClient(portal);
    await activatePayers(portal, seller);
    by = await portal.signIn((await aUser(portal, { client: seller })).email);
  });

  const register = async (rfc: string, who = by) => {
    await who.call(routes.createCompany, { body: { rfc, razonSocial: `Pagador ${rfc}` } });
    return rfc;
  };
  const create = (rfcPayer: string, who = by) => who.send(routes.createCostCentre, { body: { rfcPayer } });
  const clabeIn = ({ body }: Answer): string => (body as ResponseOf<typeof routes.createCostCentre>).data.clabe;
  const audited = async (rfc: string) => {
    const { rows } = await portal.db.owner.query<{ count: number }>(
      `select count(*)::integer from audit where action = 'cost-centre.create' and details ->> 'rfc' = $1`,
      [rfc],
    );
    return rows[0]?.count;
  };

  it('gets its own CLABE from the range of the payment-order company, once, and is audited', async () => {
    const rfc = await register('CCA010101AB9');
    const { body } = await by.send(routes.createCostCentre, {
      body: { stpCompany: 'PRUEBA', rfcPayer: ' cca-010101 ab9', stpName: ' Pagador  uno ', clientId: seller.clientId },
    });
    const data = {
      rfcPayer: rfc,
      stpName: 'PAGADOR UNO',
      clabe: expect.stringMatching(/^6461800000\d{8}$/),
      active: true,
      isMain: false,
      stpCompany: 'PRUEBA',
      rfc: seller.rfc,
    };
    expect(body).toEqual({ data });
    expect(isClabe(clabeIn(await create(rfc)))).toBe(true);
    expect((await create(rfc)).body).toEqual(body);
    expect((await by.call(routes.listPayers, { params: { rfc: seller.rfc } })).data).toEqual([data]);
    expect(await audited(rfc)).toBe(1);
    const unnamed = await create(await register('CCB010101AB9'));
    expect(unnamed.body).toMatchObject({ data: { stpName: 'PAGADOR CCB010101AB9' } });
  });

  it('shares its CLABE with none that is created at the same time, and a payer has one', async () => {
    const rival = await aClient(portal);
    await activatePayers(portal, rival);
    const theirs = await portal.signIn((await aUser(portal, { client: rival })).email);
    const payers = ['D', 'E', 'F', 'G', 'H', 'I'].map((letter) => `CC${letter}010101AB9`);
    const created = payers.flatMap((rfc) => [by, theirs].map((who) => ({ rfc, who })));
    for (const { rfc, who } of created) await register(rfc, who);
    // Each twice at once.
    const answers = await Promise.all([...created, ...created].map(({ rfc, who }) => create(rfc, who)));
    const clabes = answers.map(clabeIn);
    expect(new Set(clabes.slice(0, created.length)).size).toBe(created.length);
    expect(clabes.slice(created.length)).toEqual(clabes.slice(0, created.length));
    expect(await Promise.all(payers.map(audited))).toEqual(payers.map(() => 2));
  });

  it('takes the next CLABE if one of the range was entered by hand', async () => {
    const rfc = await register('CCJ010101AB9');
    const { rows } = await portal.db.owner.query<{ next: string }>(
      'select last_value + 1 as next from cost_centre_numbers',
    );
    await aCostCentre(portal, { client: other, clabe: clabeOf(`6461800000${String(rows[0]?.next).padStart(7, '0')}`) });
    expect((await create(rfc)).code).toBe('SERVICE_UNAVAILABLE');
    expect((await create(rfc)).status).toBe(200);
  });

  it.each([
    [1, 'PAYER_REJECTED'],
    [2, 'PAYER_REJECTED'],
    ...[0, 10, 20, 30].map((status) => [status, null] as const),
  ] as const)('[CLI-05] a cost centre of a company with status %d: %s', async (status, code) => {
    const rfc = await register(`CST0101${String(status).padStart(2, '0')}AB9`);
    await portal.db.owner.query('update companies set name = $2, status = $3 where rfc = $1', [rfc, 'YA', status]);
    expect((await create(rfc)).code).toBe(code);
  });

  it.each([
    [' ', 'RFC_REQUIRED'],
    ['XEXX010101000', 'RFC_FOREIGN'],
    ['CCA010101AB', 'RFC_TOO_SHORT'],
    ['CCAX010101AB12', 'RFC_TOO_LONG'],
    ['XAXX010101000', 'RFC_INVALID'],
    ['CCZ010101AB9', 'NOT_FOUND'],
  ])('[CLI-03] a cost centre for the tax id %j is refused with %s', async (rfc, code) => {
    expect((await create(rfc)).code).toBe(code);
  });

  it('is refused for the client itself, in the name of another company, and above 50 a day', async () => {
    expect((await create(seller.rfc)).code).toBe('RFC_INVALID');
    const rfcPayer = await register('CCK010101AB9');
    expect((await by.send(routes.createCostCentre, { body: { stpCompany: 'OTRA', rfcPayer } })).code).toBe('NOT_FOUND');
    await portal.db.owner.query(`update daily_use set used = 50 where resource = 'cost-centres'`);
    expect((await create(rfcPayer)).code).toBe('DAILY_LIMIT_REACHED');
  });

  it('[CLI-06] a cost centre is refused without a payment-order company', async () => {
    const theirs = await portal.signIn((await aUser(portal, { client: other })).email);
    expect((await create('CCA010101AB9', theirs)).code).toBe('PAYERS_NOT_ACTIVATED');
  });
});

describe('a receiver company', () => {
  const register = (rfc: string, razonSocial?: string, by = session) =>
    by.send(routes.createCompany, { body: { rfc, razonSocial } });
  const found = async (query: Readonly<Record<string, string>> = {}, by = session) =>
    (await by.call(routes.findCompanies, { query })).data;

  it('[CLI-03] is registered once, with a clean tax id and name, for the lender to review', async () => {
    const { body } = await register(' cnu-010101 ab9', '  Comercial   Nueva ');
    const data = {
      companyId: expect.any(String),
      rfc: 'CNU010101AB9',
      razonSocial: 'COMERCIAL NUEVA',
      nombreComercial: null,
      statusId: 10,
      paymentDays: [],
    };
    expect(body).toEqual({ data });
    expect((await register('CNU010101AB9')).body).toEqual(body);
    expect(await found({ rfc: 'cnu 010101 ab9' })).toEqual([data]);
    const { rows } = await portal.db.owner.query(
      `select count(*)::integer from audit where action = 'company.create' and details ->> 'rfc' = 'CNU010101AB9'`,
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('[CLI-03] typed by one client is shown to another under its own name, until the lender confirms it', async () => {
    const theirs = await portal.signIn((await aUser(portal, { client: other })).email);
    const rfc = 'CNU010101AB9';
    const shown = async () =>
      (await Promise.all([found({ rfc }), found({ rfc }, theirs)]))
        .flat()
        .map((one) => [one.razonSocial, one.statusId]);
    expect((await register(rfc, 'Comercial distinta', theirs)).body).toMatchObject({
      data: { razonSocial: 'COMERCIAL DISTINTA', statusId: 10 },
    });
    expect(await shown()).toEqual([
      ['COMERCIAL NUEVA', 10],
      ['COMERCIAL DISTINTA', 10],
    ]);
    await portal.db.owner.query(`update companies set name = 'COMERCIAL DEL NORTE', status = 30 where rfc = $1`, [rfc]);
    expect(await shown()).toEqual([
      ['COMERCIAL DEL NORTE', 30],
      ['COMERCIAL DEL NORTE', 30],
    ]);
  });

  it.each([
    ['', 'X', 'rfc', 'RFC_REQUIRED'],
    ['XEXX010101000', 'X', 'rfc', 'RFC_FOREIGN'],
    ['ABC010101AB', 'X', 'rfc', 'RFC_TOO_SHORT'],
    ['ABCD010101AB12', 'X', 'rfc', 'RFC_TOO_LONG'],
    ['XAXX010101000', 'X', 'rfc', 'RFC_INVALID'],
    ['ABD010101AB9', '  ', 'razonSocial', 'RAZON_SOCIAL_REQUIRED'],
  ])('[CLI-03] a company with tax id %j and name %j is refused at %s with %s', async (rfc, name, path, code) => {
    expect((await register(rfc, name)).body).toMatchObject({ error: { code, details: [{ path, code }] } });
  });

  it('[CLI-03] is not the client itself, and at most 50 are registered a day', async () => {
    expect((await register(client.rfc, 'X')).code).toBe('RFC_INVALID');
    await portal.db.owner.query(`update daily_use set used = 50 where resource = 'companies'`);
    expect((await register('ABE010101AB9', 'X')).code).toBe('DAILY_LIMIT_REACHED');
  });

  it('has a name that fits also in capitals, and if foreign is named to save its payment days', async () => {
    expect((await register('ABF010101AB9', 'ß'.repeat(300))).code).toBe('INVALID_REQUEST');
    const habit = { rfc: 'XEXX010101000', paymentDays: 45, weekDays: defaultWeekDays };
    const { code } = await session.send(routes.savePaymentHabit, { body: { ...habit, razonSocial: ' ' } });
    expect([code, (await session.send(routes.savePaymentHabit, { body: habit })).code]).toEqual([
      'RAZON_SOCIAL_REQUIRED',
      'RAZON_SOCIAL_REQUIRED',
    ]);
  });

  it('[VTA-15] remembers its payment days, per client', async () => {
    const theirs = await portal.signIn((await aUser(portal, { client: other })).email);
    const rfc = 'HAB010101AB9';
    await portal.db.owner.query('delete from daily_use');
    for (const by of [session, theirs]) await register(rfc, 'Habitual', by);
    const save = (paymentDays: number, weekDays: object, by = session) =>
      by.send(routes.savePaymentHabit, {
        body: { rfc: 'hab 010101 ab9', razonSocial: 'Habitual', paymentDays, weekDays },
      });
    const friday = defaultWeekDays;
    const habit = { rfc, razonSocial: 'HABITUAL', paymentDays: 45, weekDays: friday, clientId: client.clientId };
    expect((await save(45, friday)).body).toEqual({ data: habit });
    const later = { ...habit, paymentDays: 60, weekDays: { ...friday, monday: true } };
    expect((await save(60, later.weekDays)).body).toEqual({ data: later });
    expect((await found({ rfc })).map(({ paymentDays }) => paymentDays)).toEqual([[later]]);
    expect(await found()).toContainEqual(expect.objectContaining({ rfc, paymentDays: [later] }));
    expect((await found({ rfc }, theirs)).map(({ paymentDays }) => paymentDays)).toEqual([[]]);
    for (const [days, weekDays, code] of [
      [0, friday, 'TERM_TOO_SHORT'],
      [181, friday, 'TERM_TOO_LONG'],
      [30, { ...friday, friday: false }, 'NO_WEEKDAY'],
    ] as const)
      expect((await save(days, weekDays)).code).toBe(code);
    const unknown = { rfc: 'NAD010101AB9', paymentDays: 45, weekDays: friday };
    expect((await session.refusal(routes.savePaymentHabit, { body: unknown })).code).toBe('NOT_FOUND');
  });
});

describe('the database itself', () => {
  const CLABE = '012180004643051249';

  it.each(Array.from({ length: 10 }, (_, digit) => `01218000464305124${digit}`))(
    'agrees with the domain on %s',
    async (clabe) => {
      const { rows } = await portal.db.owner.query<{ valid: boolean }>('select is_clabe($1) as valid', [clabe]);
      expect(rows[0]?.valid).toBe(isClabe(clabe));
    },
  );

  it('refuses a CLABE with a wrong check digit, length or characters', async () => {
    for (const clabe of ['012180004643051248', '01218000464305124', '0121800046430512490', '01218000464305124X']) {
      await expect(aCostCentre(portal, { client, clabe })).rejects.toThrow('cost_centres_clabe_check');
    }
    expect(await aCostCentre(portal, { client, clabe: CLABE })).toBe(CLABE);
  });

  it('allows each CLABE once, one entry per payer and one main entry per client', async () => {
    await expect(aCostCentre(portal, { client: other, clabe: CLABE })).rejects.toThrow('cost_centres_clabe_key');
    await expect(aCostCentre(portal, { client, rfcPayer: client.rfc })).rejects.toThrow('rfc_payer');
    await expect(aCostCentre(portal, { client, isMain: true })).rejects.toThrow('cost_centres_one_main');
    await aCostCentre(portal, {
      client: other,
      rfcPayer: client.rfc,
      clabe: clabeOf('90218099999999999'),
      isMain: true,
    });
  });
});
