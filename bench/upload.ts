/** Uploading 1,000 files until all are listed, compared with a server that does so without reading them. */
import { runningClock } from '@anticipa/api/platform/work/clock';
import { uploadFile } from '@anticipa/contract/files';
import { listInvoices } from '@anticipa/contract/invoices';
import { makeInvoices } from '@anticipa/sandbox/cfdi-generator';
import { demoClients, demoPassword } from '@anticipa/sandbox/demo-parties';
import { openDemoPki } from '@anticipa/sandbox/pki';
import { z } from 'zod';
import { alternate, type Figure, rateFigure, timed } from './measure.ts';
import { jsonOf, type Portal, type Sent, sendOk, signIn, startBareServer } from './portal.ts';

const FILES = 1000;
const ROUNDS = 3;
/** Concurrency of the web app. */
const AT_ONCE = 6;

const names = z.object({ data: z.array(z.object({ fileName: z.string() })) });
/** The invoices that the portal lists. */
const LISTED = `select invoices.*, file_name as "fileName" from invoices join files using (client_id, file_id)
  where invoices.client_id = (select client_id from users where email = 'admin@norte.demo')
  order by invoices.created_at desc, document_id`;

const sendAll = async (url: string, bodies: readonly object[], headers: Sent['headers'] = {}): Promise<void> => {
  const queue = [...bodies];
  const lane = async (): Promise<void> => {
    for (let body = queue.shift(); body !== undefined; body = queue.shift())
      await sendOk(url, { method: 'POST', body, headers });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
};

const assertListed = (bodies: readonly { readonly fileName: string }[], listed: readonly string[]): void => {
  const known = new Set(listed);
  const missing = bodies.filter(({ fileName }) => !known.has(fileName));
  if (missing.length > 0) throw new Error(`${missing.length} uploads are not listed`);
};

export const measureUpload = async (portal: Portal): Promise<Figure[]> => {
  const pki = await openDemoPki(portal.dataDir);
  const session = await signIn(portal, { email: 'admin@norte.demo', password: demoPassword });
  const today = runningClock().today();
  const filesOf = async (round: number) => {
    const made = await makeInvoices({ pki, issuer: demoClients.norte, count: FILES, seed: 100 + round, today });
    return made.map(({ name, bytes }) => ({
      fileName: `${round}-${name}`,
      fileData: Buffer.from(bytes).toString('base64'),
    }));
  };
  const bare = await startBareServer(portal, LISTED);
  const run = async (bodies: Awaited<ReturnType<typeof filesOf>>, target: 'portal' | 'bare'): Promise<number> => {
    const isPortal = target === 'portal';
    const upload = isPortal ? `${portal.url}${uploadFile.path}` : bare.url;
    const list = isPortal ? `${portal.url}${listInvoices.path}` : `${bare.url}/list`;
    const headers = isPortal ? session : {};
    const seconds = await timed(async () => {
      await sendAll(upload, bodies, headers);
      await sendOk(list, { headers: { ...headers, 'accept-encoding': 'br' } });
    });
    const { data } = names.parse(jsonOf(await sendOk(list, { headers })));
    assertListed(
      bodies,
      data.map(({ fileName }) => fileName),
    );
    return seconds;
  };
  try {
    const seconds = await alternate({
      rounds: ROUNDS,
      subject: async (round) => run(await filesOf(round), 'portal'),
      bound: async (round) => run(await filesOf(round), 'bare'),
    });
    const rate = { name: `upload of ${FILES} files until listed`, unit: 'files/s' };
    const against = 'bare server: decodes, hashes, fsyncs, same rows and tax calls';
    return [rateFigure({ ...rate, against, count: FILES, details: { atOnce: AT_ONCE } }, seconds)];
  } finally {
    await bare.stop();
  }
};
