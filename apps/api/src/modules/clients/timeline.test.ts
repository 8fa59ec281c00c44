import { TIMELINE_PAGE, type TimelineEvent, type TimelinePosition } from '@anticipa/contract/client-timeline';
import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { requestSale } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let seller: Seller;
let support: Session;

beforeAll(async () => {
  portal = await startPortal();
  seller = await aSeller(portal);
  support = await portal.signIn((await anOperator(portal, { roles: ['soporte'] })).email);
});
afterAll(() => portal.close());

const page = ({ entry, message }: TimelinePosition = {}, clientId = seller.client.clientId) =>
  support.call(routes.listTimeline, {
    params: { clientId },
    query: { ...(entry && { entry }), ...(message && { message }) },
  });
const nameOf = (event: TimelineEvent): string =>
  event.kind === 'entry' ? event.entry.action : `mail ${event.message.kind}`;
const idOf = (event: TimelineEvent): string => (event.kind === 'entry' ? event.entry.id : event.message.id);
const timeOf = (event: TimelineEvent): string => (event.kind === 'entry' ? event.entry.at : event.message.createdAt);

it('[OPE-04] shows changes, sales and messages of one client, the newest on top, without reads and sign-ins', async () => {
  const other = await aSeller(portal);
  await requestSale(other.session, await other.invoices());
  const [sale] = await requestSale(seller.session, await seller.invoices());
  const { clientId } = seller.client;
  await support.call(routes.getLenderClient, { params: { clientId } });
  portal.clock.pass(60_000);
  const body = { product: 'FB', authorised: true, active: false, reason: 'su programa terminó' } as const;
  await support.call(routes.setClientProduct, { params: { clientId }, body });
  await portal.db.owner.query(
    `insert into audit (client_id, actor_kind, action, subject, details, recorded_at)
     select $1, 'user', 'file.upload', 'file:' || outcome, jsonb_build_object('outcome', outcome), $2
     from unnest(array['refused', 'invoice']) as outcome`,
    [clientId, new Date(portal.clock.now().getTime() - 1)],
  );
  const { data, next } = await page();
  expect(next).toBeNull();
  expect(data.filter((event) => nameOf(event) === 'file.upload')).toMatchObject([
    { entry: { subject: 'file:refused' } },
  ]);
  expect(data.find((event) => nameOf(event) !== 'file.upload')).toMatchObject({
    entry: { action: 'client.product', actor: { kind: 'operator' }, reason: 'su programa terminó' },
  });
  const names = data.map(nameOf);
  expect(names).toContain('sale.request');
  expect(names).not.toContain('client.read');
  expect(names).not.toContain('session.started');
  expect(data.filter((event) => event.kind === 'entry').map(({ entry }) => entry.subject)).toContain(
    `V-${sale?.numberOfSale}`,
  );
  expect(names.filter((name) => name === 'sale.request')).toHaveLength(1);
  expect(
    await support.refusal(routes.listTimeline, { params: { clientId: sale?.saleId ?? '' }, query: {} }),
  ).toMatchObject({ code: 'NOT_FOUND' });
});

it('[OPE-04] the timeline is read in pages that neither repeat nor skip an entry or a message', async () => {
  const quiet = await aSeller(portal);
  const { clientId } = quiet.client;
  for (let count = 0; count < TIMELINE_PAGE; count += 1) {
    if (count % 7 === 0) portal.clock.pass(60_000);
    await portal.db.owner.query(
      `insert into outbox (client_id, outbox_id, kind, payload, message_id, created_at, delivered_at)
       values ($1, gen_random_uuid(), 'desync', '{}', gen_random_uuid(), $2, $2)`,
      [clientId, portal.clock.now()],
    );
    await portal.db.owner.query(
      `insert into audit (client_id, actor_kind, action, subject, recorded_at) values ($1, 'worker', 'sync.broken', 'client:x', $2)`,
      [clientId, portal.clock.now()],
    );
  }
  support = await portal.signIn((await anOperator(portal, { roles: ['soporte'] })).email);
  const seen: TimelineEvent[] = [];
  let position: TimelinePosition | null = {};
  while (position) {
    const { data, next }: Awaited<ReturnType<typeof page>> = await page(position, clientId);
    seen.push(...data);
    position = next;
  }
  const { rows } = await portal.db.owner.query<{ count: number }>(
    `select (select count(*) from outbox where client_id = $1)::integer
       + (select count(*) from audit where client_id = $1 and action = 'sync.broken')::integer as count`,
    [clientId],
  );
  expect(rows[0]?.count).toBeGreaterThanOrEqual(2 * TIMELINE_PAGE);
  expect(new Set(seen.map(idOf)).size).toBe(seen.length);
  expect(seen.filter((event) => ['sync.broken', 'mail desync'].includes(nameOf(event)))).toHaveLength(
    2 * TIMELINE_PAGE,
  );
  expect(seen.map(timeOf)).toEqual(seen.map(timeOf).toSorted().toReversed());
});
