/** A client with objects in every state, for the authorisation matrix and the fuzz tests. */
import { randomUUID } from 'node:crypto';
import { routes } from '@anticipa/contract/routes';
import { clabeOf } from '@anticipa/domain/clabe';
import { aBankFile } from './bank-files.ts';
import {
  aClient,
  aCompany,
  aLine,
  anOperator,
  anUploadedInvoice,
  aUser,
  firstReceiver,
  secondReceiver,
  type TestClient,
  type TestUser,
} from './builders.ts';
import { closedBooks } from './closed-books.ts';
import { signInFresh } from './fresh-factor.ts';
import { someInvoices } from './invoice-rows.ts';
import { runCron } from './jobs.ts';
import { aCheckedLoad } from './loads.ts';
import { aMessage } from './messages.ts';
import { aNotice } from './notices.ts';
import { aCostCentre, activatePayers } from './payers.ts';
import type { Portal } from './portal.ts';
import {
  aPayment,
  aPreparedSale,
  approveAsOther,
  authoriseSale,
  collect,
  DUE_DATE,
  holdSale,
  requestSale,
  sellAndDeposit,
} from './sale-steps.ts';
import { CIEC, type Session } from './session.ts';
import { anAnswer, aSurvey } from './surveys.ts';
import { aWebhook } from './webhooks.ts';

export interface TestObjects {
  readonly clientId: string;
  readonly rfc: string;
  readonly companyId: string;
  readonly creditLineId: string;
  readonly userId: string;
  readonly email: string;
  readonly adminEmail: string;
  readonly adminUserId: string;
  /** A session that a test may end. */
  readonly sessionId: string;
  /** A survey open to everyone, and its only question. */
  readonly surveyId: string;
  readonly questionId: string;
  readonly fileId: string;
  /** Sellable invoices. */
  readonly free: readonly string[];
  /** `key`: the idempotency key of its hold. */
  readonly held: { readonly number: number; readonly documentId: string; readonly key: string };
  readonly requested: { readonly number: number; readonly saleId: string; readonly documentId: string };
  readonly answered: { readonly saleId: string; readonly documentId: string };
  /** A prepared sale that waits, and the person who prepared it is the user. */
  readonly preparedId: string;
  /** Fiscal UUIDs of invoices in credit without a payment reference. */
  readonly creditUuids: readonly string[];
  readonly creditNumber: number;
  /** An invoice in credit of which one peso is paid. */
  readonly partlyPaid: string;
  /** A payment of a peso, of another invoice for which nothing else is booked. */
  readonly partPayment: string;
  /** An invoice in credit that its payer pays to `clabe`. */
  readonly byClabe: string;
  /** The devolución of a settled invoice, in pesos. */
  readonly returned: string;
  readonly reference: { readonly id: string; readonly reference: string };
  /** Ids of unidentified payments of one peso each. */
  readonly unidentified: { readonly waiting: string; readonly unwanted: string; readonly sentBack: string };
  /** A payment reference that no test pays. */
  readonly cancellable: { readonly id: string; readonly reference: string };
  /** Key of a colleague's link to the calendar. */
  readonly calendarKey: string;
  /** A key for a program of the administrator's, which reads. */
  readonly keyId: string;
  /** Requests to the lender: for a higher line, and for an account with its cover page. */
  readonly requests: { readonly line: string; readonly account: string };
  /** An endpoint for events, and what waits for it. */
  readonly webhookId: string;
  readonly deliveryId: string;
  /** Address for uploading a file without a session. */
  readonly signedAddress: URL;
  /** The account that receives its deposits; no other client's, and not the lender's. */
  readonly account: string;
  /** CLABE of its payer. */
  readonly clabe: string;
  /** Issued by the month cut of March 2026. */
  readonly interestInvoiceId: string;
  /** An open alert of the lender's. */
  readonly alertId: string;
  /** A change of a bank account, proposed by the operator, that waits. */
  readonly proposalId: string;
  /** A file of transfers, and its layout. */
  readonly paymentFileId: string;
  readonly layoutId: string;
  /** A checked file of invoices in credit elsewhere. */
  readonly loadId: string;
  /** An account of the lender, a file of its movements, and one that resembles another one. */
  readonly statementAccountId: string;
  readonly bankFileId: string;
  readonly closedMonth: string;
  readonly manualId: string;
  readonly bankLineId: string;
  /** An e-mail that was given up. */
  readonly messageId: string;
  /** A message of the user about the first free invoice, with a document. */
  readonly writtenId: string;
  /** A user who was invited and has no password. */
  readonly invitedId: string;
  /** A person of the receiver `companyId`. */
  readonly contactId: string;
  /** An invited operator of the lender. */
  readonly operatorId: string;
  readonly dueDate: string;
  /** Creation date of everything. */
  readonly today: string;
}

