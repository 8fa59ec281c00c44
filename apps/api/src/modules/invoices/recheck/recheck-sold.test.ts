import { closeAlert, listAlerts } from '@anticipa/contract/alerts';
import { routes } from '@anticipa/contract/routes';
import { startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  aClient,
  aCompany,
  aLine,
  anOperator,
  anUploadedInvoice,
  aUser,
  type TestClient,
  type TestUser,
} from '../../../../testing/builders.ts';
import { someInvoices } from '../../../../testing/invoice-rows.ts';
import { runJobs } from '../../../../testing/jobs.ts';
import { type Portal, startPortal } from '../../../../testing/portal.ts';
import { checkOthersNever, laterBy, recheckDeps } from '../../../../testing/rechecks.ts';
import { requestSale, sellAndDeposit } from '../../../../testing/sale-steps.ts';
import type { Session } from '../../../../testing/session.ts';
import { storedInvoice } from '../../../../testing/stored-invoice.ts';
import { recheckFinanced, recheckPending } from './jobs.ts';

let portal: Portal;
let client: TestClient;
let user: TestUser;
let session: Session;
let operator: Session;
let pauses = 0;
let deps: Parameters<typeof recheckFinanced>[0];

beforeAll(async () => {
  portal = await startPortal();
  operator = await portal.signIn((await anOperator(portal)).email);
});
beforeEach(async () => {
  client = await aClient(portal);
  await aCompany(portal, { client });
  user = await aUser(portal, { client });
  await aLine(portal, { client });
  session = await portal.signIn(user.email);
  deps = { ...recheckDeps(portal), pause: async () => void pauses++ };
  await checkOthersNever(portal);
});
afterAll(() => portal.close());

describe('a sold invoice', () => {
  it('cancelled at the tax authority afterwards is flagged once for each motive, never moved', async () => {
    const { documentId, uuid } = await anUploadedInvoice(portal, { session, client });
    await sellAndDeposit({ session, operator }, [documentId]);
    // The tax authority's answer as the client and the lender see it.
    const seen = async () => {
      const { data } = await session.call(routes.listInvoices, { query: { status: '30' } });
      const { rows } = await portal.db.owner.query<{ sale_id: string }>(
        'select sale_id from invoices where document_id = $1',
        [documentId],
      );
      const sheet = await operator.call(routes.getLenderSale, { params: { saleId: rows[0]?.sale_id ?? '' } });
      const [check] = sheet.evidence.flatMap(({ checks }) => checks).filter(({ rule }) => rule === 'tax-status');
      return [data.find((each) => each.documentId === documentId)?.verification, check];
    };
    portal.taxStatus.script(uuid, 'cancelling');
    await laterBy(portal, 24, () => recheckFinanced(deps));
    expect(await seen()).toMatchObject(['objected', { result: 'failed', objection: 'CANCELLATION_IN_PROGRESS' }]);
    portal.taxStatus.script(uuid, 'valid');
    await laterBy(portal, 48, () => recheckFinanced(deps));
    expect(await seen()).toMatchObject(['verified', { result: 'passed', objection: null }]);
    portal.taxStatus.script(uuid, 'cancelled');
    for (const hours of [72, 96]) await laterBy(portal, hours, () => recheckFinanced(deps));
    expect(await storedInvoice(portal, documentId)).toMatchObject({
      status: 30,
      verification: 'verified',
      motive: null,
      events: ['upload 20', 'hold 25', 'disburse 30', 'flagCancelled 30', 'flagCancelled 30'],
      audits: 2,
      claims: 1,
    });
  });

  it('cannot be disbursed during a cancellation, and can after the cancellation was refused', async () => {
    const { documentId, uuid } = await anUploadedInvoice(portal, { session, client });
    await requestSale(session, [documentId]);
    portal.taxStatus.script(uuid, 'cancelling');
    await laterBy(portal, 24, () => recheckFinanced(deps));
    expect(await storedInvoice(portal, documentId)).toMatchObject({ status: 25, verification: 'pending', audits: 1 });
    portal.taxStatus.script(uuid, 'valid');
    await recheckPending(deps);
    expect(await storedInvoice(portal, documentId)).toMatchObject({ status: 25, verification: 'verified' });
  });

  it('is checked once a night, page by page', async () => {
    for (let at = 0; at < 3; at += 1) {
      await sellAndDeposit({ session, operator }, [(await anUploadedInvoice(portal, { session, client })).documentId]);
    }
    const before = portal.taxStatus.calls();
    await laterBy(portal, 24, () => recheckFinanced(deps));
    await laterBy(portal, 36, () => recheckFinanced(deps));
    expect(portal.taxStatus.calls() - before).toBe(3);
    await laterBy(portal, 36.001, () => recheckFinanced(deps));
    expect(portal.taxStatus.calls() - before).toBe(6);
  });

  it('is retried later if the tax authority does not answer', async () => {
    const { documentId, uuid } = await anUploadedInvoice(portal, { session, client });
    await sellAndDeposit({ session, operator }, [documentId]);
    portal.taxStatus.script(uuid, 'error-500');
    await laterBy(portal, 24, () => expect(recheckFinanced(deps)).rejects.toThrow('does not answer'));
    expect(await storedInvoice(portal, documentId)).toMatchObject({ status: 30, verification: 'verified' });
  });
});

