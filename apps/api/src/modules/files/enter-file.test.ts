import { uploadFile } from '@anticipa/contract/files';
import { listInvoices } from '@anticipa/contract/invoices';
import type { ResponseOf } from '@anticipa/contract/route';
import { domesticReceivers } from '@anticipa/sandbox/demo-parties';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { aClient, aCompany, anInvoiceFile, aUser, type TestClient } from '../../../testing/builders.ts';
import { lifeUntil } from '../../../testing/dying.ts';
import { logInto } from '../../../testing/log.ts';
import { type Portal, patientTaxStatus, startPortal } from '../../../testing/portal.ts';
import { type Session, sessionOn } from '../../../testing/session.ts';
import { countRows, type NamedBytes, uploadBody, uuidWith } from '../../../testing/uploads.ts';
import { createApp } from '../../app.ts';
import { openOutside } from '../../gateways/outside.ts';
import type { Database } from '../../platform/db/pool.ts';

let portal: Portal;
let client: TestClient;

beforeAll(async () => {
  portal = await startPortal();
  await aCompany(portal);
});
afterAll(() => portal.close());

const some = (count: number): Promise<NamedBytes[]> =>
  Promise.all(Array.from({ length: count }, () => anInvoiceFile(portal, client)));

interface Node {
  sessionOf(of: TestClient): Promise<Session>;
  close(): Promise<unknown>;
}

/**
 * A process of the API in which the first `uploads` wait for each other once their files are stored and the tax authority has
 * answered: the first to arrive is entered alone, and meanwhile the others of its session gather.
 */
const nodeGathering = async (uploads: number, db: Database = portal.db.api): Promise<Node> => {
  let missing = uploads * 2;
  const all = Promise.withResolvers<null>();
  const arrive = async <T>(value: T): Promise<T> => {
    missing -= 1;
    if (missing === 0) all.resolve(null);
    await all.promise;
    return value;
  };
  const { config, clock, dataDir } = portal;
  const outside = await openOutside(config);
  const { storage } = outside;
  const taxStatus = patientTaxStatus(portal.taxStatus);
  const app = await createApp({
    config,
    db,
    clock,
    outside: {
      ...outside,
      storage: { ...storage, put: async (...file) => arrive(await storage.put(...file)) },
      taxStatus: { ...taxStatus, check: async (invoice) => arrive(await taxStatus.check(invoice)) },
    },
    webDir: dataDir,
    log: logInto([]),
  });
  return {
    sessionOf: async (of) => {
      const { email } = await aUser(portal, { client: of });
      const { token } = await portal.signIn(email);
      return sessionOn(app, { token, cookie: null });
    },
    close: () => app.close(),
  };
};

const sendAll = (session: Session, files: readonly NamedBytes[]) =>
  Promise.all(files.map((file) => session.send(uploadFile, { body: uploadBody(file) })));

/** The answers to files that one session uploads at once. */
const gather = async (files: readonly NamedBytes[], db?: Database) => {
  const node = await nodeGathering(files.length, db);
  const session = await node.sessionOf(client);
  const answers = await sendAll(session, files);
  await node.close();
  return answers;
};

const outcomesOf = (answers: readonly { readonly code: string | null; readonly body: unknown }[]): string[] =>
  answers.map(({ code, body }) => code ?? (body as ResponseOf<typeof uploadFile>).outcome);

/** Transactions in which the client's invoices were entered. */
const transactions = async (): Promise<number> => {
  const { rows } = await portal.db.owner.query<{ count: number }>(
    'select count(distinct xmin::text)::integer as count from invoices where client_id = $1',
    [client.clientId],
  );
  return rows[0]?.count ?? 0;
};

describe('simultaneous uploads of a session', () => {
  beforeAll(async () => {
    client = await aClient(portal);
  });

  it('enters uploads in one transaction, and records each as of its own call', async () => {
    const answers = await gather(await some(6));
    expect(outcomesOf(answers)).toEqual(Array.from({ length: 6 }, () => 'invoice'));
    expect(await transactions()).toBe(2);
    const records = answers.map(({ body }) => body as ResponseOf<typeof uploadFile>);
    const colleague = await portal.signIn((await aUser(portal, { client })).email);
    const { data } = await colleague.call(listInvoices, {});
    expect(new Set(data.map(({ fileId }) => fileId))).toEqual(new Set(records.map(({ doc }) => doc.fileId)));
    const { rows } = await portal.db.owner.query(
      `select details ->> 'documentId' as "documentId", request_id as "requestId" from audit
       where action = 'file.upload' and client_id = $1`,
      [client.clientId],
    );
    const expected = answers.map(({ headers }, index) => ({
      documentId: records[index]?.invoice?.documentId,
      requestId: headers['x-request-id'],
    }));
    expect(new Set(rows)).toEqual(new Set(expected));
    for (const { doc, invoice } of records) expect(invoice?.fileId).toBe(doc.fileId);
  });
});

