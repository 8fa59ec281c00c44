import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aClient, aCompany, anOperator, type TestClient } from '../../../testing/builders.ts';
import { untilRowIsAwaited } from '../../../testing/locks.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let operator: Session;
let client: TestClient;
let companyId: string;

beforeAll(async () => {
  portal = await startPortal();
  operator = await portal.signIn((await anOperator(portal)).email);
  client = await aClient(portal);
  companyId = await aCompany(portal, { client });
});
afterAll(() => portal.close());

it.each(['all clients', 'one client'])(
  '[OPE-05] [OPE-06] a first limit of %s that another one precedes by a moment waits for a second person if it is higher',
  async (whose) => {
    const clientId = whose === 'one client' ? client.clientId : null;
    const { owner } = portal.db;
    await owner.query('begin');
    await owner.query(
      clientId === null
        ? `insert into receiver_exposures (company_id, currency, limit_amount) values ($1, 'MXN', 0)`
        : `insert into pair_exposures (client_id, company_id, currency, limit_amount) values ('${clientId}', $1, 'MXN', 0)`,
      [companyId],
    );
    const body = { currency: 'MXN', clientId, limit: '1000.00', reason: 'Comité del lunes' } as const;
    const limiting = operator.call(routes.setReceiverLimit, { params: { companyId }, body });
    await untilRowIsAwaited(owner);
    await owner.query('commit');
    const { data, proposal } = await limiting;
    const pair = data.pairs.find((one) => one.clientId === clientId);
    expect((pair ?? data).exposures).toMatchObject([{ limit: '0.00' }]);
    expect(proposal?.change).toMatchObject({ now: { limit: '0.00' }, proposed: { limit: '1000.00' } });
  },
);

it('[OPE-08] a programme that is recorded twice is one change in the log', async () => {
  const body = { clientId: client.clientId, fbProgramme: true, reason: 'Convenio firmado' };
  for (const _ of [1, 2]) await operator.call(routes.setProgramme, { params: { companyId }, body });
  const { rows } = await portal.db.owner.query(`select details from audit where action = 'receiver.programme'`);
  expect(rows.map(({ details }) => [details.before, details.after])).toEqual([[false, true]]);
});
