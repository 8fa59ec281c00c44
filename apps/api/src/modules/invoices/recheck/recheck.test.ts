import { listInvoices } from '@anticipa/contract/invoices';
import { companyStatus } from '@anticipa/domain/receiver';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  aClient,
  aCompany,
  aLine,
  anUploadedInvoice,
  aUser,
  type TestClient,
  type TestUser,
} from '../../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../../testing/portal.ts';
import { checkOthersNever, laterBy, recheckDeps } from '../../../../testing/rechecks.ts';
import type { Session } from '../../../../testing/session.ts';
import { storedInvoice } from '../../../../testing/stored-invoice.ts';
import { actorFor } from '../../../../testing/work.ts';
import { taxStatusOver } from '../../../gateways/tax-status/http.ts';
import { runAs } from '../../../platform/work/transaction.ts';
import type { Deps } from '../../deps.ts';
import { invoiceFacts } from '../queries.ts';
import { invoiceJobs, recheckPending } from './jobs.ts';
import { checkAtSale } from './recheck.ts';

/** Longer than any answer on a busy machine. */
const PATIENT_MS = 60_000;

let portal: Portal;
let client: TestClient;
let user: TestUser;
let session: Session;
let deps: ReturnType<typeof recheckDeps>;

beforeAll(async () => {
  portal = await startPortal();
});
beforeEach(async () => {
  await aCompany(portal);
  client = await aClient(portal);
  user = await aUser(portal, { client });
  await aLine(portal, { client });
  session = await portal.signIn(user.email);
  deps = recheckDeps(portal);
  await checkOthersNever(portal);
});
afterAll(() => portal.close());

/** An invoice stamped so recently that the tax authority did not know it at entry. */
const pendingInvoice = async () => {
  const uuid = crypto.randomUUID().toUpperCase();
  portal.taxStatus.script(uuid, 'not-found');
  const spec = { uuid, emittedOn: portal.clock.today(), emittedTime: '08:00:00' };
  return anUploadedInvoice(portal, { session, client, spec });
};

describe('an unconfirmed invoice', () => {
  it('is confirmed by the job once the tax authority answers, and authorised if its receiver is approved', async () => {
    const { documentId, uuid } = await pendingInvoice();
    await recheckPending(deps);
    expect(await storedInvoice(portal, documentId)).toMatchObject({ status: 10, verification: 'pending' });
    portal.taxStatus.script(uuid, 'valid');
    await recheckPending(deps);
    expect(await storedInvoice(portal, documentId)).toMatchObject({
      status: 20,
      verification: 'verified',
      events: ['upload 10', 'approveReceiver 20'],
    });
    const { data } = await session.call(listInvoices, {});
    expect(data).toMatchObject([{ documentId, status: 20, verification: 'verified' }]);
  });

  it('stays registered when confirmed while its receiver is pending', async () => {
    const { documentId, uuid } = await pendingInvoice();
    await aCompany(portal, { status: companyStatus.PENDING });
    portal.taxStatus.script(uuid, 'valid');
    await recheckPending(deps);
    expect(await storedInvoice(portal, documentId)).toMatchObject({
      status: 10,
      verification: 'verified',
      events: ['upload 10'],
    });
  });

  it('is rejected if cancelled, and may then be live elsewhere', async () => {
    const { documentId, uuid } = await pendingInvoice();
    portal.taxStatus.script(uuid, 'cancelled');
    await recheckPending(deps);
    expect(await storedInvoice(portal, documentId)).toMatchObject({
      status: 0,
      motive: 'CANCELLED_AT_TAX_AUTHORITY',
      events: ['upload 10', 'failCheck 0'],
      audits: 1,
      claims: 0,
    });
  });

  it('may be unknown for a day and is rejected afterwards', async () => {
    const { documentId } = await pendingInvoice();
    await recheckPending(deps);
    expect(await storedInvoice(portal, documentId)).toMatchObject({ status: 10, verification: 'pending' });
    await laterBy(portal, 24, () => recheckPending(deps));
    expect(await storedInvoice(portal, documentId)).toMatchObject({ status: 0, motive: 'UNKNOWN_AT_TAX_AUTHORITY' });
  });

  it('may not be unknown if its stamp is unverified', async () => {
    const { documentId } = await pendingInvoice();
    const text = 'update invoices set is_stamp_verified = false where document_id = $1';
    await portal.db.owner.query(text, [documentId]);
    await recheckPending(deps);
    expect(await storedInvoice(portal, documentId)).toMatchObject({ status: 0, motive: 'UNKNOWN_AT_TAX_AUTHORITY' });
  });

  it('is checked in turn; unanswered ones do not delay others', async () => {
    const { documentId, uuid } = await pendingInvoice();
    portal.taxStatus.script(uuid, 'error-500');
    portal.clock.pass(180_000);
    await recheckPending(deps);
    const { rows } = await portal.db.owner.query('select checked_at from invoices where document_id = $1', [
      documentId,
    ]);
    expect(rows[0]?.checked_at).toEqual(portal.clock.now());
  });
});