describe('simultaneous uploads', () => {
  beforeAll(async () => {
    client = await aClient(portal);
  });

  it('[CAR-08] simultaneous uploads of one invoice are one invoice', async () => {
    const [first, twice, other] = await some(3);
    if (!first || !twice || !other) throw new Error('no files were made');
    const answers = await gather([first, twice, { ...twice, name: 'copia.xml' }, other]);
    const [one, two, again, last] = outcomesOf(answers);
    expect([one, last]).toEqual(['invoice', 'invoice']);
    expect([two, again].toSorted()).toEqual(['existing', 'invoice']);
    expect(await countRows(portal, client, { table: 'invoices' })).toBe(3);
    expect(await countRows(portal, client, { table: 'files', where: `motive = 'ALREADY_UPLOADED'` })).toBe(1);
  });

  it.each([
    ['UNEXPECTED', 'P0001'],
    ['SERVICE_UNAVAILABLE', '57014'],
  ])('[CAR-02] one that fails with %s does not spoil the others', async (outcome, sqlState) => {
    const [first, ...files] = await some(4);
    if (!first) throw new Error('no files were made');
    const bad = await anInvoiceFile(portal, client);
    await portal.db.owner.query(`
      create function fail_now() returns trigger language plpgsql as $$ begin raise exception using errcode = '${sqlState}'; end $$;
      create trigger fail_now before insert on invoices for each row when (new.uuid = '${bad.spec.uuid}')
        execute function fail_now()`);
    const before = await countRows(portal, client, { table: 'files' });
    const answers = await gather([first, bad, ...files]);
    await portal.db.owner.query('drop trigger fail_now on invoices; drop function fail_now');
    expect(outcomesOf(answers)).toEqual(['invoice', outcome, 'invoice', 'invoice', 'invoice']);
    expect(await countRows(portal, client, { table: 'files' })).toBe(before + 4);
  });

  it('[VTA-17] one of a product that is switched off is refused alone', async () => {
    const [, receiver] = domesticReceivers;
    if (!receiver) throw new Error('the demo has no second receiver');
    const products = { BI: {}, FB: { active: false } };
    client = await aClient(portal, { products });
    await aCompany(portal, { receiver, client, fbProgramme: true });
    const off = await anInvoiceFile(portal, client, { receiver });
    const answers = await gather([...(await some(2)), off, ...(await some(1))]);
    expect(outcomesOf(answers)).toEqual(['invoice', 'invoice', 'PRODUCT_INACTIVE', 'invoice']);
  });

  it('[CAR-04] the substitute of a cancelled invoice is accepted', async () => {
    const same = { series: 'S', folio: '77', emittedOn: portal.clock.today() };
    // The cancelled one comes first in their order.
    const cancelled = await anInvoiceFile(portal, client, { ...same, uuid: uuidWith('CAFECAFE') });
    const substitute = await anInvoiceFile(portal, client, { ...same, uuid: uuidWith('FEFEFEFE') });
    const answers = await gather([...(await some(1)), cancelled, substitute]);
    const invoices = answers.map(({ body }) => (body as ResponseOf<typeof uploadFile>).invoice);
    expect(invoices.map((invoice) => invoice?.status)).toEqual([20, 0, 20]);
  });
});

describe('uploads of several processes', () => {
  it('[CAR-08] the same files become one invoice each, and the answers of both processes are true', async () => {
    client = await aClient(portal);
    const files = await some(5);
    const nodes = await Promise.all([1, 2].map(() => nodeGathering(files.length)));
    for (const node of nodes) onTestFinished(async () => void (await node.close()));
    const answers = await Promise.all(nodes.map(async (node) => sendAll(await node.sessionOf(client), files)));
    const outcomes = answers.map(outcomesOf);
    for (const [index] of files.entries())
      expect(outcomes.map((ofNode) => ofNode[index]).toSorted()).toEqual(['existing', 'invoice']);
    expect(await countRows(portal, client, { table: 'invoices' })).toBe(files.length);
  });
});

describe('a process that ends', () => {
  // The first upload begins, is entered and is committed; then the others.
  it.each([4, 5, 6])(
    'a process that ends at step %i leaves each file whole or absent, and the uploads can be repeated',
    async (at) => {
      client = await aClient(portal);
      const files = await some(4);
      const answers = await gather(files, { ...portal.db.api, attempt: lifeUntil(at).over(portal.db.api).attempt });
      expect(outcomesOf(answers).toSorted()).toEqual(['UNEXPECTED', 'UNEXPECTED', 'UNEXPECTED', 'invoice']);
      const entered = at < 6 ? 1 : 4;
      for (const table of ['invoices', 'files', 'invoice_events', 'invoice_claims'])
        expect([table, await countRows(portal, client, { table })]).toEqual([table, entered]);
      const audited = { table: 'audit', where: `action = 'file.upload'` };
      expect(await countRows(portal, client, audited)).toBe(entered);
      const again = await sendAll(await portal.signIn((await aUser(portal, { client })).email), files);
      const repeated = at < 6 ? 'invoice' : 'existing';
      expect(outcomesOf(again).toSorted()).toEqual(['existing', repeated, repeated, repeated]);
      expect(await countRows(portal, client, { table: 'invoices' })).toBe(4);
    },
  );
});
