import type { LogEntry } from '@anticipa/contract/log';
import { routes } from '@anticipa/contract/routes';
import { companyStatus } from '@anticipa/domain/receiver';
import { changesOf as shownChanges } from '@anticipa/texts/tables/log';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { atLimit } from '../../../testing/at-limit.ts';
import { aClient, aCompany, aLine, anOperator, aUser, type TestClient } from '../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { requestSale } from '../../../testing/sale-steps.ts';
import { aSeller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';
import { checkInvariants } from '../../invariants/check.ts';

let portal: Portal;
let operator: Session;
let auditor: Session;
let client: TestClient;
let companyId: string;

beforeAll(async () => {
  portal = await startPortal();
  client = await aClient(portal);
  await aLine(portal, { client });
  companyId = await aCompany(portal, { client });
  operator = await portal.signIn((await anOperator(portal)).email);
  auditor = await portal.signIn((await anOperator(portal, { roles: ['auditor'] })).email);
});
afterAll(() => portal.close());

const log = async (query: Readonly<Record<string, string>> = {}) =>
  (await auditor.call(routes.listLog, { query })).data;
const newest = async (query: Readonly<Record<string, string>>): Promise<LogEntry> => {
  const [entry] = await log(query);
  if (!entry) throw new Error('the log has no such entry');
  return entry;
};

describe('[OPE-08] the log', () => {
  it('has who changed what, when, from where, before and after, and why', async () => {
    const body = { statusId: companyStatus.PENDING, reason: 'falta su constancia' };
    await operator.call(routes.setReceiverStatus, { params: { companyId }, body });
    const [name] = (await portal.db.owner.query<{ name: string }>('select first_name as name from operators')).rows;
    expect(await newest({ action: 'receiver.status' })).toMatchObject({
      at: portal.clock.now().toISOString(),
      actor: { kind: 'operator', name: expect.stringContaining(name?.name ?? '?') },
      address: '127.0.0.1',
      changes: expect.arrayContaining([
        { field: 'value', before: String(companyStatus.APPROVED), after: String(companyStatus.PENDING) },
      ]),
      reason: 'falta su constancia',
    });
  });

  it('shows of a proposal the values that it changes, and its reason', async () => {
    const change = { kind: 'credit-line', proposed: { limit: '3000000.00' } } as const;
    const where = { clientId: client.clientId, product: 'BI', currency: 'MXN' } as const;
    await operator.call(routes.propose, { body: { ...where, reason: 'baja de ventas', change } });
    const entry = await newest({ action: 'proposal.made', clientId: client.clientId });
    expect(entry).toMatchObject({ clientId: client.clientId, reason: 'baja de ventas' });
    expect(entry.changes).toEqual([
      { field: 'propuesta', before: null, after: `Línea Anticipo Índice MXN, ${client.entityName}` },
      { field: 'Límite', before: 'MXN 5,000,000.00', after: 'MXN 3,000,000.00' },
    ]);
  });

  it('[DIN-117] words what earlier versions wrote, and values of several rows', async () => {
    const other = await aClient(portal);
    const wrote = (action: string, details: object) =>
      portal.db.owner.query(
        `insert into audit (client_id, actor_kind, action, subject, details, recorded_at) values ($1, 'system', $2, $3, $4, $5)`,
        [other.clientId, action, `client:${other.clientId}`, JSON.stringify(details), portal.clock.now()],
      );
    const texts = async () => (await log({ clientId: other.clientId })).map(shownChanges);
    await wrote('sync.credential', { status: 20, before: 30 });
    await wrote('sync.credential', { status: 30, before: null });
    const rows = (orders: readonly (string | null)[]) =>
      orders.map((purchaseOrder, index) => ({ documentId: `invoice ${index}`, purchaseOrder }));
    await wrote('sale.resend', { before: rows(['OC1', null]), after: rows(['OC2', 'OC3']) });
    await wrote('client.closed', { before: 'open', after: 'closed' });
    expect(await texts()).toEqual([
      'estado: abierto → cerrado',
      'orden de compra: OC1, — → OC2, OC3',
      'estado: rechazada',
      'estado: rechazada → aceptada',
    ]);
  });

  it('is found by client, kind of actor, action and day', async () => {
    const other = await aClient(portal);
    const { email } = await aUser(portal, { client: other });
    await portal.signIn(email);
    const entries = await log({ clientId: other.clientId });
    expect(entries).toMatchObject([{ action: 'session.started', actor: { kind: 'user' }, clientId: other.clientId }]);
    expect(await log({ clientId: other.clientId, who: 'operator' })).toEqual([]);
    expect(await log({ clientId: other.clientId, action: 'sale.hold' })).toEqual([]);
    const today = portal.clock.today();
    expect(await log({ clientId: other.clientId, from: today, to: today })).toEqual(entries);
    expect(await log({ clientId: other.clientId, to: '2026-03-09' })).toEqual([]);
    expect(await log({ clientId: other.clientId, from: '2026-03-11' })).toEqual([]);
  });

  it('comes in pages that miss and repeat nothing', async () => {
    const other = await aClient(portal);
    await portal.db.owner.query(
      `insert into audit (client_id, actor_kind, action, subject, recorded_at)
       select $1, 'worker', 'sync.connect', 'client:x', now() from generate_series(1, 205)`,
      [other.clientId],
    );
    const seen: string[] = [];
    let before: string | null = null;
    do {
      const query = { clientId: other.clientId, ...(before && { before }) };
      const page: { data: LogEntry[]; next: string | null } = await auditor.call(routes.listLog, { query });
      seen.push(...page.data.map(({ link }) => link));
      before = page.next;
    } while (before !== null);
    expect(seen).toEqual(Array.from({ length: 205 }, (_, place) => String(205 - place)));
  });

  it('is exported with its hashes, and the export is in the log', async () => {
    const query = { format: 'csv', clientId: client.clientId } as const;
    const { bytes } = await auditor.send(routes.exportLog, { query });
    const [header, ...rows] = bytes.toString('utf8').split('\r\n');
    expect(header).toContain('Antes → después');
    const entries = await log({ clientId: client.clientId });
    expect(rows.filter((row) => row !== '')).toHaveLength(entries.length);
    expect(rows[0]).toContain(entries[0]?.hash);
    expect(await newest({ action: 'log.export' })).toMatchObject({
      actor: { kind: 'operator' },
      changes: expect.arrayContaining([{ field: 'format', before: null, after: 'csv' }]),
    });
  });

  it('names an invoice by its folio, also among the facts, and a file by its name', async () => {
    const seller = await aSeller(portal);
    const documentIds = await seller.invoices({ count: 1 });
    const [sale] = await requestSale(seller.session, documentIds);
    const params = { saleId: sale?.saleId ?? '' };
    const { seen } = await operator.call(routes.getLenderSale, { params });
    const message = 'Falta la orden de compra';
    await operator.call(routes.returnSale, { params, body: { version: seen.version, message, documentIds } });
    const { clientId } = seller.client;
    const [item] = sale?.items ?? [];
    const folio = [item?.serie, item?.folio].filter(Boolean).join('-');
    expect((await newest({ action: 'sale.return', clientId })).changes).toContainEqual({
      field: 'documentIds',
      before: null,
      after: JSON.stringify([folio]),
    });
    await portal.db.owner.query(
      `insert into audit (client_id, actor_kind, action, subject, recorded_at)
       values ($1, 'worker', 'invoice.purchase-order', $2, now())`,
      [clientId, `invoice:${documentIds[0]}`],
    );
    expect((await newest({ action: 'invoice.purchase-order', clientId })).subject).toBe(`Factura ${folio}`);
    const upload = { fileName: 'sin factura.xml', fileData: Buffer.from('nada').toString('base64') };
    await seller.session.call(routes.uploadFile, { body: upload });
    expect((await newest({ action: 'file.upload', clientId })).subject).toBe(upload.fileName);
  });

  it('can be read whatever a setting is called', async () => {
    const branch = `norte:${client.clientId}`;
    const change = { kind: 'branch', branch, promoterPhone: '55 5555 0199' } as const;
    await operator.call(routes.changeSetting, { body: { reason: 'nueva sucursal', change } });
    expect(await newest({ action: 'setting.changed' })).toMatchObject({ subject: `setting:${branch}` });
  });

  it('notes who reads a client’s data, once an hour', async () => {
    const seller = await aSeller(portal);
    const [sale] = await requestSale(seller.session, await seller.invoices({ count: 1 }));
    const { clientId } = seller.client;
    const started = portal.clock.now();
    onTestFinished(() => portal.clock.set(started));
    const readings = async (): Promise<string[]> => {
      const { rows } = await portal.db.owner.query<{ action: string }>(
        `select action from audit where client_id = $1 and action like '%.read' order by action`,
        [clientId],
      );
      return rows.map(({ action }) => action);
    };
    const [{ email }, other] = [await anOperator(portal), await anOperator(portal)];
    const readBy = async (reader: string) => {
      const session = await portal.signIn(reader);
      await session.call(routes.getLenderClient, { params: { clientId } });
      await session.call(routes.getLenderSale, { params: { saleId: sale?.saleId ?? '' } });
      return readings();
    };
    expect(await readBy(email)).toEqual(['client.read', 'sale.read']);
    await atLimit(portal.clock, 3_600_000, {
      before: async () => expect(await readBy(email)).toHaveLength(2),
      after: async () => expect(await readBy(email)).toHaveLength(4),
    });
    expect(await readBy(other.email)).toHaveLength(6);
  });
});

describe('the chains of the log', () => {
  const linked = (clientId: string | null, at = 'now()') =>
    `insert into audit (client_id, actor_kind, action, subject, recorded_at)
     values (${clientId === null ? 'null' : `'${clientId}'`}, 'worker', 'sync.connect', 'client:x', ${at})`;

  it('[OPE-08] keeps the chains whole when many write to one at once', async () => {
    const { clientId } = await aClient(portal);
    const write = () =>
      portal.db.worker.withTransaction({ as: 'worker' }, (db) => sql.raw(linked(clientId)).execute(db));
    await Promise.all(Array.from({ length: 20 }, write));
    expect(await log({ clientId })).toHaveLength(20);
    expect(await checkInvariants(portal.db.owner)).toEqual([]);
  });

  it('does not make the writers of different clients wait for each other', async () => {
    const [one, other] = [await aClient(portal), await aClient(portal)];
    const { email } = await aUser(portal, { client: other });
    const { owner } = portal.db;
    await owner.query('begin');
    await owner.query(linked(one.clientId));
    await owner.query('set constraints all immediate');
    await portal.signIn(email);
    await owner.query('commit');
    expect(await log({ clientId: other.clientId })).toHaveLength(1);
  });
});