describe('at the moment of sale', () => {
  const check = async (
    documentIds: readonly string[],
    { as = client, answerMs = PATIENT_MS, saleMs = PATIENT_MS } = {},
  ) => {
    const address = async () => portal.taxStatus.url;
    const taxStatus = taxStatusOver({ address, deadlineMs: answerMs, saleDeadlineMs: saleMs });
    const atSale: Pick<Deps, 'db' | 'clock' | 'taxStatus'> = { db: portal.db.api, clock: portal.clock, taxStatus };
    const caller = { actor: actorFor(as, user), requestId: null, idempotency: null };
    const invoices = await runAs(atSale, caller, (work) => invoiceFacts(work, documentIds, 'read'));
    return checkAtSale(atSale, caller, invoices);
  };

  it('valid invoices have no objections, and foreign ids are ignored', async () => {
    const mine = await anUploadedInvoice(portal, { session, client });
    expect(await check([mine.documentId, crypto.randomUUID()])).toEqual(new Map());
    expect(await storedInvoice(portal, mine.documentId)).toMatchObject({ status: 20, verification: 'verified' });
  });

  it('an invoice cancelled since is rejected permanently', async () => {
    const sound = await anUploadedInvoice(portal, { session, client });
    const cancelled = await anUploadedInvoice(portal, { session, client });
    portal.taxStatus.script(cancelled.uuid, 'cancelled');
    expect(await check([sound.documentId, cancelled.documentId])).toEqual(
      new Map([[cancelled.documentId, 'CANCELLED_AT_TAX_AUTHORITY']]),
    );
    expect(await storedInvoice(portal, cancelled.documentId)).toMatchObject({
      status: 0,
      motive: 'CANCELLED_AT_TAX_AUTHORITY',
    });
  });

  it('an invoice rejected today is objected to while its reason holds', async () => {
    const uuid = crypto.randomUUID().toUpperCase();
    portal.taxStatus.script(uuid, 'cancelling');
    const invoice = await anUploadedInvoice(portal, { session, client, spec: { uuid } });
    expect((await check([invoice.documentId])).get(invoice.documentId)).toBe('CANCELLATION_IN_PROGRESS');
    portal.taxStatus.script(uuid, 'error-500');
    expect((await check([invoice.documentId])).get(invoice.documentId)).toBe('CANCELLATION_IN_PROGRESS');
    portal.taxStatus.script(uuid, 'valid');
    expect(await check([invoice.documentId])).toEqual(new Map());
  });

  it('an unknown invoice stamped long ago stays rejected although uploaded today', async () => {
    const uuid = crypto.randomUUID().toUpperCase();
    portal.taxStatus.script(uuid, 'not-found');
    const { documentId, motive } = await anUploadedInvoice(portal, { session, client, spec: { uuid } });
    expect(motive?.code).toBe('UNKNOWN_AT_TAX_AUTHORITY');
    expect((await check([documentId])).get(documentId)).toBe('UNKNOWN_AT_TAX_AUTHORITY');
  });

  it('a receiver disabled since and a seal live elsewhere are objections', async () => {
    const invoice = await anUploadedInvoice(portal, { session, client });
    await aCompany(portal, { status: companyStatus.DISABLED });
    expect((await check([invoice.documentId])).get(invoice.documentId)).toBe('RECEIVER_DISABLED');
    await aCompany(portal);
    const other = await aClient(portal);
    const theirs = await anUploadedInvoice(portal, {
      session: await portal.signIn((await aUser(portal, { client: other })).email),
      client: other,
      spec: { uuid: invoice.uuid },
    });
    expect(theirs.motive?.code).toBe('ALREADY_FINANCED');
    expect((await check([theirs.documentId], { as: other })).get(theirs.documentId)).toBe('ALREADY_FINANCED');
  });

  it.each([
    ['one answer', { answerMs: 100 }],
    ['all answers of a sale', { saleMs: 100 }],
  ])('if the tax authority misses the deadline of %s, the sale continues unconfirmed', async (_, deadline) => {
    const invoice = await anUploadedInvoice(portal, { session, client });
    portal.taxStatus.script(invoice.uuid, 'hang');
    expect(await check([invoice.documentId], deadline)).toEqual(new Map());
    expect(await storedInvoice(portal, invoice.documentId)).toMatchObject({ status: 20, verification: 'pending' });
    portal.taxStatus.script(invoice.uuid, 'valid');
    await recheckPending(deps);
    expect(await storedInvoice(portal, invoice.documentId)).toMatchObject({ status: 20, verification: 'verified' });
  });
});

describe('the schedule', () => {
  it('checks unconfirmed invoices every three minutes, related ones every five and financed ones every night', () => {
    expect(invoiceJobs(deps).map(({ name, cron }) => [name, cron])).toEqual([
      ['recheck-pending-invoices', '*/3 * * * *'],
      ['settle-related-invoices', '*/5 * * * *'],
      ['recheck-financed-invoices', '0 9 * * *'],
    ]);
  });
});
