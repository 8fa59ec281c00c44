import { stateOfQueue } from '@anticipa/contract/lender-inbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('the sizes of the queues are counted in the index alone', async () => {
  await db.upgrade('1022-inbox-by-state.sql');
  await db.owner.query('vacuum analyze sales');
  await db.owner.query('set enable_seqscan = off; set enable_bitmapscan = off');
  const states = Object.values(stateOfQueue).map((state) => `'${state}'`);
  const { rows } = await db.owner.query(
    `explain select state, count(*) from sales where state in (${states}) group by state`,
  );
  expect(JSON.stringify(rows)).toContain('Index Only Scan using sales_inbox on sales');
});
