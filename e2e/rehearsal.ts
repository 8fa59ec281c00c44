import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseEnv } from 'node:util';
import { type DemoPki, openDemoPki } from '@anticipa/sandbox/pki';

const ROOT = join(import.meta.dirname, '..');

/** The stand-ins of `npm run rehearse`, and the settings with which the portal uses them. */
interface Rehearsal {
  readonly environment: Readonly<Record<string, string>>;
  readonly pki: DemoPki;
  /** Texts of the mails to an address, newest first. */
  mailsTo(email: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Runs the command on a folder; resolves when its systems are ready. */
export async function rehearse(dataDir: string, port: number, NODE_ENV?: string): Promise<Rehearsal> {
  const program = spawn(process.execPath, [join(ROOT, 'packages/sandbox/src/rehearse-main.ts')], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV, DATABASE_URL: undefined, DATA_DIR: dataDir, PORT: String(port) },
    // Closing the IPC channel ends it even if the test process dies.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const mailPage = await new Promise<string>((resolve, reject) => {
    program.once('exit', () => reject(new Error('the rehearsal ended')));
    if (program.stdout === null) throw new Error('the rehearsal has no output');
    createInterface({ input: program.stdout }).on('line', (line) => {
      if (line.startsWith('Mails: ')) resolve(line.slice('Mails: '.length));
    });
  });
  const folder = join(dataDir, 'rehearsal');
  const settings = parseEnv(await readFile(join(folder, 'settings.env'), 'utf8'));
  const environment = Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return {
    environment,
    pki: await openDemoPki(folder),
    mailsTo: async (email) => {
      const mails: readonly { to: string; text: string }[] = await (await fetch(`${mailPage}mails.json`)).json();
      return mails.filter(({ to }) => to.includes(email)).map(({ text }) => text);
    },
    close: async () => {
      const exited = new Promise((resolve) => program.once('exit', resolve));
      program.disconnect();
      await exited;
    },
  };
}
