import { uploadFile } from '@anticipa/contract/files';
import { listInvoices } from '@anticipa/contract/invoices';
import type { SentBodyOf } from '@anticipa/contract/route';
import { getSession } from '@anticipa/contract/session';
import { clientCredentials, getTaxpayer, syncWebhook, validateCredentials } from '@anticipa/contract/sync';
import { dateOf } from '@anticipa/domain/calendar';
import type { ExtractionOutcome } from '@anticipa/sandbox/syntage-records';
import { signatureOf } from '@anticipa/sandbox/syntage-server';
import { aClient, anInvoiceFile, aUser } from './builders.ts';
import { runCron } from './jobs.ts';
import type { PortalWithMail } from './portal-with-mail.ts';
import { CIEC } from './session.ts';
import type { FileSpec } from './uploads.ts';

/** A client whose only user may synchronise, with what that user does and sees. */
export const aSyncingClient = async ({
  portal,
  mail,
  deliver,
}: Pick<PortalWithMail, 'portal' | 'mail' | 'deliver'>) => {
  const { owner } = portal.db;
  const { records } = portal.syntage;
  const client = await aClient(portal);
  const user = await aUser(portal, { client });
  /** Lets the client and all its users synchronise. */
  const allow = async (): Promise<void> => {
    await owner.query('update clients set sync_allowed = true where client_id = $1', [client.clientId]);
    await owner.query('update users set sync_allowed = true where client_id = $1', [client.clientId]);
  };
  await allow();
  let session = await portal.signIn(user.email);
  const check = (password = CIEC) =>
    session.send(validateCredentials, { body: { username: client.rfc, password, userId: user.userId } });
  /** Connects or disconnects. */
  const change = (body: SentBodyOf<typeof clientCredentials>) => session.send(clientCredentials, { body });
  return {
    client,
    user,
    allow,
    session: () => session,
    /** Lets days pass for the portal and its user. */
    pass: async (milliseconds: number): Promise<void> => {
      portal.clock.pass(milliseconds);
      session = await portal.signIn(user.email);
    },
    check,
    change,
    connect: async (days = 90, password = CIEC) => {
      await check(password);
      return session.call(clientCredentials, { body: { clientId: client.clientId, syncActive: true, days } });
    },
    disconnect: () => change({ syncActive: false }),
    taxpayer: async () => (await session.call(getTaxpayer, { params: { rfc: client.rfc } })).data,
    state: async () => (await session.call(getSession)).user,
    listed: async () => (await session.call(listInvoices, { query: {} })).data,
    /** The imported invoices. */
    synced: async () => (await session.call(listInvoices, { query: {} })).data.filter(({ isSynced }) => isSynced),
    /** Has the client issue invoices, which the tax authority lists. */
    issue: async (count: number, emittedOn = '2026-02-20', spec: FileSpec = {}) => {
      const specs = Array.from({ length: count }, () => ({ ...spec, emittedOn: dateOf(emittedOn) }));
      const files = await Promise.all(specs.map((spec) => anInvoiceFile(portal, client, spec)));
      records.addInvoices(files);
      return files.map(({ spec }) => spec);
    },
    /** Uploads an invoice that was issued; returns its id. */
    upload: async (uuid: string): Promise<string> => {
      const xml = records.invoices.find((one) => one.uuid === uuid)?.xml ?? new Uint8Array();
      const fileData = Buffer.from(xml).toString('base64');
      const { invoice } = await session.call(uploadFile, { body: { fileName: 'factura.xml', fileData } });
      return invoice?.documentId ?? '';
    },
    rows: async (query: string) => (await owner.query(query, [client.clientId])).rows,
    /** The client's credentials at the provider. */
    credentials: () => records.credentials.filter(({ rfc }) => rfc === client.rfc),
    /** Sets how the provider's extractions end, including an open one; null for success. */
    extract: (outcome: ExtractionOutcome | null): void => {
      records.setOutcome(client.rfc, outcome);
      const open = records.openExtraction(client.rfc);
      if (open) records.settleExtraction(open);
    },
    /** Delivers a webhook, signed with the provider's secret by default; null for none. */
    webhook: (body: string, secret: string | null = portal.syntage.webhookSecret) => {
      const signature =
        secret === null ? '' : signatureOf(secret, Math.floor(portal.clock.now().getTime() / 1000), body);
      return portal.visitor.send(syncWebhook, {
        body: Buffer.from(body),
        headers: { 'content-type': 'application/json', 'x-syntage-signature': signature },
      });
    },
    /** Runs what is due, also work of a dead worker. Returns logged warnings and errors. */
    resume: async () => {
      await runCron(portal, mail, 'resume-syncs');
      return deliver();
    },
    /** Runs the download of the night, and delivers its mails. */
    night: async (): Promise<void> => {
      await runCron(portal, mail, 'sync-daily');
      await deliver();
      await deliver();
    },
  };
};
