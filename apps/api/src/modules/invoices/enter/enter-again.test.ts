import { deleteInvoice, listInvoices, restoreInvoice } from '@anticipa/contract/invoices';
import { dateOf } from '@anticipa/domain/calendar';
import type { RejectionMotive } from '@anticipa/domain/motives';
import type { TaxStatusBehaviour } from '@anticipa/sandbox/tax-status-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCompany, anInvoiceFile, aUser, type TestClient } from '../../../../testing/builders.ts';
import { runCron } from '../../../../testing/jobs.ts';
import type { Portal } from '../../../../testing/portal.ts';
import { startPortalWithClient } from '../../../../testing/portal-with-client.ts';
import type { Session } from '../../../../testing/session.ts';
import { enteredBy, historyOf, isClaimed, stampedAgain, uploadBy } from '../../../../testing/uploads.ts';
import { workIn } from '../../../../testing/work.ts';
import { applyTransition } from '../transition.ts';

let portal: Portal;
let client: TestClient;
let session: Session;

beforeAll(async () => {
  ({ portal, client, session } = await startPortalWithClient());
  await aCompany(portal);
});
afterAll(() => portal.close());

const reject = async (
  documentId: string,
  { transition, motive }: { transition: 'deleteByUser' | 'failCheck'; motive: RejectionMotive },
): Promise<void> => {
  const { clientId } = client;
  await portal.db.api.withTransaction({ as: 'tenant', clientId }, (executor) =>
    applyTransition(workIn(executor, portal.clock, clientId), transition, [documentId], { motive }),
  );
};

describe('uploading an invoice again', () => {
  const deleteByUser = (documentId: string): Promise<void> =>
    reject(documentId, { transition: 'deleteByUser', motive: 'DELETED_BY_USER' });

  it('restores the same document after deletion by a user, and repeats its checks', async () => {
    const file = await anInvoiceFile(portal, client);
    const { documentId } = await enteredBy(session, file);
    await deleteByUser(documentId);
    portal.clock.pass(60_000);
    const { outcome, invoice } = await uploadBy(session, file);
    expect([outcome, invoice?.documentId, invoice?.status, invoice?.motive]).toEqual(['invoice', documentId, 20, null]);
    const checked = 'select checked_at from invoices where document_id = $1';
    expect((await portal.db.owner.query(checked, [documentId])).rows).toEqual([{ checked_at: portal.clock.now() }]);
    expect(await historyOf(portal, documentId)).toEqual([
      'upload 20',
      'deleteByUser 0 DELETED_BY_USER',
      'restoreByUser 10',
      'approveReceiver 20',
    ]);
    expect(await isClaimed(portal, documentId)).toBe(true);
  });

  it('rejects it for a new reason', async () => {
    const file = await anInvoiceFile(portal, client);
    const { documentId } = await enteredBy(session, file);
    await deleteByUser(documentId);
    portal.taxStatus.script(file.spec.uuid, 'cancelled');
    const { outcome, invoice } = await uploadBy(session, file);
    expect([outcome, invoice?.documentId]).toEqual(['invoice', documentId]);
    expect(invoice).toMatchObject({ status: 0, motive: { code: 'CANCELLED_AT_TAX_AUTHORITY', user: false } });
    expect(await historyOf(portal, documentId)).toEqual([
      'upload 20',
      'deleteByUser 0 DELETED_BY_USER',
      'restoreByUser 10',
      'failCheck 0 CANCELLED_AT_TAX_AUTHORITY',
    ]);
    expect(await isClaimed(portal, documentId)).toBe(false);
  });

  it.each<[TaxStatusBehaviour, string]>([
    ['cancelling', 'CANCELLATION_IN_PROGRESS'],
    ['not-found', 'UNKNOWN_AT_TAX_AUTHORITY'],
  ])(
    'takes it once the tax authority no longer answers "%s"; until then it stays as it is',
    async (behaviour, motive) => {
      const file = await anInvoiceFile(portal, client);
      portal.taxStatus.script(file.spec.uuid, behaviour);
      const rejected = await enteredBy(session, file);
      expect(rejected.motive?.code).toBe(motive);
      const still = await uploadBy(session, file);
      expect([still.outcome, still.invoice]).toEqual(['existing', rejected]);
      portal.taxStatus.script(file.spec.uuid, 'error-500');
      const unanswered = await uploadBy(session, file);
      expect([unanswered.outcome, unanswered.invoice]).toEqual(['existing', rejected]);
      await deleteByUser(rejected.documentId);
      const deleted = await uploadBy(session, file);
      expect([deleted.outcome, deleted.invoice?.motive]).toEqual(['invoice', rejected.motive]);
      portal.taxStatus.script(file.spec.uuid, 'valid');
      const taken = await uploadBy(session, file);
      expect([taken.outcome, taken.invoice?.documentId, taken.invoice?.status]).toEqual([
        'invoice',
        rejected.documentId,
        20,
      ]);
    },
  );

  it.each(['LENDER_DOCUMENTS', 'PAYER_PAID'] as const)(
    'does not override the decision of the lender or the payer: %s',
    async (motive) => {
      const file = await anInvoiceFile(portal, client);
      const { documentId } = await enteredBy(session, file);
      await reject(documentId, { transition: 'failCheck', motive });
      const { outcome, invoice } = await uploadBy(session, file);
      expect([outcome, invoice?.motive?.code]).toEqual(['existing', motive]);
    },
  );

  it('treats a copy with a forged UUID as the existing invoice', async () => {
    const file = await anInvoiceFile(portal, client);
    const { documentId } = await enteredBy(session, file);
    const forged = await stampedAgain(portal, file, client);
    const { outcome, invoice } = await uploadBy(session, forged);
    expect([outcome, invoice?.documentId]).toEqual(['existing', documentId]);
    await deleteByUser(documentId);
    expect((await uploadBy(session, forged)).outcome).toBe('existing');
  });
});

