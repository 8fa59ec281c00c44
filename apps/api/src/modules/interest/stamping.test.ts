/** Month cuts through Facturama's stand-in, interrupted in the middle. */
import type { InterestInvoice } from '@anticipa/contract/interest';
import { routes } from '@anticipa/contract/routes';
import { type FacturamaServer, startFacturamaServer } from '@anticipa/sandbox/facturama-server';
import { makeTestPki, type TestPki } from '@anticipa/sandbox/test-pki';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { anOperator } from '../../lib/testing/builders.ts';
import { aSellerOfJanuary, publishTodaysRate, SOLD_AT } from '../../lib/testing/interest.ts';
import { type Portal, startPortal } from '../../lib/testing/portal.ts';
import type { Session } from '../../lib/testing/session.ts';

let portal: Portal;
let testPki: TestPki;
let provider: FacturamaServer;
let operator: Session;
let clientId: string;

beforeAll(async () => {
  testPki = await makeTestPki();
  provider = await startFacturamaServer(testPki.pki);
  const { url, user, password } = provider;
  portal = await startPortal({ now: SOLD_AT, facturama: { url, user, password } });
});
beforeEach(async () => {
  const { client } = await aSellerOfJanuary(portal);
  ({ clientId } = client);
  portal.clock.set(new Date('2026-02-05T17:00:00Z'));
  await publishTodaysRate(portal);
  operator = await portal.signIn((await anOperator(portal)).email);
});
afterAll(async () => {
  await portal.close();
  await provider.close();
  await testPki.remove();
});

const body = () => ({ clientId, month: '2026-01' });
const cut = async (): Promise<readonly InterestInvoice[]> =>
  (await operator.call(routes.cutMonth, { body: body() })).data;
const refusedCut = async () => (await operator.refusal(routes.cutMonth, { body: body() })).code;
/** The time in which an interrupted call may still be carried out. */
const passTime = () => portal.db.owner.query(`update interest_invoices set sent_at = sent_at - interval '3 minutes'`);
const stampsOf = (invoices: readonly InterestInvoice[]) => {
  const folios = new Set(invoices.map(({ folio }) => folio));
  return provider.issued().filter(({ folio }) => folios.has(folio));
};

it.each(['accepted-then-lost', 'accepted-then-500', 'error-500', 'cut-off'] as const)(
  'an invoice whose stamp ended in "%s" waits until the call must be over, and is stamped once',
  async (fault) => {
    provider.script(fault, 'POST /api-lite');
    const sent = () => provider.calls('POST /api-lite');
    const before = sent();
    expect(await refusedCut()).toBe('SERVICE_UNAVAILABLE');
    // One of the two invoices is stamped, and nothing is sent for the other yet.
    expect(await refusedCut()).toBe('SERVICE_UNAVAILABLE');
    expect(sent() - before).toBe(2);
    await passTime();
    const made = await cut();
    expect(stampsOf(made).map(({ uuid }) => uuid)).toHaveLength(2);
    expect(new Set(stampsOf(made).map(({ uuid }) => uuid))).toEqual(new Set(made.map(({ uuid }) => uuid)));
  },
);

it('an invoice that the provider refuses raises an alert with its reason, and is sent again at once', async () => {
  provider.script('refused', 'POST /api-lite');
  expect(await refusedCut()).toBe('SERVICE_UNAVAILABLE');
  const { data } = await operator.call(routes.listAlerts, { query: { state: 'open' } });
  const made = await cut();
  const ids = made.map(({ id }) => `interest-invoice:${id}`);
  expect(data.filter(({ subject }) => ids.includes(subject))).toMatchObject([
    { kind: 'invoicing-refused', clientId, reason: 'La solicitud no es válida. · Folio: No es válido.' },
  ]);
  expect(stampsOf(made)).toHaveLength(2);
});
