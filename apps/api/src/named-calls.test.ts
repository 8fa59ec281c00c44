/** The 48 calls that the specification names: each takes its payload as written there and answers the named fields. */
import type { ResponseOf, Route } from '@anticipa/contract/route';
import { routes } from '@anticipa/contract/routes';
import { addDays, type IsoDate } from '@anticipa/domain/calendar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, aCompany, anOperator, aUser } from '../testing/builders.ts';
import { someInvoices } from '../testing/invoice-rows.ts';
import { accountCalls } from '../testing/named-calls/account.ts';
import { clientCalls } from '../testing/named-calls/client.ts';
import { documentCalls } from '../testing/named-calls/documents.ts';
import { lenderCalls } from '../testing/named-calls/lender.ts';
import type { NamedCall } from '../testing/named-calls/named-call.ts';
import { unpathedCalls } from '../testing/named-calls/unpathed.ts';
import { aPopulatedClient, type TestObjects } from '../testing/populated-client.ts';
import { type Portal, startPortal } from '../testing/portal.ts';
import type { Session } from '../testing/session.ts';

const calls = [...accountCalls, ...clientCalls, ...documentCalls, ...lenderCalls];

const asNamed = ({ method, path }: Route): string => `${method} ${path.replaceAll(/:(\w+)/g, '{}')}`;
const offered = new Set(Object.values(routes).map(asNamed));
const isOffered = ({ name }: NamedCall): boolean => offered.has(name.replaceAll(/\{\w+\}/g, '{}'));

describe('the calls of the specification', () => {
  it('[API-01] names 48 calls, each once', () => {
    expect(new Set(calls.map(({ name }) => name)).size).toBe(48);
    expect(calls).toHaveLength(48);
  });

  it('[API-01] offers all calls of the specification', () => {
    expect(calls.filter((call) => !isOffered(call))).toEqual([]);
  });

  describe('as written', () => {
    let portal: Portal;
    let own: TestObjects;
    let sessions: Readonly<Record<NamedCall['caller'], Session>>;
    beforeAll(async () => {
      portal = await startPortal();
      const operator = await portal.signIn((await anOperator(portal)).email);
      own = await aPopulatedClient(portal, { operator, firstSale: 1 });
      sessions = {
        visitor: portal.visitor,
        user: await portal.signIn(own.email),
        administrator: await portal.signIn(own.adminEmail),
      };
    });
    afterAll(() => portal.close());

    const take = async (call: NamedCall): Promise<void> => {
      const { path = [], query, body } = call.written(own);
      const [method = '', template = ''] = call.name.split(' ');
      const values = [...path];
      const url = `${template.replaceAll(/\{\w+\}/g, () => values.shift() ?? '')}/`;
      const session = call.name === 'POST /api/logout' ? await portal.signIn(own.email) : sessions[call.caller];
      const answer = await portal.app.inject({
        method: method as Route['method'],
        url: query === undefined ? url : `${url}?${query}`,
        headers: {
          ...(session.token === null ? {} : { authorization: `Bearer ${session.token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      const read: unknown = answer.json();
      if (call.refusal === undefined) expect({ status: answer.statusCode, read }).toMatchObject({ status: 200 });
      else expect(read).toMatchObject({ error: { code: call.refusal } });
      for (const field of call.answers) expect({ field, has: hasField(read, field) }).toEqual({ field, has: true });
    };

    it.each(calls)('[API-01] [API-06] $name', take);
    it.each(unpathedCalls)('[API-07] $name', take);

    it('[API-01] [EST-05] GET /api/factoringDocument is narrowed by each of its filters', async () => {
      const client = await aClient(portal);
      const user = await aUser(portal, { client });
      const session = await portal.signIn(user.email);
      const own = { client, user, companyId: await aCompany(portal, { client }) };
      const today = portal.clock.today();
      const rejectedOn = (day: IsoDate) => new Date(`${day}T18:00:00Z`);
      const [index = ''] = await someInvoices(portal, own);
      const [confirmed = ''] = await someInvoices(portal, { ...own, product: 'FB', status: 10 });
      const rejected = { ...own, status: 0, motive: 'EMITTED_TOO_OLD' } as const;
      const [seventh = ''] = await someInvoices(portal, { ...rejected, rejectedAt: rejectedOn(addDays(today, -7)) });
      const [eighth = ''] = await someInvoices(portal, { ...rejected, rejectedAt: rejectedOn(addDays(today, -8)) });
      const idsOf = async (query: string): Promise<string[]> => {
        const { body } = await session.get(`/api/factoringDocument/?${query}`);
        return (body as ResponseOf<typeof routes.listInvoices>).data.map(({ documentId }) => documentId).toSorted();
      };
      const all = [index, confirmed, seventh, eighth];
      expect(await idsOf('sevenDaysRejectedDate=false')).toEqual(all.toSorted());
      expect(await idsOf('sevenDaysRejectedDate=true')).toEqual([index, confirmed, seventh].toSorted());
      expect(await idsOf(`status=0&sevenDaysRejectedDate=${addDays(today, -8)}`)).toEqual([seventh, eighth].toSorted());
      expect(await idsOf('status=10&status=20')).toEqual([index, confirmed].toSorted());
      expect(await idsOf('products=FB')).toEqual([confirmed]);
      expect(await idsOf('products=BI&products=FB&withoutPaymentDate=true')).toEqual(all.toSorted());
      expect(await idsOf('showCredit=false&paymentReference=AN129999999991')).toEqual([]);
      expect((await session.get('/api/factoringDocument?products=XX')).status).toBe(400);
    });
  });
});

/** Whether a value has a field at `a.b[].c`. */
function hasField(value: unknown, field: string): boolean {
  const [first = '', ...rest] = field.split('.');
  const [, name = '', index] = /^(\w+)(?:\[(\d*)\])?$/.exec(first) ?? [];
  if (typeof value !== 'object' || value === null || !(name in value)) return false;
  const inner: unknown = Object.entries(value).find(([key]) => key === name)?.[1];
  const next: unknown = index === undefined ? inner : Array.isArray(inner) ? inner[Number(index)] : undefined;
  return rest.length === 0 ? next !== undefined : hasField(next, rest.join('.'));
}
