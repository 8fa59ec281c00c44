/** The image of deploy/Containerfile: built from the package, and started with a read-only root. Part of `npm run test:full`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from '@anticipa/api/testing/free-port';
import { type Address, anAddress, type Server, startPrimary } from '@anticipa/api/testing/rehearsal/servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { archive } from './archive.ts';
import { CACHE, filesWith, obstacle, outputOf } from './debian.ts';

/** A container as a runtime starts it: nothing of the root can be written, and its user has no capability. */
const CONTAINER = `root=$1
shift
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs -o uid=10001,gid=10001,mode=700 tmpfs "$root/var/lib/anticipa"
mount --bind /dev "$root/dev"
mount -t proc proc "$root/proc"
exec chroot "$root" setpriv --reuid=10001 --regid=10001 --clear-groups --bounding-set=-all --no-new-privs "$@"`;

interface Image {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
}

const lack = obstacle('buildah');

let parent: string;
let root: string;
let image: Image;
let server: Server;
let address: Address;
let api: ChildProcess | undefined;

const buildah = async (...args: readonly string[]): Promise<string> => {
  const store = ['--root', join(parent, 'store'), '--runroot', join(parent, 'running')];
  return (await outputOf('buildah', [...store, ...args])).trim();
};

/** An image of the files in a folder, in place of one of a registry. */
const imageOf = async (name: string, folder: string): Promise<void> => {
  const file = join(parent, name);
  writeFileSync(file, 'FROM scratch\nCOPY . /\n');
  await buildah('build', '--isolation', 'chroot', '--tag', `localhost/${name}`, '--file', file, folder);
};

beforeAll(async () => {
  if (lack !== undefined) return void process.stderr.write(`The image is not built: ${lack}.\n`);
  const base = await filesWith('');
  parent = mkdtempSync(join(CACHE, 'image-'));
  await outputOf('tar', [
    '-xzf',
    archive(join(parent, 'archive')),
    '-C',
    parent,
    '--one-top-level=package',
    '--strip-components=1',
  ]);
  await outputOf('install', ['-D', process.execPath, join(parent, 'node/usr/local/bin/node')]);
  await imageOf('debian', base);
  await imageOf('with-node', join(parent, 'node'));
  const file = join(parent, 'package/deploy/Containerfile');
  const bases = ['BASE_IMAGE=localhost/debian', 'NODE_IMAGE=localhost/with-node'].flatMap((one) => [
    '--build-arg',
    one,
  ]);
  const options = ['--isolation', 'chroot', '--format', 'docker', ...bases, '--tag', 'localhost/anticipa'];
  await buildah('build', ...options, '--file', file, dirname(dirname(file)));
  image = JSON.parse(await buildah('inspect', '--type', 'image', 'localhost/anticipa')).Docker.config;
  root = await buildah('mount', await buildah('from', 'localhost/anticipa'));
  server = await startPrimary(parent, 'a');
  address = await anAddress(server);
});

afterAll(async () => {
  const ended = api && once(api, 'exit');
  api?.kill('SIGKILL');
  await ended;
  address?.close();
  await server?.stop();
  if (parent === undefined) return;
  await buildah('rm', '--all');
  rmSync(parent, { recursive: true, force: true });
});

const asUser = (user: string): string =>
  Object.assign(new URL(address.url), { username: user, password: 'a-password-of-the-rehearsal' }).href;

const inContainer = (variables: Readonly<Record<string, string>>, ...command: readonly string[]): string[] => {
  const set = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const started = ['env', '-i', ...image.Env, ...set, ...command];
  return ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-euc', CONTAINER, 'container', root, ...started];
};

it('[OPE-62] the image migrates and serves with a read-only root, as a user without rights', async () => {
  if (lack !== undefined) return;
  expect(image.User).toBe('10001:10001');
  const PORT = String(await freePort());
  const settings = {
    BASE_URL: 'https://portal.example',
    SMTP_URL: 'smtps://mail.example',
    SECOND_FACTOR_KEY: 'k'.repeat(32),
    HOST: '127.0.0.1',
    PORT,
    DATABASE_URL: asUser('anticipa_api'),
  };
  const owner = { DATABASE_OWNER_URL: address.url, DATABASE_WORKER_URL: asUser('anticipa_worker') };
  const run = (variables: Readonly<Record<string, string>>, ...command: readonly string[]): Promise<string> =>
    outputOf('unshare', inContainer(variables, ...command));
  expect(await run({ ...settings, ...owner }, ...image.Entrypoint, 'migrate')).toMatch(/^Applied \d{4}-/);
  api = spawn('unshare', inContainer(settings, ...image.Entrypoint, ...image.Cmd), { stdio: 'ignore' });
  const [kind, ...check] = image.Healthcheck.Test;
  expect(kind).toBe('CMD');
  await expect
    .poll(() =>
      run(settings, ...check).then(
        () => 'healthy',
        () => 'not yet',
      ),
    )
    .toBe('healthy');

  const writing =
    'for place in /opt/anticipa /etc /var/lib / /usr/local/bin; do ! touch $place/x 2>/dev/null; done; id -u';
  expect(await run({}, 'sh', '-euc', writing)).toBe('10001\n');
  const found = await run(
    {},
    'sh',
    '-c',
    'command -v npm npx yarn corepack; ls /opt/anticipa/node_modules | grep -E "^(typescript|vitest)$"; true',
  );
  expect(found).toBe('');
});
