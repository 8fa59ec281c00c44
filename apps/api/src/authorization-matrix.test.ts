/** Every route of the contract × every actor and every key × own, foreign and missing objects. */

import { type ClientAction, clientActionNames, clientActions } from '@anticipa/contract/client-actions';
import type { ResponseOf } from '@anticipa/contract/route';
import { type RouteName, routes } from '@anticipa/contract/routes';
import { mayAct } from '@anticipa/domain/sale-right';
import { isNamed, valueText } from '@anticipa/texts/tables/log-values';
import { errorTexts } from '@anticipa/texts/texts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsInViews } from '../testing/calls-in-views.ts';
import { matrixKeys } from '../testing/key-holders.ts';
import { comparable, isNotFound, marksOf } from '../testing/marks.ts';
import {
  type ActorName,
  actorsOn,
  ask,
  buildWorld,
  guardOf,
  IN_VIEW,
  inCapitals,
  names,
  objectsOf,
  routeOf,
  someSpellings,
  type World,
} from '../testing/matrix.ts';
import { missingIds } from '../testing/missing-ids.ts';
import { startPortal } from '../testing/portal.ts';
import { callsOfPrograms, scopesOfCalls } from '../testing/program-calls.ts';
import { callersByRoute, callersOf, rolesByRoute } from '../testing/route-callers.ts';
import { routeInputs } from '../testing/route-inputs.ts';
import {
  callsAtTimesWithFreshFactor,
  callsThatPrepare,
  callsThatSell,
  callsWithFreshFactor,
  callsWithoutFreshFactor,
  ownWrites,
} from '../testing/route-rights.ts';
import { snapshotOf } from '../testing/snapshot.ts';
import { aView } from '../testing/views.ts';
import { accountsPaid, callsWithAccounts, wholeAccountsIn } from '../testing/whole-accounts.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld(await startPortal());
});
afterAll(() => world.portal.close());

const unproven: ReadonlySet<string> = new Set(['WRONG_CODE', 'FRESH_FACTOR_NEEDED']);

const describeForeign = (walls: string): void => {
  describe(`${walls}: a foreign object`, () => {
    // A separate minute, so that rate limits do not interfere.
    beforeAll(() => world.portal.clock.pass(60_000));

    const admitted = names.flatMap((name) => {
      const callers = (['user', 'administrator', 'operator'] as const).filter((actor) => guardOf(name, actor) === null);
      return callers.length > 0 ? [{ name, callers }] : [];
    });
    it.each(admitted)('looks missing in $name to $callers and is unchanged', async ({ name, callers }) => {
      const { own, other, sessions, portal } = world;
      const nobody = missingIds();
      const foreign = routeInputs[name].foreign(own, other);
      if (foreign.length === 0) return;
      const missing = routeInputs[name].foreign(own, nobody);
      const before = await snapshotOf(portal.db.owner);
      for (const actor of callers) {
        for (const [index, input] of foreign.entries()) {
          const answer = await sessions[actor].send(routeOf(name), input);
          const nothing = await sessions[actor].send(routeOf(name), missing[index] ?? {});
          expect({ actor, input, code: answer.code, notFound: isNotFound(answer) }).toMatchObject({ notFound: true });
          expect(comparable(answer, other)).toBe(comparable(nothing, nobody));
        }
      }
      expect(await snapshotOf(portal.db.owner)).toEqual(before);
    });

    it('appears in no answer about own objects', async () => {
      const { own, other, sessions } = world;
      const reads = names.filter((name) => routeOf(name).method === 'GET' && guardOf(name, 'user') === null);
      for (const name of reads.filter((one) => routeOf(one).produces === undefined)) {
        const answer = await sessions.user.send(routeOf(name), routeInputs[name].own(own));
        expect({ name, status: answer.status }).toEqual({ name, status: 200 });
        const text = answer.bytes.toString();
        expect(marksOf(other).filter((mark) => text.includes(mark))).toEqual([]);
      }
    });
  });
};

