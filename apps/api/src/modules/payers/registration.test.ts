import { routes } from '@anticipa/contract/routes';
import { retrySystem } from '@anticipa/contract/systems';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PortalWithBank, startPortalWithBank } from '../../../testing/bank.ts';
import { aCompany, firstReceiver } from '../../../testing/builders.ts';
import { activatePayers } from '../../../testing/payers.ts';
import { registerAccounts } from './registration.ts';

let world: PortalWithBank;
beforeAll(async () => {
  world = await startPortalWithBank();
  await activatePayers(world.portal, world.seller.client, 'ANTICIPA');
});
afterAll(() => world.close());

const registrations = async () => {
  const { rows } = await world.portal.db.owner.query(
    'select rfc_payer, registration, registration_failure from cost_centres order by rfc_payer',
  );
  return rows.map((row) => [row.rfc_payer, row.registration, row.registration_failure]);
};

it('[SIS-04] the CLABE of a payer is registered at the bank, again after no answer, and refusals are alerts', async () => {
  const rfcs = ['CNU010101AB9', 'PEGJ800101AB9', 'CNU011301AB9'];
  for (const rfc of rfcs) {
    await aCompany(world.portal, {
      client: world.seller.client,
      receiver: { ...firstReceiver(), rfc, name: 'COMERCIAL NUEVA' },
    });
    await world.seller.session.call(routes.createCostCentre, { body: { rfcPayer: rfc } });
  }
  world.bank.script('accepted-then-lost', '/speiws/rest/cuentaModule', 3);
  await registerAccounts(world.deps());
  expect((await registrations()).map(([, state]) => state)).toEqual(['pending', 'pending', 'pending']);
  await registerAccounts(world.deps());
  expect(await registrations()).toEqual(rfcs.toSorted().map((rfc) => [rfc, 'registered', null]));
  const { rows } = await world.portal.db.owner.query('select clabe, rfc_payer from cost_centres');
  const registered = [...world.bank.records.accounts].map(([clabe, { rfcCurp }]) => [clabe, rfcCurp]);
  expect(Object.fromEntries(registered)).toEqual(
    Object.fromEntries(rows.map(({ clabe, rfc_payer }) => [clabe, rfc_payer])),
  );
  await world.portal.db.owner.query(`update cost_centres set registration = 'pending', clabe = '012180004643051249'
    where rfc_payer = 'CNU010101AB9'`);
  await registerAccounts(world.deps());
  expect((await registrations())[0]).toEqual(['CNU010101AB9', 'refused', '1: El campo cuenta es invalido']);
  const alerts = await world.portal.db.owner.query(`select reason from alerts where subject like 'cost-centre:%'`);
  expect(alerts.rows).toEqual([{ reason: 'clabe-refused' }]);
  await world.seller.operator.call(retrySystem, { params: { system: 'payouts' } });
  expect((await registrations())[0]).toEqual(['CNU010101AB9', 'pending', '1: El campo cuenta es invalido']);
});

it('the CLABE of another company is left alone', async () => {
  await world.portal.db.owner.query(`update cost_centres set registration = 'pending', stp_company = 'OTHER'`);
  const before = world.bank.calls('/cuentaModule');
  await registerAccounts(world.deps());
  expect((await registrations()).map(([, state]) => state)).toEqual(['pending', 'pending', 'pending']);
  expect(world.bank.calls('/cuentaModule')).toBe(before);
});
