/** Stamping through Facturama's stand-in by a worker that is killed at every step. */
import { routes } from '@anticipa/contract/routes';
import { dateOf } from '@anticipa/domain/calendar';
import { monthOf } from '@anticipa/domain/month';
import { type FacturamaServer, startFacturamaServer } from '@anticipa/sandbox/facturama-server';
import { rounds } from '@anticipa/sandbox/rounds';
import { makeTestPki, type TestPki } from '@anticipa/sandbox/test-pki';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { lifeUntil } from '../../../testing/dying.ts';
import { aSellerOfJanuary, overnight, publishTodaysRate, SOLD_AT } from '../../../testing/interest.ts';
import { facturamaPort } from '../../../testing/invoicing-providers.ts';
import { logInto } from '../../../testing/log.ts';
import { type Portal, patientTaxStatus, startPortal } from '../../../testing/portal.ts';
import { aPayment, collect } from '../../../testing/sale-steps.ts';
import { openOutside } from '../../gateways/outside.ts';
import { WORKER } from '../../platform/work/transaction.ts';
import type { JobDeps } from '../deps.ts';
import { cancelInvoice } from './cancel.ts';
import { type CutDeps, cutMonth } from './commands.ts';
import { complementPayments } from './complements.ts';

const JANUARY = monthOf(dateOf('2026-01-31'));
/** Rounds of a step number, so that lives end at each. */
const STEPS = 40;

let portal: Portal;
let testPki: TestPki;
let provider: FacturamaServer;
let storage: JobDeps['storage'];

beforeAll(async () => {
  testPki = await makeTestPki();
  provider = await startFacturamaServer(testPki.pki, { now: () => portal.clock.now() });
  const { url, user, password } = provider;
  portal = await startPortal({ now: SOLD_AT, facturama: { url, user, password } });
  ({ storage } = await openOutside(portal.config));
});
afterAll(async () => {
  await portal.close();
  await provider.close();
  await testPki.remove();
});

/** A worker that is killed at a step; at step 0 never. */
function dyingAt(at: number, db = portal.db.worker): CutDeps {
  const { around, over } = lifeUntil(at);
  const { clock } = portal;
  const invoicing = facturamaPort(provider);
  return {
    clock,
    log: logInto([]),
    db: over(db),
    storage: { ...storage, put: around(storage.put) },
    invoicing: {
      issue: around(invoicing.issue),
      issuePayment: around(invoicing.issuePayment),
      cancel: around(invoicing.cancel),
    },
  };
}

/** An operator's call that is killed like a job. */
const cancelling = async (deps: CutDeps, invoiceId: string): Promise<void> => {
  const { operatorId, email } = await anOperator(portal);
  const actor = { kind: 'operator', sessionId: operatorId, operatorId, email, roles: new Set<never>() } as const;
  const caller = { actor, requestId: 'test', address: '127.0.0.1', userAgent: 'test', idempotency: null };
  await cancelInvoice({ ...deps, taxStatus: patientTaxStatus(portal.taxStatus) }, caller, invoiceId, '01');
};
const collectedInvoice = async (clientId: string): Promise<string> => {
  const { rows } = await portal.db.owner.query<{ invoice_id: string }>(
    'select distinct invoice_id from complement_instalments where client_id = $1',
    [clientId],
  );
  return rows[0]?.invoice_id ?? '';
};

/** The time in which an interrupted call may still be carried out. */
const passTime = async () => {
  for (const table of ['interest_invoices', 'payment_complements'])
    await portal.db.owner.query(`update ${table} set sent_at = sent_at - interval '3 minutes'`);
};

/** Rows of a client, with the number of stamps and bookings of each. */
const stamped = async (table: 'interest_invoices' | 'payment_complements', clientId: string) => {
  const { rows } = await portal.db.owner.query<{ folio: string; uuid: string | null; state: string }>(
    `select serie || '-' || folio as folio, uuid, state from ${table} where client_id = $1 order by 1`,
    [clientId],
  );
  return rows.map(({ folio, uuid, state }) => ({
    state,
    atProvider: provider
      .issued()
      .filter((one) => one.folio === folio)
      .map((one) => one.uuid === uuid),
  }));
};
const booked = async (clientId: string) => {
  const { rows } = await portal.db.owner.query(
    `select count(*)::integer as entries, count(distinct invoice_id)::integer as invoices from ledger_entries
     where client_id = $1 and event = 'interest-invoice'`,
    [clientId],
  );
  return rows[0];
};
const once = { state: 'issued', atProvider: [true] };

it('[SIS-02] [SIS-05] [LIB-82] a worker that is killed at any step stamps every interest invoice, substitute and complement once', async () => {
  const wanted = rounds(16, 200);
  let at = 1;
  for (let kills = 0; kills < wanted; ) {
    const { client, user } = await aSellerOfJanuary(portal);
    portal.clock.set(new Date('2026-02-05T17:00:00Z'));
    await publishTodaysRate(portal);
    const kill = async (
      isDone: () => Promise<boolean>,
      job: (deps: CutDeps) => Promise<unknown>,
      db = portal.db.worker,
    ) => {
      // Later and later, until a life is long enough for what is left.
      for (; !(await isDone()); at = (at % STEPS) + 1) {
        await job(dyingAt(at, db)).catch(() => undefined);
        kills += 1;
        await passTime();
      }
    };
    const isCut = async () => (await stamped('interest_invoices', client.clientId)).filter(isIssued).length === 2;
    await kill(isCut, (deps) => cutMonth(deps, WORKER, client.clientId, JANUARY));
    await cutMonth(dyingAt(0), WORKER, client.clientId, JANUARY);
    expect([kills, await stamped('interest_invoices', client.clientId)]).toEqual([kills, [once, once]]);
    expect(await booked(client.clientId)).toEqual({ entries: 2, invoices: 2 });

    const session = await portal.signIn(user.email);
    const { data } = await session.call(routes.listInvoices, { query: { status: '30' } });
    const operator = await portal.signIn((await anOperator(portal)).email);
    for (const { documentId, currency } of data)
      if (currency === 'MXN')
        await collect(operator, aPayment({ documentIds: [documentId] }, { valueDate: '2026-02-05' }));
    const areComplemented = async () =>
      (await stamped('payment_complements', client.clientId)).filter(isIssued).length === 1;
    await overnight(portal);
    await kill(areComplemented, complementPayments);
    await complementPayments(dyingAt(0));
    // Two lines of one CFDI.
    expect([kills, await stamped('payment_complements', client.clientId)]).toEqual([kills, [once]]);

    const invoiceId = await collectedInvoice(client.clientId);
    const isSubstituted = async () =>
      (await stamped('interest_invoices', client.clientId)).filter(isIssued).length === 3;
    await kill(isSubstituted, (deps) => cancelling(deps, invoiceId), portal.db.api);
    const isPaidAgain = async () =>
      (await stamped('payment_complements', client.clientId)).filter(isIssued).length === 2;
    await kill(isPaidAgain, complementPayments);
    expect([kills, await stamped('interest_invoices', client.clientId)]).toEqual([kills, [once, once, once]]);
    expect([kills, await stamped('payment_complements', client.clientId)]).toEqual([kills, [once, once]]);
    expect(await booked(client.clientId)).toEqual({ entries: 3, invoices: 3 });
  }
});

const isIssued = ({ state }: { readonly state: string }): boolean => state === 'issued';