describe('[VTA-16] an invoice of the client', () => {
  const remove = (documentId: string, key?: string) =>
    session.send(deleteInvoice, { body: { documentId }, ...(key === undefined ? {} : { key }) });
  const restore = (documentId: string) => session.send(restoreInvoice, { body: { documentId } });
  const entered = async () => (await enteredBy(session, await anInvoiceFile(portal, client))).documentId;
  const listed = async (documentId: string) =>
    (await session.call(listInvoices)).data.find((invoice) => invoice.documentId === documentId);

  it('leaves the lists when deleted, comes back as REGISTRADO, and is authorised by the next check', async () => {
    const documentId = await entered();
    expect((await remove(documentId, 'delete-once-1')).body).toEqual({ deleted: true });
    expect((await remove(documentId, 'delete-once-1')).body).toEqual({ deleted: true });
    expect((await remove(documentId)).body).toEqual({ deleted: true });
    expect(await listed(documentId)).toBeUndefined();
    expect(await isClaimed(portal, documentId)).toBe(false);
    expect((await restore(documentId)).body).toMatchObject({ restored: true, invoice: { documentId, status: 10 } });
    expect(await listed(documentId)).toMatchObject({ status: 10, motive: null, rejectedDate: null });
    expect(await isClaimed(portal, documentId)).toBe(true);
    expect(await historyOf(portal, documentId)).toEqual([
      'upload 20',
      'deleteByUser 0 DELETED_BY_USER',
      'restoreByUser 10',
    ]);
    portal.clock.pass(5 * 60_000);
    expect(await runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, 'recheck-pending-invoices')).toEqual([]);
    expect(await listed(documentId)).toMatchObject({ status: 20, verification: 'verified' });
    const { rows } = await portal.db.owner.query(
      'select actor_kind, action from audit where subject = $1 order by audit_id',
      [`invoice:${documentId}`],
    );
    expect(rows).toEqual([
      { actor_kind: 'user', action: 'invoice.delete' },
      { actor_kind: 'user', action: 'invoice.restore' },
    ]);
  });

  it('an invoice that was rejected is rejected again when restored or uploaded, for the same reason and since the same day', async () => {
    const file = await anInvoiceFile(portal, client);
    const { documentId } = await enteredBy(session, file);
    await reject(documentId, { transition: 'failCheck', motive: 'LENDER_DOCUMENTS' });
    const rejected = await listed(documentId);
    portal.clock.pass(2 * 24 * 3_600_000);
    session = await portal.signIn((await aUser(portal, { client })).email);
    const again = [() => restore(documentId), () => uploadBy(session, file), () => restore(documentId)];
    for (const comeBack of again) {
      expect((await remove(documentId)).status).toBe(200);
      await comeBack();
      expect(await listed(documentId)).toEqual(rejected);
    }
    expect((await restore(documentId)).code).toBe('INVOICE_NOT_RESTORABLE');
  });

  it('an invoice that the tax authority rejected keeps the day of its rejection when uploaded again', async () => {
    const file = await anInvoiceFile(portal, client);
    portal.taxStatus.script(file.spec.uuid, 'cancelled');
    const { documentId } = await enteredBy(session, file);
    const rejected = await listed(documentId);
    portal.clock.pass(2 * 24 * 3_600_000);
    session = await portal.signIn((await aUser(portal, { client })).email);
    expect((await remove(documentId)).status).toBe(200);
    await uploadBy(session, file);
    expect(await listed(documentId)).toEqual(rejected);
  });
});

describe('[CAR-10] an invoice of tomorrow', () => {
  // 23:40 in Mexico City.
  const late = new Date('2026-03-11T05:40:00Z');
  const tomorrow = dateOf('2026-03-11');

  beforeAll(async () => {
    portal.clock.set(late);
    session = await portal.signIn((await aUser(portal, { client })).email);
  });

  it('is accepted in the first hour of its day where the issuer is', async () => {
    const spec = { emittedOn: tomorrow, emittedTime: '00:30:00' };
    expect(await enteredBy(session, await anInvoiceFile(portal, client, spec))).toMatchObject({
      status: 20,
      motive: null,
    });
  });

  it('is rejected until its day, and comes back by itself', async () => {
    const spec = { emittedOn: tomorrow, emittedTime: '13:30:00' };
    const { documentId, motive } = await enteredBy(session, await anInvoiceFile(portal, client, spec));
    expect(motive?.code).toBe('EMITTED_IN_FUTURE');
    const settle = () => runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, 'settle-related-invoices');
    await settle();
    portal.clock.pass(30 * 60_000);
    expect(await settle()).toEqual([]);
    expect(await historyOf(portal, documentId)).toEqual(['upload 0 EMITTED_IN_FUTURE', 'restoreByUser 10']);
    expect(await isClaimed(portal, documentId)).toBe(true);
  });
});
