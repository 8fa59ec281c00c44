import type { AddressInfo } from 'node:net';
import { portalEvent } from '@anticipa/contract/events';
import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { aClient, aUser, type TestClient } from '../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { type Session, sessionOn } from '../../../testing/session.ts';
import { workIn } from '../../../testing/work.ts';
import { createEventHub } from '../../platform/live/event-hub.ts';
import { announce, PORTAL_EVENTS } from '../../platform/live/events.ts';

let portal: Portal;
let origin: string;
let client: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`;
  client = await aClient(portal);
});
afterAll(() => portal.close());

interface EventStream {
  readonly events: unknown[];
  lastEventId(): string | undefined;
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;
  leave(): void;
}

/** Opens a stream and collects its events. */
const openStream = async (session: Session, lastEventId?: string): Promise<EventStream> => {
  const leaving = new AbortController();
  const response = await fetch(`${origin}/api/events`, {
    headers: {
      authorization: `Bearer ${session.token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: leaving.signal,
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const events: unknown[] = [];
  let position: string | undefined;
  const read = async (): Promise<void> => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const data = frame.split('\n').find((line) => line.startsWith('data: '));
        position = /^id: (.*)$/m.exec(frame)?.[1] ?? position;
        if (data) events.push(JSON.parse(data.slice('data: '.length)));
      }
    }
  };
  const ended = read().catch(() => undefined);
  return { events, lastEventId: () => position, ended, leave: () => leaving.abort() };
};

const signedIn = async (of: TestClient = client): Promise<Session> =>
  portal.signIn((await aUser(portal, { client: of })).email);
const announceIn = (clientId: string, ids: readonly string[], noun: 'invoices' | 'sales' = 'invoices') =>
  portal.db.api.withTransaction({ as: 'tenant', clientId }, (executor) =>
    announce(workIn(executor, portal.clock, clientId), noun, ids),
  );

