/** Creates data in the past through a second API node on the portal's database with a different clock. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readConfig } from '@anticipa/api/platform/config/config';
import { withOwnerUrl } from '@anticipa/api/platform/db/embedded/owner-url';
import { freePort } from '@anticipa/api/testing/free-port';
import type { cutMonth as cutRoute } from '@anticipa/contract/interest';
import type { ResponseOf } from '@anticipa/contract/route';
import type { Sale } from '@anticipa/contract/sales';
import type { IsoDate } from '@anticipa/domain/calendar';
import type { PickedFile } from './invoices.ts';
import { asOwner } from './owner.ts';
import { apiAs } from './portal.ts';

const ROOT = join(import.meta.dirname, '..');
const OPERATOR = 'operador@anticipa.demo';

interface PastNode {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the node; resolves when it is ready. */
async function startNode(now: string): Promise<PastNode> {
  const port = await freePort();
  const databaseUrl = await withOwnerUrl(readConfig({ DATA_DIR: process.env.E2E_DATA_DIR }), async (url) => url);
  const node = spawn(process.execPath, [join(ROOT, 'apps/api/src/main.ts'), 'start', '--role', 'api'], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATABASE_URL: databaseUrl,
      DATA_DIR: process.env.E2E_DATA_DIR,
      PORT: String(port),
      PORTAL_NOW: now,
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => node.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    node.once('message', () => resolve());
    node.once('exit', () => reject(new Error('the node did not start')));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      node.kill('SIGTERM');
      await ended;
    },
  };
}

/** Has the operator cut a client's month, by today's clock; returns the issued invoices. */
export async function cutMonth(base: string, { email, month }: { email: string; month: string }) {
  const client = await apiAs(base, email);
  const operator = await apiAs(base, OPERATOR);
  const { user } = await client.get('/api/getSession');
  const cut = await operator.post('/api/lender/monthCuts', { clientId: user.client.clientId, month });
  const { data }: ResponseOf<typeof cutRoute> = await cut.json();
  return data;
}

/**
 * Uploads, sells, authorises and deposits a client's files at 11:00 in Mexico City on an earlier day, through the API.
 * The demo's robot, which runs on today's clock, ignores them because of their purchase order.
 */
export async function sellOn(
  day: IsoDate,
  { email, files, dueDate }: { email: string; files: readonly PickedFile[]; dueDate: IsoDate },
): Promise<void> {
  const node = await startNode(`${day}T17:00:00Z`);
  try {
    const client = await apiAs(node.url, email);
    const operator = await apiAs(node.url, OPERATOR);
    const send = async (as: typeof client, path: string, body: unknown) => {
      const response = await as.post(path, body);
      const answer = await response.json();
      if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
      return answer;
    };
    const documents: { documentId: string }[] = [];
    for (const { name, buffer } of files) {
      const { invoice } = await send(client, '/api/file', { fileName: name, fileData: buffer.toString('base64') });
      documents.push({ documentId: invoice.documentId });
    }
    const choices = documents.map(({ documentId }) => ({ documentId, dueDate, purchaseOrder: 'OPERADOR' }));
    const { sales } = await send(client, '/api/factoringDocument/setAsPreSell', { documents: choices });
    const numberOfSales = sales.map(({ numberOfSale }: Sale) => numberOfSale);
    const { terms } = await send(client, '/api/factoringDocument/processPreSells', { numberOfSales });
    const acceptedTerms = { version: terms.version, hash: terms.hash };
    await send(client, '/api/factoringDocument/requestAuthorization', { invoices: documents, acceptedTerms });
    await Promise.all(
      sales.map(async ({ saleId, items }: Sale) => {
        const decisions = items.map(({ documentId }) => ({ documentId, authorised: true, motive: null }));
        const { seen } = await operator.get(`/api/lender/sales/${saleId}`);
        await send(operator, `/api/lender/sales/${saleId}/answer`, { seen, decisions });
        const trackingKey = `PAST${saleId.replaceAll('-', '').slice(0, 20)}`;
        await send(operator, `/api/lender/sales/${saleId}/disburse`, { trackingKey });
      }),
    );
  } finally {
    await node.stop();
  }
  // Makes up the days since, as the worker does every hour.
  await asOwner(
    `select accrue_interest(client_id, null, today, today, now())
     from clients, cast(now() at time zone 'America/Mexico_City' as date) as today
     where client_id in (select client_id from users where email = $1)`,
    [email],
  );
}