describe('an objection to a sold invoice', () => {
  const alertsOf = async (subject: string, state?: 'open' | 'closed') => {
    const { data } = await operator.call(listAlerts, { query: state ? { state } : {} });
    return data.filter((alert) => alert.subject === subject);
  };

  it('[SIS-03] alerts the lender and mails its seller and the administrators, once, and is in its history', async () => {
    const admin = await aUser(portal, { client, isAdmin: true });
    await aUser(portal, { client });
    const { documentId, uuid } = await anUploadedInvoice(portal, { session, client });
    await sellAndDeposit({ session, operator }, [documentId]);
    const mail = await startSmtpCatcher();
    onTestFinished(() => mail.close());
    await runJobs(portal, mail);
    const before = mail.mails().length;
    portal.taxStatus.script(uuid, { EstatusCancelacion: 'En proceso' });
    for (const hours of [24, 48]) await laterBy(portal, hours, () => recheckFinanced(deps));
    await runJobs(portal, mail);
    const sent = mail.mails().slice(0, mail.mails().length - before);
    expect(sent.map(({ to }) => to).sort()).toEqual([admin.email, user.email].sort());
    expect(sent[0]?.text).toContain('La factura tiene una cancelación en proceso');
    expect(sent[0]?.text).toContain(`/factura/${documentId}`);

    const [alert, ...others] = await alertsOf(`invoice:${documentId}`);
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      kind: 'tax-objection',
      clientId: client.clientId,
      entityName: client.entityName,
      reason: 'CANCELLATION_IN_PROGRESS',
      invoice: { folio: expect.any(String), saleId: expect.any(String) },
      details: { status: 'cancelacion-en-proceso', cancelable: 'with-acceptance', cancellation: 'in-process' },
      closedAt: null,
    });
    const { data } = await session.call(routes.getInvoice, { params: { id: documentId } });
    expect(data.steps.at(-1)).toMatchObject({
      step: 'flagCancelled',
      by: 'portal',
      motive: 'La factura tiene una cancelación en proceso',
    });
    const close = { params: { alertId: alert?.id ?? '' }, body: {} };
    const closed = await operator.call(closeAlert, close);
    portal.clock.pass(1000);
    expect(await operator.call(closeAlert, close)).toEqual(closed);
    expect(await alertsOf(`invoice:${documentId}`, 'open')).toEqual([]);
    expect(await alertsOf(`invoice:${documentId}`, 'closed')).toEqual([closed.data]);
  });

  it('[SIS-03] an issuer listed under article 69-B is reported at entry, at the sale and at night, once', async () => {
    const { documentId, uuid } = await anUploadedInvoice(portal, { session, client });
    await sellAndDeposit({ session, operator }, [documentId]);
    const subject = `taxpayer:${client.rfc}`;
    expect(await alertsOf(subject)).toEqual([]);
    portal.taxStatus.script(uuid, 'listed-issuer');
    await laterBy(portal, 24, () => recheckFinanced(deps));
    const reported = await alertsOf(subject);
    expect(reported).toMatchObject([{ kind: 'listed-taxpayer', reason: 'status-service', clientId: client.clientId }]);
    const listed = { uuid: `EF05EF05${crypto.randomUUID().slice(8)}`.toUpperCase() };
    await requestSale(session, [(await anUploadedInvoice(portal, { session, client, spec: listed })).documentId]);
    expect(await alertsOf(subject)).toEqual(reported);
    const other = await aClient(portal);
    const theirs = await portal.signIn((await aUser(portal, { client: other })).email);
    const spec = { uuid: `EF05EF05${crypto.randomUUID().slice(8)}`.toUpperCase() };
    await anUploadedInvoice(portal, { session: theirs, client: other, spec });
    expect(await alertsOf(`taxpayer:${other.rfc}`)).toHaveLength(1);
  });

  it('[SIS-03] invoices are asked about one after the other, and a job continues with the next page', async () => {
    const companyId = await aCompany(portal, { client });
    const documentIds = await someInvoices(portal, { client, user, companyId, count: 9, total: '100.00' });
    await requestSale(session, documentIds);
    const asked = portal.taxStatus.calls();
    pauses = 0;
    await laterBy(portal, 24, () => recheckFinanced(deps));
    expect([portal.taxStatus.calls() - asked, pauses]).toEqual([8, 8]);
    const { rows } = await portal.db.owner.query<{ payload: unknown }>(
      `select payload from graphile_worker._private_jobs where key = 'recheck-financed-invoices:next'`,
    );
    await laterBy(portal, 24, () => recheckFinanced(deps, rows[0]?.payload));
    expect([portal.taxStatus.calls() - asked, pauses]).toEqual([9, 9]);
  });
});