describe('the event stream', () => {
  it('notifies every open screen of the client by noun and ids', async () => {
    const streams = await Promise.all([openStream(await signedIn()), openStream(await signedIn())]);
    await announceIn(client.clientId, ['a', 'b']);
    for (const { events, leave } of streams) {
      await expect.poll(() => events).toEqual([{ noun: 'invoices', ids: ['a', 'b'] }]);
      for (const event of events) expect(portalEvent.safeParse(event).success).toBe(true);
      leave();
    }
  });

  it('never reports another client’s changes', async () => {
    const other = await aClient(portal);
    const stream = await openStream(await signedIn(other));
    await announceIn(client.clientId, ['secret']);
    await announceIn(other.clientId, ['mine'], 'sales');
    await expect.poll(() => stream.events).toEqual([{ noun: 'sales', ids: ['mine'] }]);
    stream.leave();
  });

  it('never reports rolled-back changes', async () => {
    const stream = await openStream(await signedIn());
    const failed = portal.db.api.withTransaction({ as: 'tenant', clientId: client.clientId }, async (executor) => {
      await announce(workIn(executor, portal.clock, client.clientId), 'sales', ['never']);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    await announceIn(client.clientId, ['after']);
    await expect.poll(() => stream.events).toEqual([{ noun: 'invoices', ids: ['after'] }]);
    stream.leave();
  });

  it('delivers a thousand ids, more than fit into one database notification', async () => {
    const stream = await openStream(await signedIn());
    const ids = Array.from(
      { length: 1000 },
      (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    );
    await announceIn(client.clientId, ids);
    const heard = () => stream.events.flatMap((event) => portalEvent.parse(event).ids);
    await expect.poll(() => heard()).toEqual(ids);
    stream.leave();
  });

  it('makes a screen that comes back refetch everything only if events were missed', async () => {
    const other = await aClient(portal);
    const session = await signedIn(other);
    const stream = await openStream(session);
    await announceIn(other.clientId, ['seen']);
    await expect.poll(() => stream.events).toEqual([{ noun: 'invoices', ids: ['seen'] }]);
    stream.leave();
    await announceIn(client.clientId, ['of another client']);
    const back = await openStream(session, stream.lastEventId());
    await announceIn(other.clientId, ['next']);
    await expect.poll(() => back.events).toEqual([{ noun: 'invoices', ids: ['next'] }]);
    back.leave();
    const late = await openStream(session, stream.lastEventId());
    const everything = ['invoices', 'credit', 'sales', 'references', 'payers', 'notices'].map((noun) => ({
      noun,
      ids: [],
    }));
    await expect.poll(() => late.events).toEqual(everything);
    late.leave();
  });

  it('gives the position with the session, so that nothing between the first reading and the stream is missed', async () => {
    const session = await signedIn();
    const { lastEventId } = await session.call(routes.getSession);
    const quiet = await openStream(session, lastEventId);
    await announceIn(client.clientId, ['between']);
    await expect.poll(() => quiet.events).toEqual([{ noun: 'invoices', ids: ['between'] }]);
    quiet.leave();
    const stream = await openStream(session, lastEventId);
    await expect.poll(() => stream.events).toContainEqual({ noun: 'invoices', ids: [] });
    stream.leave();
  });

  it('[SES-08] ends when its session ends, and only then', async () => {
    const [leaving, staying] = [await signedIn(), await signedIn()];
    const [ended, open] = [await openStream(leaving), await openStream(staying)];
    await leaving.call(routes.logout);
    await ended.ended;
    await announceIn(client.clientId, ['still here']);
    await expect.poll(() => open.events).toContainEqual({ noun: 'invoices', ids: ['still here'] });
    open.leave();
  });

  it('survives an event together with its end', async () => {
    const [ending, staying] = [await signedIn(), await signedIn()];
    const [stream, open] = [await openStream(ending), await openStream(staying)];
    const faults: unknown[] = [];
    const note = (fault: unknown): void => void faults.push(fault);
    process.on('uncaughtExceptionMonitor', note);
    const { rows } = await portal.db.owner.query<{ session_id: string }>(
      `select session_id from session_tokens where token_hash = sha256(convert_to($1, 'UTF8'))`,
      [ending.token],
    );
    await portal.db.api.withTransaction({ as: 'tenant', clientId: client.clientId }, async (executor) => {
      const work = workIn(executor, portal.clock, client.clientId);
      await announce(work, 'session', [rows[0]?.session_id ?? '']);
      for (const id of ['one', 'two']) await announce(work, 'sales', [id]);
    });
    await stream.ended;
    await expect.poll(() => open.events).toContainEqual({ noun: 'sales', ids: ['two'] });
    // Others get the event without the session's id.
    expect(open.events).toContainEqual({ noun: 'session', ids: [] });
    expect(stream.events).not.toContainEqual({ noun: 'sales', ids: ['two'] });
    open.leave();
    process.off('uncaughtExceptionMonitor', note);
    expect(faults).toEqual([]);
  });

  it('leaks nothing for readers that disconnected before it started', async () => {
    const session = await signedIn();
    const begun = vi.spyOn(globalThis, 'setInterval');
    const ended = vi.spyOn(globalThis, 'clearInterval');
    onTestFinished(() => {
      begun.mockRestore();
      ended.mockRestore();
    });
    const heartbeats = (): number => {
      const stopped = new Set<unknown>(ended.mock.calls.map(([timer]) => timer));
      return begun.mock.results.filter(({ value }) => !stopped.has(value)).length;
    };
    // One for each reader: simultaneous checks of one token share a read.
    const tokens: (string | null)[] = [];
    const reloaded = sessionOn(portal.app, { token: null, cookie: session.cookie });
    while (tokens.length < 15) tokens.push((await reloaded.call(routes.getSession)).token);
    await portal.db.owner.query('begin; lock table session_tokens in access exclusive mode');
    const leaving = new AbortController();
    const requests = tokens.map((token) =>
      fetch(`${origin}/api/events`, {
        headers: { authorization: `Bearer ${token}` },
        signal: leaving.signal,
      }).catch(() => null),
    );
    const waiting = async (): Promise<number> => {
      const { rows } = await portal.db.owner.query(
        `select from pg_locks join pg_database on pg_database.oid = database
         where not granted and datname = current_database()`,
      );
      return rows.length;
    };
    await expect.poll(waiting).toBeGreaterThanOrEqual(15);
    leaving.abort();
    expect(await Promise.all(requests)).toEqual(requests.map(() => null));
    await portal.db.owner.query('rollback');
    const stream = await openStream(session);
    stream.leave();
    await stream.ended;
    await expect.poll(heartbeats).toBe(0);
  });

  it('allows a session at most twenty streams, dropping the oldest', async () => {
    const session = await signedIn();
    const streams: EventStream[] = [];
    for (let count = 0; count < 21; count += 1) streams.push(await openStream(session));
    await streams[0]?.ended;
    await announceIn(client.clientId, ['to the rest']);
    for (const stream of streams.slice(1)) {
      await expect.poll(() => stream.events).toEqual([{ noun: 'invoices', ids: ['to the rest'] }]);
      stream.leave();
    }
  });

  it('ignores an event of a newer version', async () => {
    const stream = await openStream(await signedIn());
    const strange = [`{"clientId":"${client.clientId}","noun":"tomorrow","ids":[]}`, 'no json'];
    for (const text of strange) await portal.db.owner.query('select pg_notify($1, $2)', [PORTAL_EVENTS, text]);
    await announceIn(client.clientId, ['after']);
    await expect.poll(() => stream.events).toEqual([{ noun: 'invoices', ids: ['after'] }]);
    stream.leave();
  });

  it('makes screens refetch everything when notifications may have been lost', async () => {
    const stream = await openStream(await signedIn());
    await portal.db.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'anticipa api listen' and datname = current_database()`,
    );
    await expect.poll(() => stream.events).toContainEqual({ noun: 'credit', ids: [] });
    await announceIn(client.clientId, ['heard again']);
    await expect.poll(() => stream.events).toContainEqual({ noun: 'invoices', ids: ['heard again'] });
    stream.leave();
  });

  it('does not keep an idle session alive', async () => {
    const session = await signedIn();
    const at = (minutes: number) => new Date(portal.clock.now().getTime() + minutes * 60_000);
    portal.clock.set(at(29));
    const stream = await openStream(session);
    portal.clock.set(at(2));
    expect((await session.send(routes.products)).code).toBe('NO_SESSION');
    stream.leave();
  });
});

it('a stream whose request was under way when the portal stopped ends too', async () => {
  const hub = createEventHub();
  hub.close();
  const ended = Promise.withResolvers<void>();
  hub.join('client', { sessionId: 'session', onEvent: () => undefined, end: ended.resolve });
  await ended.promise;
});
