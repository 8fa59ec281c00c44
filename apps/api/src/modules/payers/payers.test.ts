import { routes } from '@anticipa/contract/routes';
import { clabeOf, isClabe } from '@anticipa/domain/clabe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, aUser, type TestClient } from '../../lib/testing/builders.ts';
import { aCostCentre } from '../../lib/testing/payers.ts';
import { type Portal, startPortal } from '../../lib/testing/portal.ts';
import type { Session } from '../../lib/testing/session.ts';

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
  it('are empty without a payment-order company', async () => {
    expect(await list(client.rfc)).toEqual({ stpCompany: null, data: [] });
  });

  it('have their CLABE, main entry first, then by name, never those of another client', async () => {
    await portal.db.owner.query(`update clients set stp_company = 'PRUEBA' where client_id = $1`, [client.clientId]);
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

  it('are not found by another client’s RFC', async () => {
    expect(await session.refusal(routes.listPayers, { params: { rfc: other.rfc } })).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
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
