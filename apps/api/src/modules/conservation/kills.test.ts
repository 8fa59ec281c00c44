/** Constancias requested by a worker that is killed at every step. */
import { rounds } from '@anticipa/sandbox/rounds';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lifeUntil } from '../../../testing/dying.ts';
import { logInto } from '../../../testing/log.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { requestSale } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import { ConservationUnavailable } from '../../gateways/conservation/port.ts';
import { openOutside } from '../../gateways/outside.ts';
import type { JobDeps } from '../deps.ts';
import { conservationJobs } from './jobs.ts';

/** Longer than a dead worker's claim. */
const CLAIM_MS = 3 * 60_000;
/** More than a whole attempt has. */
const STEPS = 16;

let portal: Portal;
let seller: Seller;
let outside: Awaited<ReturnType<typeof openOutside>>;

beforeAll(async () => {
  portal = await startPortal();
  seller = await aSeller(portal);
  await portal.db.owner.query('update credit_lines set credit_limit = 90000000');
  outside = await openOutside(portal.config);
});
afterAll(() => portal.close());

/** One life of a worker, which is killed at a step; at step 0 never. */
async function attempt(at: number, failure?: Error): Promise<void> {
  const { around, over } = lifeUntil(at);
  const { conserve, find, verify } = outside.conservation ?? {};
  if (!conserve || !find || !verify) throw new Error('no provider of constancias is configured');
  const deps: JobDeps = {
    ...outside,
    config: portal.config,
    clock: portal.clock,
    log: logInto([]),
    db: over(portal.db.worker),
    conservation: { conserve: failure ? () => Promise.reject(failure) : around(conserve), find: around(find), verify },
  };
  const job = conservationJobs(deps).find(({ name }) => name === 'conserve-contracts');
  await job?.run({});
}

const waiting = async (): Promise<number> => {
  const { rows } = await portal.db.owner.query(
    'select count(*)::integer as count from constancias where issued_at is null',
  );
  return rows[0].count;
};

it('[SIS-02] [SIS-07] a worker that is killed at any step has each contract certified once', async () => {
  const wanted = rounds(22, 200);
  let at = 1;
  for (let kills = 0; kills < wanted; ) {
    await requestSale(await portal.signIn(seller.user.email), await seller.invoices());
    expect(await waiting()).toBe(1);
    for (; (await waiting()) > 0; at = (at % STEPS) + 1) {
      await attempt(at).catch(() => undefined);
      kills += 1;
      portal.clock.pass(CLAIM_MS);
    }
    await attempt(0);
    const { rows } = await portal.db.owner.query<{ hash: string }>('select terms_hash as hash from constancias');
    expect([kills, [...portal.mifiel.certified()].toSorted()]).toEqual([
      kills,
      rows.map(({ hash }) => hash).toSorted(),
    ]);
  }
});

it('a contract whose certificate cannot be had is tried again after six hours at the latest', async () => {
  await requestSale(await portal.signIn(seller.user.email), await seller.invoices());
  await portal.db.owner.query('update constancias set attempts = 20 where issued_at is null');
  await attempt(0, new ConservationUnavailable('no answer'));
  const { rows } = await portal.db.owner.query('select due_at from constancias where issued_at is null');
  expect(rows).toEqual([{ due_at: new Date(portal.clock.now().getTime() + 6 * 3_600_000) }]);
});
