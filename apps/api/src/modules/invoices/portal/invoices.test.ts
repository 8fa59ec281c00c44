import { countInvoices, listInvoices as listRoute } from '@anticipa/contract/invoices';
import { addDays, type IsoDate } from '@anticipa/domain/calendar';
import { type InvoiceStatus, transitions } from '@anticipa/domain/invoice';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aClient,
  aCompany,
  anUploadedInvoice,
  aUser,
  type TestClient,
  type TestUser,
} from '../../../../testing/builders.ts';
import { someInvoices } from '../../../../testing/invoice-rows.ts';
import { type Portal, startPortal } from '../../../../testing/portal.ts';
import type { Session } from '../../../../testing/session.ts';
import { actorFor, workIn } from '../../../../testing/work.ts';
import { storedClient } from '../../../platform/work/caller.ts';
import { narrowTo, type Principal, type Work } from '../../../platform/work/work.ts';
import { invoiceFacts, statusCounts } from '../queries.ts';
import { applyTransition, claimInvoices } from '../transition.ts';
import { listInvoices } from './list-queries.ts';

let portal: Portal;
let companyId: string;
interface Someone {
  readonly client: TestClient;
  readonly user: TestUser;
  readonly session: Session;
}
let mine: Someone;
let theirs: Someone;

const someone = async (): Promise<Someone> => {
  const client = await aClient(portal);
  const user = await aUser(portal, { client });
  await aCompany(portal, { client });
  return { client, user, session: await portal.signIn(user.email) };
};

beforeAll(async () => {
  portal = await startPortal();
  companyId = await aCompany(portal);
  mine = await someone();
  theirs = await someone();
});
afterAll(() => portal.close());

const asTenant = <T>(who: Someone, run: (work: Work<Principal>) => Promise<T>): Promise<T> => {
  const { clientId } = who.client;
  return portal.db.api.withTransaction({ as: 'tenant', clientId }, (executor) =>
    run(workIn(executor, portal.clock, clientId, actorFor(who.client, who.user))),
  );
};
/** Rolls back, because single transitions would leave a partial sale. */
const undone = async <T>(who: Someone, run: (work: Work<Principal>) => Promise<T>): Promise<T> => {
  const outcome: { value?: T } = {};
  class Undo extends Error {}
  const undo = new Undo();
  await asTenant(who, async (work) => {
    outcome.value = await run(work);
    throw undo;
  }).catch((cause: unknown) => {
    if (cause !== undo) throw cause;
  });
  if (!('value' in outcome)) throw new Error('nothing was done');
  return outcome.value as T;
};
const stateOf = async ({ db }: Work, documentId: string) => {
  const { rows } = await sql<{
    status: number;
    motive: string | null;
    rejected: boolean;
    events: string[];
  }>`
    select status, motive, rejected_at is not null as rejected,
      (select array_agg(transition || ' ' || coalesce(from_status::text, '') || '>' || to_status || ' ' || actor_kind order by event_id)
       from invoice_events e where e.document_id = i.document_id) as events
    from invoices i where document_id = ${documentId}`.execute(db);
  return rows[0];
};
const anInvoice = async (options: Partial<Parameters<typeof someInvoices>[1]> = {}): Promise<string> => {
  const [id = ''] = await someInvoices(portal, { client: mine.client, user: mine.user, companyId, ...options });
  return id;
};