const aProposal = async (operator: Session, clientId: string): Promise<string> => {
  const proposed = { clabe: clabeOf('90158000000000042') };
  const change = { kind: 'bank-account', proposed };
  const body = { clientId, product: 'FB', currency: 'USD', reason: 'cambió de banco', change };
  return (await operator.call(routes.propose, { body })).proposal.id;
};

const uuidsOf = async (portal: Portal, documentIds: readonly string[]): Promise<string[]> => {
  const { rows } = await portal.db.owner.query<{ uuid: string }>(
    'select uuid from invoices where document_id = any($1) order by uuid',
    [documentIds],
  );
  return rows.map((row) => row.uuid);
};

const sessionOf = async (portal: Portal, userId: string): Promise<string> => {
  const { rows } = await portal.db.owner.query<{ id: string }>(
    'select session_id as id from sessions where user_id = $1 order by created_at desc limit 1',
    [userId],
  );
  return rows[0]?.id ?? '';
};

const NO_MAIL_SERVER = { smtpUrl: 'smtp://127.0.0.1:1' };

const numberOf = (sales: readonly { readonly numberOfSale: number }[]): number => sales[0]?.numberOfSale ?? 0;

/** Has the worker cut the test clock's month, then restores the clock. */
const cutMarch = async (portal: Portal, clientId: string): Promise<string> => {
  await portal.pki.lenderSealer();
  const now = portal.clock.now();
  portal.clock.set(new Date('2026-04-01T17:00:00Z'));
  await runCron(portal, NO_MAIL_SERVER, 'cut-last-month');
  portal.clock.set(now);
  const { rows } = await portal.db.owner.query<{ id: string }>(
    'select invoice_id as id from interest_invoices where client_id = $1',
    [clientId],
  );
  return rows[0]?.id ?? '';
};

const anAlert = async (portal: Portal, clientId: string): Promise<string> => {
  const alertId = randomUUID();
  await portal.db.owner.query(
    `insert into alerts (alert_id, client_id, kind, subject, reason, raised_at)
     values ($1, $2, 'listed-taxpayer', $3, 'status-service', $4)`,
    [alertId, clientId, `taxpayer:${clientId}`, portal.clock.now()],
  );
  return alertId;
};

const anInvitedUser = async (portal: Portal, client: TestClient): Promise<string> => {
  const { userId } = await aUser(portal, { client });
  await portal.db.owner.query('update users set password_hash = null where user_id = $1', [userId]);
  return userId;
};

const anInvitedOperator = async (portal: Portal): Promise<string> => {
  const { operatorId } = await anOperator(portal, { roles: ['cobranza'] });
  await portal.db.owner.query('update operators set password_hash = null where operator_id = $1', [operatorId]);
  return operatorId;
};

const calendarKeyOf = async (session: Session): Promise<string> => {
  const { url } = await session.call(routes.renewCalendarLink, { body: {} });
  return url.slice(url.lastIndexOf('/') + 1, -'.ics'.length);
};

/** Registers money of unknown purpose; returns its id. */
const anUnidentifiedPayment = async (operator: Session, today: string): Promise<string> => {
  const body = aPayment({ reference: 'PAGO DE FACTURAS' }, { amount: '1.00', valueDate: today, bank: 'BBVA MEXICO' });
  const { unidentified } = await operator.call(routes.registerCollection, { body });
  return unidentified?.paymentId ?? '';
};