describe('with query filters alone', () => {
  const setRowSecurity = async (change: 'disable' | 'enable'): Promise<void> => {
    const { owner } = world.portal.db;
    const { rows } = await owner.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
       where relforcerowsecurity and relnamespace = 'public'::regnamespace`,
    );
    for (const { name } of rows) await owner.query(`alter table ${name} ${change} row level security`);
  };
  beforeAll(() => setRowSecurity('disable'));
  afterAll(() => setRowSecurity('enable'));

  describeForeign('filters alone');
});

describe('with both walls', () => {
  describeForeign('both walls');

  it('has expectations for exactly the routes of the contract', () => {
    expect(Object.keys(routeInputs).sort()).toEqual(Object.keys(routes).sort());
    expect(callersByRoute.map(([name]) => name).sort()).toEqual(Object.keys(routes).sort());
  });

  describe.each(names)('%s', (name) => {
    const route = routeOf(name);
    it.each(actorsOn(name))(`[API-01] admits or refuses: %s`, async (actor) => {
      const refusal = guardOf(name, actor);
      // Routes that end a session use a separate one.
      const isEnding = ['logout', 'endSession'].includes(name) && refusal === null;
      const objects = objectsOf(world, actor);
      const email = actor === 'operator' ? world.operatorEmail : objects.email;
      const another = async () => {
        // A second factor that other calls have begun is not finished by a sign-in.
        await world.portal.db.owner.query('update accounts set totp_pending = null');
        return actor === IN_VIEW ? aView(world.sessions.operator, world.own) : world.portal.signIn(email);
      };
      const session = isEnding ? await another() : world.sessions[actor];
      const sessions = isEnding && actor !== IN_VIEW ? (await session.call(routes.listSessions)).data : [];
      const sessionId = sessions.find((one) => one.current)?.sessionId ?? objects.sessionId;
      const input = routeInputs[name].own({ ...objects, sessionId });
      // Ids are the same in either letter case; two actors write them in capitals.
      const isLoud = actor === 'administrator' || actor === 'operator';
      const answer = await ask(world, session, name, isLoud ? inCapitals(input) : input);
      if (refusal) expect([answer.status, answer.code]).toEqual(refusal);
      else {
        // A client's people have no second factor here, so a proof of one is refused, after everything that the gate asks.
        if (!unproven.has(answer.code ?? '')) expect([401, 403, 404]).not.toContain(answer.status);
        expect(answer.status).toBeLessThan(500);
        // Only a caller that knows the token of a webhook gets its challenge.
        if (route.method === 'GET' && name !== 'verifyWhatsAppWebhook') expect(answer.status).toBe(200);
        if (answer.code !== null) expect(Object.keys(errorTexts)).toContain(answer.code);
      }
    });

    it('[API-01] accepts a trailing slash but no other spelling', async () => {
      const { clock } = world.portal;
      // A separate minute, so that the rate limit of the address does not interfere.
      if (callersOf.get(name) === 'everyone') clock.pass(60_000);
      const path = route.path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000');
      const statusAt = async (url: string): Promise<number> =>
        (await world.portal.app.inject({ method: route.method, url, headers: { accept: 'application/json' } }))
          .statusCode;
      expect(await statusAt(`${path}/`)).toBe(await statusAt(path));
      for (const respell of someSpellings()) {
        const url = respell(path);
        if (url !== path && callersOf.get(name) !== 'everyone') expect([400, 401, 404]).toContain(await statusAt(url));
      }
    });
  });

  it('[DER-15] each field that the calls of a client’s people log has a name in its activity', async () => {
    const { own, other, portal } = world;
    const nameless = new Set<string>();
    for (const { adminEmail } of [own, other]) {
      const { data } = await (await portal.signIn(adminEmail)).call(routes.listActivity);
      for (const { action, changes } of data)
        for (const { field } of changes)
          if (!field.endsWith('Id') && !isNamed(field)) nameless.add(`${action} ${field}`);
      expect(data.length).toBeGreaterThan(1);
    }
    expect([...nameless]).toEqual([]);
  });

  it('[DIN-117] the log of all these calls names its fields, and words their values', async () => {
    const raw = new Set<string>();
    // The ids of people and things, and texts that people wrote, are as they are.
    const asWritten = /Id$|^(?:name|number|format|columns|layout|folio|reference|trackingKey|url|email|view|copy)$/;
    const isLabel = (field: string): boolean => /^\p{Lu}/u.test(field) || field === 'propuesta';
    let next: string | null = '999999999';
    while (next !== null) {
      const query: Readonly<Record<string, string>> = { before: next };
      const page: ResponseOf<typeof routes.listLog> = await world.sessions.operator.call(routes.listLog, { query });
      for (const { action, changes } of page.data)
        for (const { field, after } of changes.filter((change) => !isLabel(change.field))) {
          if (!isNamed(field)) raw.add(`${action} ${field}`);
          const code = valueText(after, field, action)
            .split(', ')
            .find(
              (word) =>
                word.startsWith('[object') ||
                (/^[a-z]+(?:[_-][a-z]+)*$|^[A-Z_]{6,}$/.test(word) && after?.includes(word)),
            );
          if (code === undefined || asWritten.test(field)) continue;
          raw.add(`${action} ${field}: ${code}`);
        }
      next = page.next;
    }
    expect([...raw].sort()).toEqual([]);
  });

  it('[DER-01] [API-01] each call of a client’s people that writes needs a right, or is the person’s own', () => {
    const isWrite = (name: RouteName): boolean =>
      ['people of a client', 'administrators of a client'].includes(callersOf.get(name) ?? '') &&
      routeOf(name).method !== 'GET' &&
      !callsInViews.has(name);
    const unnamed = names.filter(
      (name) => isWrite(name) && ![callsThatPrepare, callsThatSell, ownWrites].some((set) => set.has(name)),
    );
    // Reads the proof at the central bank.
    expect(unnamed).toEqual(['saleProof']);
    const rightOf = (name: RouteName): string | undefined =>
      callsThatSell.has(name) ? 'accept' : callsThatPrepare.has(name) ? 'prepare' : 'consult';
    const wrong = names.filter((name) => routeOf(name).audience === 'client' && routeOf(name).right !== rightOf(name));
    expect(wrong).toEqual([]);
  });

  it('[FAC-05] each call of a client’s people that writes is decided about a fresh second factor', () => {
    const isWrite = (name: RouteName): boolean =>
      ['people of a client', 'administrators of a client'].includes(callersOf.get(name) ?? '') &&
      routeOf(name).method !== 'GET' &&
      !callsInViews.has(name);
    const decided = [...callsWithFreshFactor, ...callsAtTimesWithFreshFactor, ...callsWithoutFreshFactor];
    expect(decided.toSorted()).toEqual(names.filter((name) => isWrite(name) || name === 'saleProof').toSorted());
    const guarded = names.filter((name) => routeOf(name).errors?.includes('FRESH_FACTOR_NEEDED'));
    expect(guarded.toSorted()).toEqual([...callsWithFreshFactor, ...callsAtTimesWithFreshFactor].toSorted());
  });

  it.each([...callsWithFreshFactor])('[FAC-05] a session alone does not suffice for %s', async (name) => {
    const objects = objectsOf(world, 'administrator');
    const { code } = await ask(world, world.sessions.administrator, name, routeInputs[name].own(objects));
    expect(code).toBe('FRESH_FACTOR_NEEDED');
  });

  it('[BUS-03] [API-01] a person is offered exactly the actions whose call the server admits', () => {
    const callOf: Readonly<Record<ClientAction, RouteName>> = {
      sell: 'setAsPreSell',
      prepareSale: 'prepareSale',
      upload: 'uploadFile',
      findCash: 'findCash',
      connect: 'clientCredentials',
      package: 'downloadOwnPackage',
      invite: 'createUser',
      createKey: 'createApiKey',
      createWebhook: 'createWebhook',
      chooseNotices: 'changeNoticeChoices',
      switchCompany: 'enterCompany',
    };
    const open = { saleRight: 'accept', isAdmin: false, isView: false, isClosed: false } as const;
    const people = new Map<ActorName, Parameters<typeof mayAct>[0]>([
      ['user', open],
      ['user who prepares', { ...open, saleRight: 'prepare' }],
      ['user who consults', { ...open, saleRight: 'consult' }],
      ['administrator', { ...open, isAdmin: true }],
      [IN_VIEW, { ...open, isAdmin: true, isView: true }],
    ]);
    const isOffered = (action: ClientAction, person: Parameters<typeof mayAct>[0]): boolean =>
      mayAct(person, clientActions[action]);
    const offered = [...people].map(([actor, person]) => [
      actor,
      clientActionNames.filter((action) => isOffered(action, person)),
    ]);
    const admitted = [...people.keys()].map((actor) => [
      actor,
      Object.entries(callOf).flatMap(([action, call]) => (guardOf(call, actor) === null ? [action] : [])),
    ]);
    expect(offered).toEqual(admitted);
    // A closed client admits what a view does, and the person's own access.
    const closed = clientActionNames.filter((action) => isOffered(action, { ...open, isAdmin: true, isClosed: true }));
    const views = Object.entries(callOf).flatMap(([action, call]) => (callsInViews.has(call) ? [action] : []));
    expect(closed).toEqual([...views, 'switchCompany']);
  });

  it.each(names.filter((name) => name in rolesByRoute))(
    '[API-01] [OPE-01] [DIN-115] admits operators by role, of whom few see whole accounts: %s',
    async (name) => {
      const accounts = await accountsPaid(world.portal.db.owner);
      for (const [role, session] of world.withRole) {
        const { code, bytes } = await session.send(routeOf(name), routeInputs[name].own(world.own));
        expect([role, code === 'ROLE_NEEDED']).toEqual([role, !rolesByRoute[name]?.includes(role)]);
        const isWhole = code === null && (role === 'soporte' || role === 'tesoreria');
        // Whether a change answers with an account depends on what was changed before.
        if (isWhole && routeOf(name).method !== 'GET') continue;
        const found = wholeAccountsIn(bytes, accounts).length > 0;
        expect([role, found]).toEqual([role, isWhole && callsWithAccounts.has(name)]);
      }
    },
  );

  it('[OPE-01] a role taken away ends at the next call', async () => {
    const { withRole, portal } = world;
    const support = withRole.get('soporte') ?? portal.visitor;
    expect((await support.send(routes.listMessages)).status).toBe(200);
    await portal.db.owner.query(
      `delete from operator_roles where role = 'soporte' and operator_id in
         (select operator_id from operator_roles group by operator_id having count(*) = 1)`,
    );
    expect((await support.send(routes.listMessages)).code).toBe('ROLE_NEEDED');
  });
});

describe('keys', () => {
  let all: Awaited<ReturnType<typeof matrixKeys>>;
  beforeAll(async () => {
    const { portal, own, other, sessions } = world;
    const admin = await portal.signIn(other.adminEmail);
    const ofOwn = { clientId: own.clientId, admin: sessions.administrator };
    all = await matrixKeys(portal, ofOwn, { clientId: other.clientId, admin });
    // The tests before this one took longer than a hold, which a call about sales would end.
    const later = new Date(portal.clock.now().getTime() + 20 * 60_000);
    await portal.db.owner.query(`update sales set expires_at = $1 where state in ('held', 'quoted')`, [later]);
  });
  const guarded = names.filter((name) => callersOf.get(name) !== 'everyone');

  it('[LLA-08] the calls for programs are those with a scope', () => {
    const found = guarded.filter((name) => routeOf(name).path.startsWith('/v1/'));
    expect([found.toSorted(), [...scopesOfCalls.keys()].toSorted()]).toEqual(
      Array(2).fill([...callsOfPrograms].sort()),
    );
  });

  it.each(guarded)('[LLA-08] [LLA-03] [APV-02] admits or refuses each key at own objects: %s', async (name) => {
    for (const { holder, program, refusalOf } of all.keys) {
      const answer = await ask(world, program, name, routeInputs[name].own(world.own));
      const refusal = refusalOf(name);
      if (refusal) expect([holder, answer.status, answer.code]).toEqual([holder, ...refusal]);
      else {
        expect([holder, [401, 403, 404].includes(answer.status)]).toEqual([holder, false]);
        expect(answer.status).toBeLessThan(routeOf(name).method === 'GET' ? 201 : 500);
      }
    }
  });

  it.each(callsOfPrograms)('[LLA-08] objects of another company look missing to each key: %s', async (name) => {
    const { own, other, portal } = world;
    const nobody = missingIds();
    const sides = [
      ...all.keys.map((key) => ({ ...key, mine: own, theirs: other })),
      { ...all.foreign, mine: other, theirs: own },
    ];
    // The use of a key is noted in its row.
    const others = async () => [...(await snapshotOf(portal.db.owner))].filter(([table]) => table !== 'api_keys');
    const before = await others();
    for (const { holder, program, refusalOf, mine, theirs } of sides) {
      const missing = routeInputs[name].foreign(mine, nobody);
      for (const [index, input] of routeInputs[name].foreign(mine, theirs).entries()) {
        const answer = await program.send(routeOf(name), input);
        const refusal = refusalOf(name);
        if (refusal) expect([holder, answer.status, answer.code]).toEqual([holder, ...refusal]);
        else {
          expect([holder, isNotFound(answer)]).toEqual([holder, true]);
          const nothing = await program.send(routeOf(name), missing[index] ?? {});
          expect(comparable(answer, theirs)).toBe(comparable(nothing, nobody));
        }
      }
    }
    expect(await others()).toEqual(before);
  });
});
