/** An unverified stamp may carry any UUID; it counts once the stamp or the tax authority proves it. */
import { listLenderSales } from '@anticipa/contract/lender';
import { findCompanies } from '@anticipa/contract/receivers';
import type { DemoReceiver } from '@anticipa/sandbox/demo-parties';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  aClient,
  aCompany,
  aLine,
  anInvoiceFile,
  anOperator,
  aUser,
  firstReceiver,
  type TestClient,
} from '../../../../testing/builders.ts';
import { logInto } from '../../../../testing/log.ts';
import { type Portal, startPortal } from '../../../../testing/portal.ts';
import { authoriseSale, requestOneSale } from '../../../../testing/sale-steps.ts';
import type { Session } from '../../../../testing/session.ts';
import { enteredBy, isClaimed, type NamedBytes, uploadBy } from '../../../../testing/uploads.ts';
import { openOutside } from '../../../gateways/outside.ts';
import { recheckPending } from '../recheck/jobs.ts';

let portal: Portal;
let thief: Session;
let thiefClient: TestClient;
let owner: Session;
let ownerClient: TestClient;
let uuid: string;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await aCompany(portal);
  thiefClient = await aClient(portal);
  ownerClient = await aClient(portal);
  thief = await portal.signIn((await aUser(portal, { client: thiefClient })).email);
  owner = await portal.signIn((await aUser(portal, { client: ownerClient })).email);
  for (const client of [thiefClient, ownerClient]) await aLine(portal, { client });
  uuid = crypto.randomUUID().toUpperCase();
});

/** The client's own sealed invoice, with that UUID in a stamp whose certificate is not pinned. */
const unprovenFile = async (
  client: TestClient,
  { stampedAt, receiver = firstReceiver() }: { readonly stampedAt?: string; readonly receiver?: DemoReceiver } = {},
): Promise<NamedBytes> => {
  const { name, bytes } = await anInvoiceFile(portal, client, { uuid, receiver });
  let text = Buffer.from(bytes).toString();
  text = text.replace(/NoCertificadoSAT="\d+"/, 'NoCertificadoSAT="00001000000599999999"');
  if (stampedAt !== undefined) text = text.replace(/FechaTimbrado="[^"]+"/, `FechaTimbrado="${stampedAt}"`);
  return { name, bytes: Buffer.from(text) };
};

const genuineFile = () => anInvoiceFile(portal, ownerClient, { uuid });

/** Returns logged warnings and errors. */
const recheck = async (): Promise<string[]> => {
  const logged: string[] = [];
  const { taxStatus } = await openOutside(portal.config);
  await recheckPending({ db: portal.db.worker, clock: portal.clock, taxStatus, log: logInto(logged) });
  return logged;
};

it('an unverified stamp that the tax authority does not know is rejected, however new it claims to be', async () => {
  portal.taxStatus.script(uuid, 'not-found');
  const now = '2026-03-10T10:59:00';
  const entered = await enteredBy(thief, await unprovenFile(thiefClient, { stampedAt: now }));
  expect(entered).toMatchObject({ status: 0, motive: { code: 'UNKNOWN_AT_TAX_AUTHORITY' } });
});

it.each([
  ['later than now', '2028-01-01T00:00:00'],
  ['before the invoice', '2020-01-01T00:00:00'],
])('an unverified stamp dated %s refuses the file', async (_, stampedAt) => {
  const { outcome, doc } = await uploadBy(thief, await unprovenFile(thiefClient, { stampedAt }));
  expect([outcome, doc.motive?.code]).toEqual(['refused', 'STAMP_BROKEN']);
});

it('an unproven UUID does not keep its owner out', async () => {
  portal.taxStatus.script(uuid, 'error-500');
  const stolen = await enteredBy(thief, await unprovenFile(thiefClient));
  expect(stolen.status).toBe(10);
  expect(await isClaimed(portal, stolen.documentId)).toBe(false);
  const genuine = await enteredBy(owner, await genuineFile());
  expect([genuine.status, genuine.motive]).toEqual([10, null]);
  portal.taxStatus.script(uuid, 'valid');
  await recheck();
  const states = await portal.db.owner.query('select document_id, status, motive from invoices where uuid = $1', [
    uuid,
  ]);
  expect(states.rows).toEqual(
    expect.arrayContaining([
      { document_id: stolen.documentId, status: 0, motive: 'ALREADY_FINANCED' },
      { document_id: genuine.documentId, status: 20, motive: null },
    ]),
  );
});

