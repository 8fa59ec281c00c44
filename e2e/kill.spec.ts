import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@anticipa/api/testing/free-port';
import { uploadFile } from '@anticipa/contract/files';
import { listInvoices } from '@anticipa/contract/invoices';
import type { ResponseOf, Route } from '@anticipa/contract/route';
import { processPreSells, requestAuthorization, setAsPreSell } from '@anticipa/contract/sales';
import { login } from '@anticipa/contract/session';
import { addDays, nextBusinessDay } from '@anticipa/domain/calendar';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { makeInvoices } from '@anticipa/sandbox/cfdi-generator';
import { demoClients } from '@anticipa/sandbox/demo-parties';
import { openDemoPki } from '@anticipa/sandbox/pki';
import { expect, test } from '@playwright/test';
import { receivers, today } from './invoices.ts';
import { invariantsOf, type KillablePortal, startPortal } from './killable-portal.ts';
import { PASSWORD } from './portal.ts';

const SALES = 20;
/** Number of answers before each kill: during the holds, and during the later steps, out of 60 answers. */
const KILLS = [10, 35];
const dueDate = nextBusinessDay(addDays(today(), 45));

/** One sale of two invoices; `answers` are those received by the client, in the order of `steps`. */
interface Sale {
  readonly name: string;
  readonly documentIds: readonly string[];
  readonly answers: Buffer[];
}

const steps = [setAsPreSell, processPreSells, requestAuthorization] as const;

const read = <R extends Route>(route: R, bytes: Buffer | undefined): ResponseOf<R> =>
  route.response?.parse(JSON.parse(bytes?.toString() ?? 'null')) as ResponseOf<R>;

/** The request of a step depends only on the answers before it, so a retry sends the same body. */
const bodyOf = ({ documentIds, answers }: Sale, step: number): unknown => {
  if (step === 0) return { documents: documentIds.map((documentId) => ({ documentId, dueDate })) };
  if (step === 1) {
    return { numberOfSales: read(setAsPreSell, answers[0]).sales.map(({ numberOfSale }) => numberOfSale) };
  }
  const { version, hash } = read(processPreSells, answers[1]).terms;
  return { invoices: documentIds.map((documentId) => ({ documentId })), acceptedTerms: { version, hash } };
};

interface Client {
  readonly portal: KillablePortal;
  readonly token: string | null;
}

interface Sent {
  readonly body?: unknown;
  readonly key?: string;
  readonly query?: string;
}

/** One call; the answer counts only once fully received. */
async function call({ portal, token }: Client, { method, path }: Route, { body, key, query }: Sent) {
  const response = await fetch(`${portal.url}${path}${query ?? ''}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${bytes.toString()}`);
  return bytes;
}

const send = (client: Client, sale: Sale, step: number): Promise<Buffer> =>
  call(client, steps[step] ?? setAsPreSell, { body: bodyOf(sale, step), key: `${sale.name}-${step}` });

/** Continues the sale after the last received answer. */
async function sell(client: Client, sale: Sale, onAnswer: () => void): Promise<void> {
  while (sale.answers.length < steps.length) {
    sale.answers.push(await send(client, sale, sale.answers.length));
    onAnswer();
  }
}

/** Runs all sales concurrently and kills the portal with all its processes after `answersToDie` answers. */
async function sellUntil(client: Client, sales: readonly Sale[], answersToDie: number): Promise<void> {
  const answered = () => sales.reduce((sum, { answers }) => sum + answers.length, 0);
  let killed: Promise<void> | undefined;
  const onAnswer = () => {
    if (answered() >= answersToDie) killed ??= client.portal.kill();
  };
  const ends = await Promise.allSettled(sales.map((sale) => sell(client, sale, onAnswer)));
  await killed;
  expect(killed).toBeDefined();
  // Broken connections, and refusals by an API whose database was killed a moment earlier.
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
  expect(reasons.filter((reason) => reason.startsWith('Error: ') && !reason.includes(': 503 '))).toEqual([]);
  expect(reasons.length).toBeGreaterThan(0);
}

/** Uploads forty valid invoices; each call sells one in pesos and one in dollars, hence two sales. */
async function uploadPairs(client: Client, dataDir: string): Promise<Sale[]> {
  const made = await makeInvoices({
    pki: await openDemoPki(dataDir),
    issuer: demoClients.norte,
    count: 2 * SALES,
    seed: 77,
    today: today(),
    override: (index) => ({
      ...(index % 2 === 0
        ? { receiver: receivers.biMxn, currency: 'MXN', exchangeRate: null }
        : { receiver: receivers.biUsd, currency: 'USD', exchangeRate: '18.5199' }),
      version: '4.0',
      series: 'K',
      folio: String(520 + index),
      totalCents: 250_000n + BigInt(index) * 1_117n,
      emittedOn: addDays(today(), -10),
    }),
  });
  const ids = await Promise.all(
    made.map(async ({ name, bytes }) => {
      const body = { fileName: name, fileData: Buffer.from(bytes).toString('base64') };
      const { invoice } = read(uploadFile, await call(client, uploadFile, { body }));
      return invoice?.documentId ?? '';
    }),
  );
  return Array.from({ length: SALES }, (_, index) => ({
    name: `kill-sale-${index}`,
    documentIds: ids.slice(2 * index, 2 * index + 2),
    answers: [],
  }));
}

test('[RES-04] [RES-07] killing the portal twice during 20 sales loses no answer and leaves no invoice stuck', {
  tag: '@full',
}, async () => {
  const dataDir = join(tmpdir(), `kill-${process.pid}`);
  const port = await freePort();
  let portal = await startPortal(dataDir, port);
  try {
    const credentials = { username: 'admin@norte.demo', password: PASSWORD };
    const { token } = read(login, await call({ portal, token: null }, login, { body: credentials }));
    const sales = await uploadPairs({ portal, token }, dataDir);

    for (const answersToDie of KILLS) {
      await sellUntil({ portal, token }, sales, answersToDie);
      portal = await startPortal(dataDir, port);
      expect(invariantsOf(dataDir)).toMatch(/^\d+ invariants hold\.$/);
      for (const sale of sales) {
        const again = await Promise.all(sale.answers.map((_, step) => send({ portal, token }, sale, step)));
        expect(again.map(String)).toEqual(sale.answers.map(String));
      }
    }

    await Promise.all(sales.map((sale) => sell({ portal, token }, sale, () => undefined)));
    const count = async (status: number) =>
      read(listInvoices, await call({ portal, token }, listInvoices, { query: `?status=${status}` })).data.length;
    await expect.poll(() => count(invoiceStatus.CREDITO), { timeout: 30_000 }).toBe(2 * SALES);
    expect(await count(invoiceStatus.PREVENTA)).toBe(0);
    expect(invariantsOf(dataDir)).toMatch(/^\d+ invariants hold\.$/);
  } finally {
    await portal.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
