/** The fictional demo lender: users, clients, receivers and terms. */

import type { IsoDate } from '@anticipa/domain/calendar';
import { demoClients as parties } from '@anticipa/sandbox/demo-parties';
import { withOwnerClient } from '../platform/db/owner-client.ts';
import { type Executor, openDatabase } from '../platform/db/pool.ts';
import type { Clock } from '../platform/work/clock.ts';
import { demoClients, insertDemoClient, insertReceivers } from './clients.ts';
import { insertLender, insertOperator, publishRate } from './lender.ts';

/**
 * Seeds an empty database with the demo lender; otherwise only publishes the demo's exchange rate of the day, so that
 * sales in dollars stay possible. Never called in production.
 */
export const seedDemo = async ({
  ownerUrl,
  clock,
}: {
  readonly ownerUrl: string;
  readonly clock: Clock;
}): Promise<void> => {
  const db = openDatabase({ url: ownerUrl, login: 'api', connections: 1, onError: () => undefined });
  const now = clock.now();
  const today = clock.today();
  try {
    await db.withTransaction({ as: 'operator' }, async (executor) => {
      const known = await executor.selectFrom('clients').select('client_id').limit(1).execute();
      if (known.length === 0) await fill(executor, { now, today });
      await publishRate(executor, { on: today, at: now });
    });
  } finally {
    await db.close();
  }
};

/** One person of all three clients, who only reads the first one. */
const accountant = { email: 'contador@despacho.demo', names: ['Julián', 'Tapia', 'Ochoa'], isAdmin: false } as const;

const rightOf = { norte: 'consult', sur: 'accept', este: 'accept' } as const;

const fill = async (executor: Executor, { now, today }: { readonly now: Date; readonly today: IsoDate }) => {
  await insertLender(executor, { now, today });
  await insertOperator(executor, { email: 'operador@anticipa.demo', names: ['Mesa', 'de Operaciones'], now });
  await insertOperator(executor, { email: 'operador2@anticipa.demo', names: ['Segunda', 'Firma'], now });
  await insertReceivers(executor, now);
  for (const name of ['norte', 'sur', 'este'] as const) {
    const client = {
      ...demoClients[name],
      people: [...demoClients[name].people, { ...accountant, saleRight: rightOf[name] }],
    };
    await insertDemoClient(executor, { client, party: parties[name], now });
  }
};

/** Gives the demo's robot its switch, as the owner of the database: no other role may. */
export const addRobot = (ownerUrl: string): Promise<unknown> =>
  withOwnerClient(ownerUrl, (client) =>
    client.query('insert into demo_robot (answers) values (true) on conflict do nothing'),
  );