it('an unproven UUID gives way to its owner even in a sale, which is then never paid', async () => {
  portal.taxStatus.script(uuid, 'error-500');
  const stolen = await enteredBy(thief, await unprovenFile(thiefClient));
  const sale = await requestOneSale(thief, [stolen.documentId]);
  expect(await isClaimed(portal, stolen.documentId)).toBe(true);
  const operator = await portal.signIn((await anOperator(portal)).email);
  const { data } = await operator.call(listLenderSales, { query: { state: 'requested' } });
  expect(data.find(({ saleId }) => saleId === sale.saleId)?.unverifiedStamps).toEqual([stolen.documentId]);
  await authoriseSale(operator, sale);

  const genuine = await enteredBy(owner, await genuineFile());
  expect(genuine.motive).toBeNull();
  expect(await isClaimed(portal, genuine.documentId)).toBe(true);
  portal.taxStatus.script(uuid, 'valid');
  await recheck();
  const answered = await operator.call(listLenderSales, { query: { state: 'answered' } });
  const left = answered.data.find(({ saleId }) => saleId === sale.saleId);
  expect(left?.pendingVerification).toEqual([stolen.documentId]);
});

it('a confirmation of the tax authority claims the UUID for good', async () => {
  portal.taxStatus.script(uuid, 'error-500');
  const mine = await enteredBy(owner, await unprovenFile(ownerClient));
  portal.taxStatus.script(uuid, 'valid');
  await recheck();
  expect(await isClaimed(portal, mine.documentId)).toBe(true);
  const theirs = await enteredBy(thief, await unprovenFile(thiefClient));
  expect(theirs).toMatchObject({ status: 0, motive: { code: 'ALREADY_FINANCED' } });
});

it('the first proven invoice names a receiver for all clients; an unproven one only for its own', async () => {
  const named = (name: string): DemoReceiver => ({ ...firstReceiver(), rfc: 'CNP010101AB9', name });
  const shown = async (): Promise<string[]> => {
    const found = await Promise.all(
      [thief, owner].map((by) => by.call(findCompanies, { query: { rfc: 'CNP010101AB9' } })),
    );
    return found.flatMap(({ data }) => data.map(({ razonSocial }) => razonSocial));
  };
  portal.taxStatus.script(uuid, 'error-500');
  await enteredBy(thief, await unprovenFile(thiefClient, { receiver: named('NOMBRE INVENTADO') }));
  uuid = crypto.randomUUID().toUpperCase();
  portal.taxStatus.script(uuid, 'error-500');
  await enteredBy(owner, await unprovenFile(ownerClient, { receiver: named('NOMBRE PROPIO') }));
  expect(await shown()).toEqual(['NOMBRE INVENTADO', 'NOMBRE PROPIO']);
  uuid = crypto.randomUUID().toUpperCase();
  await enteredBy(owner, await anInvoiceFile(portal, ownerClient, { uuid, receiver: named('NOMBRE COMPROBADO') }));
  expect(await shown()).toEqual(['NOMBRE COMPROBADO', 'NOMBRE COMPROBADO']);
  uuid = crypto.randomUUID().toUpperCase();
  await enteredBy(thief, await anInvoiceFile(portal, thiefClient, { uuid, receiver: named('OTRO NOMBRE') }));
  expect(await shown()).toEqual(['NOMBRE COMPROBADO', 'NOMBRE COMPROBADO']);
});

it('a client whose invoices cannot be confirmed does not stop the confirmation of another’s', async () => {
  const sellers = [
    { by: owner, client: ownerClient },
    { by: thief, client: thiefClient },
  ];
  const { owner: database } = portal.db;
  await database.query(`
    create function break() returns trigger language plpgsql as $$ begin raise exception 'broken on purpose'; end $$`);
  for (const broken of sellers) {
    const waiting: string[] = [];
    for (const { by, client } of sellers) {
      uuid = crypto.randomUUID().toUpperCase();
      portal.taxStatus.script(uuid, 'error-500');
      waiting.push((await enteredBy(by, await unprovenFile(client))).documentId);
      portal.taxStatus.script(uuid, 'valid');
    }
    await database.query(`create trigger break before update on invoices for each row
      when (new.client_id = '${broken.client.clientId}') execute function break()`);
    expect(await recheck()).toEqual(['a step of a job failed; the others go on']);
    await database.query('drop trigger break on invoices');
    const { rows } = await database.query(
      `select client_id from invoices where document_id = any($1) and verification = 'verified'`,
      [waiting],
    );
    expect(rows).toEqual(sellers.filter((one) => one !== broken).map(({ client }) => ({ client_id: client.clientId })));
  }
});