describe('a transition', () => {
  const statuses: readonly Extract<InvoiceStatus, 0 | 10 | 20>[] = [0, 10, 20];
  const names = { 0: 'RECHAZADA', 10: 'REGISTRADO', 20: 'AUTORIZADA' } as const;
  const single = ['approveReceiver', 'failCheck', 'deleteByUser', 'restoreByUser'] as const;

  it.each(single.flatMap((transition) => statuses.map((status) => [transition, names[status], status] as const)))(
    '%s from %s happens exactly when the domain lists it',
    async (transition, name, status) => {
      const id = await anInvoice({ status });
      const isAllowed = (transitions[transition].from as readonly string[]).includes(name);
      const motive = transition === 'deleteByUser' ? 'DELETED_BY_USER' : 'EMITTED_TOO_OLD';
      const [moved, state] = await undone(mine, async (work) => [
        await applyTransition(work, transition, [id], { motive }),
        await stateOf(work, id),
      ]);
      expect(moved).toBe(isAllowed ? 1 : 0);
      if (!isAllowed) return expect(state).toMatchObject({ status, events: [`upload >${status} user`] });
      const to = transition === 'approveReceiver' ? 20 : transition === 'restoreByUser' ? 10 : 0;
      expect(state).toEqual({
        status: to,
        motive: to === 0 ? motive : null,
        rejected: to === 0,
        events: [`upload >${status} user`, `${transition} ${status}>${to} user`],
      });
    },
  );

  it('never affects another client’s invoices', async () => {
    const id = await anInvoice();
    const reject = (work: Work<Principal>) => applyTransition(work, 'failCheck', [id], { motive: 'EMITTED_TOO_OLD' });
    const foreign = storedClient(mine.client.clientId);
    expect(await undone(theirs, (work) => reject(narrowTo(work, foreign)))).toBe(0);
    expect(await undone(theirs, reject)).toBe(0);
  });

  it('lets one of twenty concurrent requests win', async () => {
    const id = await anInvoice();
    const reject = (work: Work<Principal>) => applyTransition(work, 'failCheck', [id], { motive: 'EMITTED_TOO_OLD' });
    const moved = await Promise.all(Array.from({ length: 20 }, () => asTenant(mine, reject)));
    expect(moved.reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  it('claims an invoice while live and releases it when rejected', async () => {
    const id = await anInvoice();
    const claims = async (): Promise<number> =>
      (await portal.db.owner.query('select 1 from invoice_claims where document_id = $1', [id])).rows.length;
    expect(await claims()).toBe(1);
    await asTenant(mine, (work) => applyTransition(work, 'failCheck', [id], { motive: 'EMITTED_TOO_OLD' }));
    expect(await claims()).toBe(0);
  });

  it('does not hold a rejected invoice that became live elsewhere', async () => {
    const id = await anInvoice({ status: 0, motive: 'EMITTED_TOO_OLD' });
    const other = await anUploadedInvoice(portal, theirs);
    await portal.db.owner.query(
      'update invoice_claims set seal_hash = (select seal_hash from invoices where document_id = $1) where document_id = $2',
      [id, other.documentId],
    );
    expect(await undone(mine, (work) => claimInvoices(work, [id]))).toEqual([]);
    expect(await undone(mine, (work) => applyTransition(work, 'hold', [id]))).toBe(0);
    await portal.db.owner.query(
      'update invoice_claims c set seal_hash = i.seal_hash from invoices i where i.document_id = c.document_id and c.document_id = $1',
      [other.documentId],
    );
  });

  it('requires a motive to reject, and a target status to release', async () => {
    const id = await anInvoice();
    await expect(undone(mine, (work) => applyTransition(work, 'failCheck', [id]))).rejects.toThrow('motive');
    await expect(undone(mine, (work) => applyTransition(work, 'release', [id]))).rejects.toThrow('release');
  });
});

describe('the list', () => {
  it('[EST-04] lists an invoice with an unknown newer motive, without motive', async () => {
    const id = await anInvoice({ status: 0, motive: 'EMITTED_TOO_OLD' });
    await portal.db.owner.query(`update invoices set motive = 'OF_TOMORROW' where document_id = $1`, [id]);
    const { data } = await mine.session.call(listRoute, { query: { status: '0' } });
    expect(data.find((invoice) => invoice.documentId === id)).toMatchObject({ status: 0, motive: null });
  });

  it('[TAB-01] lists the client’s live invoices, newest first, and deleted ones on request', async () => {
    const { client, user, session } = await someone();
    const own = { client, user, companyId };
    const [authorised = ''] = await someInvoices(portal, own);
    const [rejected = ''] = await someInvoices(portal, { ...own, status: 0, motive: 'RECEIVER_DISABLED' });
    const [deleted = ''] = await someInvoices(portal, { ...own, status: 0, motive: 'DELETED_BY_USER' });
    const idsOf = async (status?: string): Promise<string[]> =>
      (await session.call(listRoute, { query: status === undefined ? {} : { status } })).data.map(
        ({ documentId }) => documentId,
      );
    expect((await idsOf()).toSorted()).toEqual([authorised, rejected].toSorted());
    expect((await idsOf('0')).toSorted()).toEqual([rejected, deleted].toSorted());
    expect(await idsOf('20,25')).toEqual([authorised]);
    expect(await idsOf('40')).toEqual([]);
    const { data } = await session.call(listRoute, { query: { status: '0' } });
    expect(data.find(({ documentId }) => documentId === rejected)).toMatchObject({
      motive: { code: 'RECEIVER_DISABLED', description: 'El receptor está deshabilitado', user: false },
      statusResponse: [
        {
          dateProcess: portal.clock.now().toISOString(),
          respuesta: { comments: 'El receptor está deshabilitado' },
        },
      ],
      rejectedDate: portal.clock.today(),
    });
    expect(data.find(({ documentId }) => documentId === deleted)?.motive?.user).toBe(true);
  });

  it.each([
    ['no status', '99'],
    ['a word', 'todas'],
    ['an empty text', ''],
    ['more statuses than exist', '0,10,20,25,30,40,0'],
  ])('refuses a status that is %s', async (_, status) => {
    expect(await mine.session.refusal(listRoute, { query: { status } })).toMatchObject({ status: 400 });
  });

  it('answers for another client’s id or tax id as for a missing one', async () => {
    for (const query of [{ clientId: theirs.client.clientId }, { rfc: theirs.client.rfc }, { rfc: 'XXX010101XX0' }]) {
      expect(await mine.session.refusal(listRoute, { query })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
    const own = { clientId: mine.client.clientId, rfc: mine.client.rfc };
    expect((await mine.session.send(listRoute, { query: own })).status).toBe(200);
  });

  it('counts by product and status, with totals per currency', async () => {
    const { client, user, session } = await someone();
    const own = { client, user, companyId };
    await someInvoices(portal, { ...own, count: 3, total: '0.10' });
    await someInvoices(portal, { ...own, currency: 'USD', total: '99.99' });
    await someInvoices(portal, { ...own, status: 0, motive: 'CURRENCY_UNSUPPORTED', currency: 'EUR' });
    await someInvoices(portal, { ...own, status: 0, motive: 'DELETED_BY_USER' });
    await someInvoices(portal, { ...own, product: 'FB', status: 10, emittedOn: '2026-01-15' });
    const today = portal.clock.today();
    const dates = { firstEmitted: today, firstDue: null, overdue: 0 };
    expect((await session.call(countInvoices, {})).data).toEqual([
      { product: 'BI', status: 0, count: 1, totalMXN: '0.00', totalUSD: '0.00', ...dates },
      { product: 'BI', status: 20, count: 4, totalMXN: '0.30', totalUSD: '99.99', ...dates },
      {
        product: 'FB',
        status: 10,
        count: 1,
        totalMXN: '116000.00',
        totalUSD: '0.00',
        ...dates,
        firstEmitted: '2026-01-15',
      },
    ]);
  });

  it('[EST-03] counts as overdue what is due today or earlier', async () => {
    const { client, user, session } = await someone();
    const today = portal.clock.today();
    const ids = await someInvoices(portal, { client, user, companyId, count: 3 });
    const dueOn = (dates: readonly (IsoDate | null)[]) =>
      portal.db.owner.query(
        `update invoices set due_date = due from unnest($1::uuid[], $2::date[]) as wanted (id, due)
         where document_id = wanted.id`,
        [ids, dates],
      );
    await dueOn([addDays(today, 1), today, addDays(today, -3)]);
    expect((await session.call(countInvoices, {})).data).toMatchObject([
      { count: 3, firstDue: addDays(today, -3), overdue: 2 },
    ]);
    await dueOn([null, null, null]);
  });
});

describe('tenant isolation', () => {
  it('row-level security alone isolates clients, for any query', async () => {
    const id = await anInvoice();
    const tables = ['invoices', 'files', 'invoice_events', 'company_links'] as const;
    for (const table of tables) {
      const { rows } = await asTenant(theirs, ({ db }) =>
        sql<{
          count: number;
        }>`select count(*)::integer as count from ${sql.table(table)} where client_id = ${mine.client.clientId}`.execute(
          db,
        ),
      );
      expect(rows[0]?.count).toBe(0);
    }
    const changed = await undone(theirs, ({ db }) =>
      sql`update invoices set purchase_order = 'X' where document_id = ${id}`.execute(db),
    );
    expect(changed.numAffectedRows).toBe(0n);
    const forged = asTenant(theirs, ({ db }) =>
      sql`insert into company_links (client_id, company_id, name, created_at) values (${mine.client.clientId}, ${companyId}, 'X', now())`.execute(
        db,
      ),
    );
    await expect(forged).rejects.toThrow();
  });

  it('the queries alone isolate clients, without row-level security', async () => {
    const id = await anInvoice();
    await portal.db.api.withTransaction({ as: 'operator' }, async (executor) => {
      const work = workIn(executor, portal.clock, theirs.client.clientId);
      expect(await invoiceFacts(work, [id], 'read')).toEqual([]);
      const listed = await listInvoices(work, { statuses: null });
      expect(listed.filter(({ clientId }) => clientId !== theirs.client.clientId)).toEqual([]);
      const counts = await statusCounts(work);
      expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(listed.length);
    });
  });
});
