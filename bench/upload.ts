/** Uploading 1,000 files until all are listed, compared with a server that only decodes, hashes and stores files and rows. */
import { runningClock } from '@anticipa/api/lib/clock';
import { uploadFile } from '@anticipa/contract/files';
import { listInvoices } from '@anticipa/contract/invoices';
import { makeInvoices } from '@anticipa/sandbox/cfdi-generator';
import { demoClients } from '@anticipa/sandbox/demo-parties';
import { openDemoPki } from '@anticipa/sandbox/pki';
import { z } from 'zod';
import { alternate, type Figure, rateFigure, timed } from './measure.ts';
import { type Answer, jsonOf, type Portal, type Sent, sendOk, signIn, startBareServer } from './portal.ts';

const FILES = 1000;
const ROUNDS = 3;
/** Concurrency of the web app. */
const AT_ONCE = 6;

const names = z.object({ data: z.array(z.object({ fileName: z.string() })) });
const bareNames = z.object({ data: z.array(z.string()) });

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
  const [pki, session] = await Promise.all([openDemoPki(portal.dataDir), signIn(portal, 'admin@norte.demo')]);
  const today = runningClock().today();
  const filesOf = async (round: number) => {
    const made = await makeInvoices({ pki, issuer: demoClients.norte, count: FILES, seed: 100 + round, today });
    return made.map(({ name, bytes }) => ({
      fileName: `${round}-${name}`,
      fileData: Buffer.from(bytes).toString('base64'),
    }));
  };
  const bare = await startBareServer(portal);
  const run = async (bodies: Awaited<ReturnType<typeof filesOf>>, target: 'portal' | 'bare'): Promise<number> => {
    const isPortal = target === 'portal';
    const upload = isPortal ? `${portal.url}${uploadFile.path}` : bare.url;
    const list = isPortal ? `${portal.url}${listInvoices.path}` : `${bare.url}/uploaded`;
    const headers = isPortal ? { ...session, 'accept-encoding': 'br, gzip' } : {};
    let answer: Answer | undefined;
    const seconds = await timed(async () => {
      await sendAll(upload, bodies, headers);
      answer = await sendOk(list, { headers });
    });
    const listed = isPortal ? await sendOk(list, { headers: session }) : answer;
    if (listed === undefined) throw new Error('nothing was listed');
    const found = isPortal
      ? names.parse(jsonOf(listed)).data.map(({ fileName }) => fileName)
      : bareNames.parse(jsonOf(listed)).data;
    assertListed(bodies, found);
    return seconds;
  };
  try {
    const seconds = await alternate({
      rounds: ROUNDS,
      subject: async (round) => run(await filesOf(round), 'portal'),
      bound: async (round) => run(await filesOf(round), 'bare'),
    });
    const rate = { name: `upload of ${FILES} files until listed`, unit: 'files/s' };
    const against = 'bare server that decodes, hashes, fsyncs and writes the rows';
    return [rateFigure({ ...rate, against, count: FILES, details: { atOnce: AT_ONCE } }, seconds)];
  } finally {
    await bare.stop();
  }
};
