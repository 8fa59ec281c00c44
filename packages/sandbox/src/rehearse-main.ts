/**
 * `npm run rehearse`: starts stand-ins of all outside systems for a rehearsal of a production, and writes its settings to a file with
 * which every command of the portal can be run. Runs until Ctrl-C.
 */
import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { demoCiec } from './demo-parties.ts';
import { startRehearsal } from './rehearsal.ts';

const { NODE_ENV, PORT = '3000', DATABASE_URL } = process.env;
const folder = path.resolve(process.env.DATA_DIR ?? './data', 'rehearsal');
const file = path.join(folder, 'settings.env');

const refuse = (line: string): never => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};
const exists = (name: string) =>
  access(name).then(
    () => true,
    () => false,
  );

if (NODE_ENV === 'production') refuse('A rehearsal does not start where NODE_ENV is production.');
// The stand-ins remember nothing, so what an earlier portal has stored would contradict them.
if (await exists(folder)) refuse(`A rehearsal starts from nothing: delete ${folder} and its database first.`);

await mkdir(folder, { recursive: true, mode: 0o700 });
const systems = await startRehearsal({ folder, portalUrl: `http://localhost:${PORT}`, ciec: demoCiec });
const settings = {
  ...systems.environment,
  PORT,
  DATA_DIR: path.join(folder, 'portal'),
  ...(DATABASE_URL !== undefined && { DATABASE_URL }),
};
const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
await writeFile(file, lines.join(''), { mode: 0o600 });

const shown = path.relative(process.cwd(), file);
process.stdout.write(`The outside systems run until Ctrl-C. In another terminal:
  node --env-file=${shown} run.mjs start
  node --env-file=${shown} run.mjs operator add …
Mails: ${systems.mail.pageUrl}
Transfers that arrive at STP: ${new URL('/script', systems.environment.STP_URL)}
CIEC password of every company at the tax authority: ${demoCiec}
`);
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) {
  process.once(signal, () => void systems.close().then(() => process.exit(0)));
}
