/** Caddy and nginx with the files of `deploy/`, in front of the portal. Part of `npm run test:full`. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { uploadFile } from '@anticipa/contract/files';
import { pathOf } from '@anticipa/contract/path';
import { routes } from '@anticipa/contract/routes';
import { uploadTaxpayerList } from '@anticipa/contract/taxpayer-list';
import { listSessions } from '@anticipa/contract/users';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { aClient, anOperator, aUser, type TestClient } from '../testing/builders.ts';
import { freePort } from '../testing/free-port.ts';
import { type Portal, startPortal } from '../testing/portal.ts';
import { type Session, sessionOn } from '../testing/session.ts';
import { workIn } from '../testing/work.ts';
import { announce } from './platform/live/events.ts';

const DEPLOY = join(import.meta.dirname, '../../../deploy');
/** Another address of this machine than the proxy's. */
const CLIENT = '127.0.0.9';

let portal: Portal;
let folder: string;
let client: TestClient;
/** The ports of the portal, and of an API that is down. */
let ports: readonly [number, number];

const certificate = () => ({ pem: join(folder, 'portal.pem'), key: join(folder, 'portal.key') });

/** The file with the ports and the certificate of this test, and nothing else changed. */
const caddyfile = (port: number): string => {
  const { pem, key } = certificate();
  return `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${readFileSync(join(DEPLOY, 'Caddyfile'), 'utf8')

    .replace('{$PORTAL_HOST:portal.example} {', `https://portal.example:${port} {\n\ttls ${pem} ${key}\n`)
    .replace('127.0.0.1:3000', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${ports[1]}`)}`;
};

const nginxFile = (port: number): string => {
  const { pem, key } = certificate();
  const site = readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8')
    .replaceAll(/^.*listen (?:\[::\]|80).*\n/gm, '')
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('127.0.0.1:3000', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${ports[1]}`)
    .replace('/etc/ssl/anticipa/portal.pem', pem)
    .replace('/etc/ssl/anticipa/portal.key', key)
    // Without an address it would listen on port 80.
    .replace(/server \{\n\tserver_name[^}]*\}/, '');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${paths.join(' ')}\n${site}}`;
};

const installed = (program: string): boolean => spawnSync('which', [program]).status === 0;

const PROXIES = {
  caddy: { file: caddyfile, start: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file] },
  nginx: { file: nginxFile, start: (file: string) => ['-e', 'stderr', '-c', file] },
};

const closers: (() => unknown)[] = [];

const startProxy = async (name: keyof typeof PROXIES): Promise<number> => {
  const port = await freePort();
  const file = join(folder, name);
  writeFileSync(file, PROXIES[name].file(port));
  const child: ChildProcess = spawn(name, PROXIES[name].start(file), { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (piece) => {
    said += piece;
  });
  closers.push(async () => {
    const ended = once(child, 'exit');
    if (child.kill()) await ended;
  });
  const isOpen = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connectTls({ port, host: '127.0.0.1', servername: 'portal.example', rejectUnauthorized: false });
      socket.once('error', () => resolve(false)).once('secureConnect', () => resolve(socket.end() !== null));
    });
  await vi.waitUntil(async () => child.exitCode !== null || isOpen(), { timeout: 60_000 });
  if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`);
  return port;
};

beforeAll(async () => {
  portal = await startPortal({ trustedProxies: '127.0.0.1' });
  client = await aClient(portal);
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  ports = [(portal.app.server.address() as AddressInfo).port, await freePort()];
  folder = mkdtempSync(join(tmpdir(), 'anticipa-proxies-'));
  // The account of nginx's workers keeps large bodies there.
  chmodSync(folder, 0o755);
  const { pem, key } = certificate();
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=portal.example'],
    ...['-addext', 'subjectAltName=DNS:portal.example', '-keyout', key, '-out', pem],
  ]);
  if (made.status !== 0) throw new Error(String(made.stderr));
});

afterAll(async () => {
  for (const close of closers) await close();
  rmSync(folder, { recursive: true, force: true });
  await portal.close();
});

/** A browser's connection, which speaks HTTP/2. */
const connectionTo = async (port: number) => {
  const ca = readFileSync(certificate().pem);
  const socket: TLSSocket = connectTls({
    ...{ port, host: '127.0.0.1', localAddress: CLIENT, ca },
    servername: 'portal.example',
    ALPNProtocols: ['h2', 'http/1.1'],
  });
  await once(socket, 'secureConnect');
  // Node.js counts what it had no time to send of refused bodies, and opens no stream above 10 MB; browsers do not.
  const session = connect('https://portal.example', { createConnection: () => socket, maxSessionMemory: 1000 });
  session.on('error', () => undefined);
  onTestFinished(() => session.destroy());
  const open = (headers: Readonly<Record<string, string>>, body?: string | Buffer) => {
    const stream = session.request(headers, { endStream: body === undefined });
    stream.on('error', () => undefined);
    if (body !== undefined) stream.end(body);
    return stream;
  };
  return { protocol: socket.alpnProtocol, open };
};

type Connection = Awaited<ReturnType<typeof connectionTo>>;

const visitorOf = ({ open }: Connection, more: Readonly<Record<string, string>> = {}): Session =>
  sessionOn(
    {
      inject: async ({ method, url, headers, payload }) => {
        const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) };
        const request = {
          ':method': method,
          ':path': url,
          'accept-encoding': 'identity',
          ...length,
          ...headers,
          ...more,
        };
        const stream = open(request, payload);
        const pieces: Buffer[] = [];
        stream.on('data', (piece: Buffer) => pieces.push(piece));
        const [answer] = (await once(stream, 'response')) as [Record<string, unknown>];
        if (!stream.readableEnded) await once(stream, 'end');
        const rawPayload = Buffer.concat(pieces);
        return { statusCode: Number(answer[':status']), headers: answer, body: rawPayload.toString(), rawPayload };
      },
    },
    { token: null, cookie: null },
  );

const MIB = 1024 * 1024;
const webhooks = Object.values(routes).filter(({ path }) => path.startsWith('/api/webhooks/'));

describe.each(['caddy', 'nginx'] as const)('%s with its file of deploy/', (name) => {
  let port: number;
  beforeAll(async () => {
    if (installed(name)) port = await startProxy(name);
    else process.stderr.write(`${name} is not installed, so its file is not tried.\n`);
  });

  it('[OPE-46] speaks HTTP/2, and gives the portal the client’s address, whatever the client claims', async () => {
    if (port === undefined) return;
    const connection = await connectionTo(port);
    expect(connection.protocol).toBe('h2');
    const { email } = await aUser(portal, { client });
    const session = await visitorOf(connection, { 'x-forwarded-for': '198.51.100.7' }).signIn(email);
    const { data } = await session.call(listSessions);
    expect(data.map(({ address }) => address)).toEqual([CLIENT]);
  });

  it('[OPE-46] passes each event at once, while its stream stays open', async () => {
    if (port === undefined) return;
    const connection = await connectionTo(port);
    const { email } = await aUser(portal, { client });
    const { token } = await visitorOf(connection).signIn(email);
    const stream = connection.open({ ':path': '/api/events', authorization: `Bearer ${token}` });
    let read = '';
    stream.setEncoding('utf8').on('data', (piece: string) => {
      read += piece;
    });
    await expect.poll(() => read).toBe('retry: 2000\n\n');
    await portal.db.api.withTransaction({ as: 'tenant', clientId: client.clientId }, (executor) =>
      announce(workIn(executor, portal.clock, client.clientId), 'invoices', ['one']),
    );
    await expect.poll(() => read).toContain('"ids":["one"]');
    expect(stream.readableEnded).toBe(false);
  });

  it('[OPE-46] refuses a body above the portal’s largest, and passes each smaller one', async () => {
    if (port === undefined) return;
    const { email } = await aUser(portal, { client });
    const user = await visitorOf(await connectionTo(port)).signIn(email);
    const statusOf = async (body: Buffer) => (await user.send(uploadFile, { body })).status;
    expect(await statusOf(Buffer.alloc(3 * MIB, ' '))).toBe(400);
    expect(await statusOf(Buffer.alloc(3 * MIB + 1, ' '))).toBe(413);

    const operator = await visitorOf(await connectionTo(port)).signIn((await anOperator(portal)).email);
    const headers = { 'content-type': 'application/octet-stream' };
    const list = (bytes: number) => operator.send(uploadTaxpayerList, { body: Buffer.alloc(bytes), headers });
    expect((await list(16 * MIB)).code).toBe('LIST_UNREADABLE');
    expect((await list(16 * MIB + 1)).status).toBe(413);
  });

  it.each(webhooks.map((route) => [pathOf(route, {}), route] as const))('[OPE-46] passes %s', async (_path, route) => {
    if (port === undefined) return;
    const headers = { 'content-type': 'application/octet-stream' };
    const direct = await portal.visitor.send(route, { body: Buffer.from('{}'), headers });
    const proxied = await visitorOf(await connectionTo(port)).send(route, { body: Buffer.from('{}'), headers });
    expect([proxied.status, proxied.code]).toEqual([direct.status, direct.code]);
    expect(proxied.headers).toHaveProperty('content-security-policy', direct.headers['content-security-policy']);
  });
});
