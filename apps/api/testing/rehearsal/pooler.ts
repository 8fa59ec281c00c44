/** PgBouncer in transaction mode, if it is installed on this machine. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loginUrl } from '../../src/platform/db/roles.ts';

export interface Pooler {
  /** DATABASE_URL through it. */
  readonly url: string;
  close(): Promise<void>;
}

/** Whether PgBouncer is installed. */
export const hasPooler = (): boolean => spawnSync('pgbouncer', ['--version']).status === 0;

const NOBODY = 65534;

/** Starts it in front of `ownerUrl` on `port`. */
export const startPooler = async (parent: string, ownerUrl: string, port: number): Promise<Pooler> => {
  const folder = join(parent, 'pooler');
  mkdirSync(folder);
  const target = new URL(ownerUrl);
  const logins = [target, new URL(loginUrl(ownerUrl, 'api')), new URL(loginUrl(ownerUrl, 'worker'))];
  writeFileSync(
    join(folder, 'users.txt'),
    logins.map(({ username, password }) => `"${username}" "${password}"\n`).join(''),
  );
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: join(folder, 'users.txt'),
    pool_mode: 'transaction',
    default_pool_size: 10,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  const database = `anticipa = host=${target.hostname} port=${target.port}\n`;
  writeFileSync(join(folder, 'pgbouncer.ini'), `[databases]\n${database}[pgbouncer]\n${lines.join('')}`);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    // It refuses to run as root.
    chmodSync(parent, 0o711);
    for (const name of ['', 'users.txt', 'pgbouncer.ini']) chownSync(join(folder, name), NOBODY, NOBODY);
  }
  const child = spawn('pgbouncer', ['-q', join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = new URL(ownerUrl);
  url.port = String(port);
  return {
    url: url.href,
    close: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