/** Builds a client with everything, over HTTP where possible. `firstSale` is the number of its first sale. */
export const aPopulatedClient = async (
  portal: Portal,
  { operator, firstSale }: { readonly operator: Session; readonly firstSale: number },
): Promise<TestObjects> => {
  const client: TestClient = await aClient(portal);
  await portal.db.owner.query('update clients set last_number_of_sale = $2 where client_id = $1', [
    client.clientId,
    firstSale - 1,
  ]);
  const account = clabeOf(`0121800065432${String(firstSale).padStart(4, '0')}`);
  await portal.db.owner.query('update bank_accounts set clabe = $2 where client_id = $1', [client.clientId, account]);
  const admin = await aUser(portal, { client, isAdmin: true });
  const user = await aUser(portal, { client });
  const creditLineId = await aLine(portal, { client });
  const companyId = await aCompany(portal, { client });
  const payerId = await aCompany(portal, { client, receiver: secondReceiver() });
  await activatePayers(portal, client);
  await portal.db.owner.query('update clients set sync_allowed = true where client_id = $1', [client.clientId]);
  await portal.db.owner.query('update users set sync_allowed = true where client_id = $1', [client.clientId]);
  const session = await portal.signIn(user.email);
  await session.call(routes.validateCredentials, { body: { username: client.rfc, password: CIEC } });
  const uploaded = await anUploadedInvoice(portal, { session, client, spec: { receiver: firstReceiver() } });
  const [a = '', b = '', c = '', d = '', e = '', f = '', g = '', h = '', i = '', j = '', k = '', l = ''] =
    await someInvoices(portal, {
      client,
      user,
      companyId,
      count: 12,
      total: '10000.00',
    });
  const key = randomUUID();
  const held = await holdSale(session, [a], DUE_DATE, key);
  await portal.db.owner.query(
    `update files set sha256 = stored.sha256, size = stored.size from files stored, invoices
     where stored.file_id = '${uploaded.fileId}' and invoices.document_id = '${b}' and files.file_id = invoices.file_id`,
  );
  const requested = await requestSale(session, [b]);
  const preparedId = await aPreparedSale(session, [l]);
  await runCron(portal, NO_MAIL_SERVER, 'conserve-contracts');
  const [answered] = await requestSale(session, [c]);
  if (answered) await authoriseSale(operator, answered);
  const credit = await sellAndDeposit({ session, operator }, [d, e, j]);
  const [byClabe = ''] = await someInvoices(portal, { client, user, companyId: payerId, total: '10000.00' });
  await sellAndDeposit({ session, operator }, [h, i, k, byClabe]);
  const pay = (documentId: string, amount: string) => {
    const body = aPayment({ documentIds: [documentId] }, { amount, valueDate: portal.clock.today() });
    return collect(operator, body);
  };
  const unidentify = () => anUnidentifiedPayment(operator, portal.clock.today());
  const sentBack = await unidentify();
  await operator.call(routes.sendBackPayment, { params: { paymentId: sentBack }, body: {} });
  await pay(h, '1.00');
  // Another amount, because the same one again would need a second person.
  const { collectionId: partPayment } = await pay(k, '2.00');
  const agreed = { params: { documentId: h } };
  const promised = { amount: '1.00', payOn: portal.clock.today(), promisedBy: 'Laura Pérez' };
  await operator.call(routes.recordPromise, { ...agreed, body: { promised } });
  const dispute = { raisedBy: 'Laura Pérez', reason: 'faltan dos cajas' };
  await operator.call(routes.openDispute, { ...agreed, body: dispute });
  const later = { dueDate: '2026-05-08', reason: 'lo pidió el receptor' };
  const { proposal } = await operator.call(routes.proposeExtension, { params: { documentId: j }, body: later });
  await approveAsOther(portal, proposal);
  await portal.db.owner.query(`insert into reminders values ($1, $2, 'client', $3, -7, $4)`, [
    client.clientId,
    h,
    DUE_DATE,
    portal.clock.today(),
  ]);
  const [referenced = '', other = '', ...creditUuids] = await uuidsOf(portal, [d, e, j]);
  const refer = (uuid: string) => session.call(routes.setPaymentReference, { body: { invoices: [uuid] } });
  const made = await refer(referenced);
  const cancellable = await refer(other);
  const survey = await aSurvey(portal);
  const contactId = await aNotifiedReceiver(operator, { companyId, clientId: client.clientId });
  const filed = await aPaymentFile(operator, { name: client.rfc, paymentId: sentBack });
  const bank = await aBankFile(operator, client.rfc);
  const asAdmin = await signInFresh(portal, admin.email);
  const { key: program } = await asAdmin.call(routes.createApiKey, { body: { name: 'ERP', scopes: ['read'] } });
  const invitedId = await anInvitedUser(portal, client);
  await anAnswer(portal, { clientId: client.clientId, userId: invitedId }, survey);
  const written = await session.call(routes.writeInvoiceMessage, {
    params: { documentId: f },
    body: { text: 'Va la evidencia de entrega', files: [{ fileName: 'entrega.xml', data: btoa('<entrega/>') }] },
  });
  return {
    clientId: client.clientId,
    rfc: client.rfc,
    companyId,
    creditLineId,
    userId: user.userId,
    email: user.email,
    adminEmail: admin.email,
    adminUserId: admin.userId,
    sessionId: await sessionOf(portal, user.userId),
    ...survey,
    fileId: uploaded.fileId,
    free: [f, g],
    held: { number: numberOf(held), documentId: a, key },
    requested: { number: numberOf(requested), saleId: requested[0]?.saleId ?? '', documentId: b },
    answered: { saleId: answered?.saleId ?? '', documentId: c },
    preparedId,
    creditUuids,
    creditNumber: numberOf(credit),
    partlyPaid: h,
    partPayment,
    returned: (await pay(i, '10000.00')).invoices[0]?.finalDeposit ?? '',
    reference: { id: made.id, reference: made.paymentReference },
    unidentified: { waiting: await unidentify(), unwanted: await unidentify(), sentBack },
    cancellable: { id: cancellable.id, reference: cancellable.paymentReference },
    calendarKey: await calendarKeyOf(await portal.signIn((await aUser(portal, { client })).email)),
    keyId: program.keyId,
    requests: await requestsOf(portal, session, user),
    ...(await aWebhook(asAdmin)),
    signedAddress: new URL((await session.call(routes.signedUrl, { query: { filename: 'factura.xml' } })).signedUrl),
    account,
    clabe: await aCostCentre(portal, { client, rfcPayer: secondReceiver().rfc }),
    byClabe,
    interestInvoiceId: await cutMarch(portal, client.clientId),
    alertId: await anAlert(portal, client.clientId),
    proposalId: await aProposal(operator, client.clientId),
    ...filed,
    ...bank,
    ...(await closedBooks(portal, operator)),
    loadId: await aCheckedLoad(portal),
    writtenId: written.messageId,
    messageId: await aMessage(portal, client, { kind: 'desync', isGivenUp: true }),
    invitedId,
    contactId,
    operatorId: await anInvitedOperator(portal),
    dueDate: DUE_DATE,
    today: portal.clock.today(),
  };
};

/** A person of a receiver, which got the notice of assignment. */
async function aNotifiedReceiver(
  operator: Session,
  pair: { readonly companyId: string; readonly clientId: string },
): Promise<string> {
  const { companyId } = pair;
  const person = {
    contactId: null,
    name: 'Laura Pérez',
    email: `${randomUUID()}@receptor.example`,
    phone: '5512345678',
    area: null,
  };
  const { contactId } = await operator.call(routes.saveReceiverContact, { params: { companyId }, body: person });
  await operator.call(routes.recordNotice, { params: pair, body: aNotice() });
  return contactId;
}

/** A file of one transfer that sends a peso back. */
async function aPaymentFile(
  operator: Session,
  { name, paymentId }: { readonly name: string; readonly paymentId: string },
): Promise<Pick<TestObjects, 'paymentFileId' | 'layoutId'>> {
  const terms = { currency: 'MXN', reach: 'any', separator: 'comma', columns: 'cuenta\nimporte\nreferencia' };
  const { layout } = await operator.call(routes.savePaymentLayout, { body: { name, ...terms } });
  const { layoutId } = layout;
  const clabe = clabeOf('01218000765432109');
  const back = { kind: 'return', subject: paymentId, amount: '1.00', clabe, beneficiary: 'Quien pagó' };
  const { file } = await operator.call(routes.makePaymentFile, { body: { layoutId, payments: [back] } });
  if (file === null) throw new Error('a file that waits');
  return { layoutId, paymentFileId: file.fileId };
}

/** Asks for a higher line, and for an account, which takes a second factor on the way that people go. */
async function requestsOf(portal: Portal, session: Session, user: TestUser): Promise<TestObjects['requests']> {
  const body = { product: 'BI', currency: 'MXN', amount: '900000000000.00', reason: 'crecen las ventas' } as const;
  const { requestId: line } = await session.call(routes.requestLine, { body });
  const { rows } = await portal.db.owner.query<{ id: string }>(
    `insert into client_requests (client_id, request_id, kind, product, currency, bank, clabe, holder_rfc, cover, reason, asked_by, asked_at)
     select client_id, gen_random_uuid(), 'account', 'BI', 'USD', 'Banorte', '072580000000000778', 'XXX010101XX0', '%PDF-1.7', 'cambia de banco',
       user_id, $2 from users where user_id = $1 returning request_id as id`,
    [user.userId, portal.clock.now()],
  );
  return { line, account: rows[0]?.id ?? '' };
}
