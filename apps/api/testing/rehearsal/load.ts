/** Lanes without a pause: upload, sale, answer, deposit and payment; what got no answer is repeated under the same key. */
import { randomUUID } from 'node:crypto';
import type { ResponseOf, Route } from '@anticipa/contract/route';
import { routes } from '@anticipa/contract/routes';
import { vi } from 'vitest';
import { aPayment } from '../sale-steps.ts';
import type { Input, Session } from '../session.ts';
import { enteredBy } from '../uploads.ts';
import type { Lane } from './lanes.ts';

/** Time for which a call is repeated before the rehearsal fails. */
const PATIENCE_MS = 120_000;
const AGAIN_MS = 100;

/** Things that the portal did for the lanes, a row for each time. The invoices of the setup have no file. */
export const DONE = `
  select 'invoice:' || document_id as what from invoices join files using (client_id, file_id) where size > 1
  union all
  select action || ' ' || subject from audit
    where action in ('sale.hold', 'sale.process', 'sale.request', 'sale.answer', 'sale.disburse', 'collection.register')`;

export interface Load {
  /** Whether every lane has finished a sale, up to its payment, since an instant. */
  goesOnSince(instant: number): boolean;
  /**
   * Runs `work` while every lane waits between two sales. It gets what was acknowledged, in the words of `DONE`, which then has the
   * same.
   */
  atRest<T>(work: (acknowledged: readonly string[]) => Promise<T>): Promise<T>;
  /** The longest call that failed. */
  longestFailure(): { readonly seconds: number; readonly because: string };
  /** Seconds within which nine of ten calls were answered: what the machine itself takes. */
  usualSeconds(): number;
  /** Instants at which writes were acknowledged. */
  readonly writtenAt: readonly number[];
  /** Instants of failed calls, with the reason. */
  readonly failures: readonly { readonly at: number; readonly because: string }[];
  /** Ends after the current sale of each lane; throws if a lane failed. */
  stop(): Promise<void>;
}

/** Compares what was acknowledged with what was done. */
export const compare = (
  acknowledged: readonly string[],
  done: readonly { readonly what: string }[],
): { readonly lost: number; readonly twice: number } => {
  const found = new Set(done.map(({ what }) => what));
  const lost = acknowledged.filter((what) => !found.has(what)).length;
  return { lost, twice: done.length - (acknowledged.length - lost) };
};

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1000;

/** Calls that are repeated until they are answered. */
const patientCalls = () => {
  const answered: number[] = [];
  const writtenAt: number[] = [];
  const failures: { at: number; because: string }[] = [];
  let longest = { seconds: 0, because: '' };
  const timed = async <T>(call: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    try {
      const result = await call();
      answered.push(secondsSince(startedAt));
      return result;
    } catch (cause) {
      const seconds = secondsSince(startedAt);
      failures.push({ at: performance.now(), because: String(cause) });
      if (seconds > longest.seconds) longest = { seconds, because: String(cause) };
      throw cause;
    }
  };
  const read = <T>(call: () => Promise<T>): Promise<T> =>
    vi.waitFor(() => timed(call), { timeout: PATIENCE_MS, interval: AGAIN_MS });
  const write = async <T>(call: (key: string) => Promise<T>): Promise<T> => {
    const key = randomUUID();
    const result = await read(() => call(key));
    writtenAt.push(performance.now());
    return result;
  };
  return { read, write, writtenAt, failures, answered, longest: () => longest };
};

type Calls = ReturnType<typeof patientCalls>;

/** Uploads one invoice and sells another, up to its payment; calls `acknowledge` after each completed step. */
const sell = async (
  { session, operator, today, dueDate, total, fileAt }: Lane,
  documentId: string,
  { read, write }: Calls,
  acknowledge: (...things: readonly string[]) => void,
): Promise<void> => {
  const call = <R extends Route>(by: Session, route: R, input: Input): Promise<ResponseOf<R>> =>
    write((key) => by.call(route, { ...input, key }));
  const file = await fileAt();
  acknowledge(`invoice:${(await write(() => enteredBy(session, file))).documentId}`);

  const documents = [{ documentId, dueDate, purchaseOrder: 'OC1' }];
  const [held] = (await call(session, routes.setAsPreSell, { body: { documents } })).sales;
  const { saleId = '', numberOfSale } = held ?? {};
  acknowledge(`sale.hold sale:${saleId}`);
  const { terms } = await call(session, routes.processPreSells, { body: { numberOfSales: [numberOfSale] } });
  acknowledge(`sale.process sale:${saleId}`);
  const acceptedTerms = { version: terms.version, hash: terms.hash };
  await call(session, routes.requestAuthorization, { body: { invoices: [{ documentId }], acceptedTerms } });
  acknowledge(`sale.request sale:${saleId}`);

  const params = { saleId };
  const decisions = [{ documentId, authorised: true, motive: null }];
  // Another version may describe the evidence differently: then the operator looks again, as at the desk.
  const isAnswered = async (): Promise<boolean> => {
    const { seen } = await read(() => operator.call(routes.getLenderSale, { params }));
    return write(async (key) => {
      const { status, code } = await operator.send(routes.answerSale, { params, body: { seen, decisions }, key });
      if (status !== 200 && code !== 'EVIDENCE_CHANGED') throw new Error(`the answer was refused: ${status} ${code}`);
      return status === 200;
    });
  };
  while (!(await isAnswered()));
  acknowledge(`sale.answer sale:${saleId}`);
  const trackingKey = randomUUID().replaceAll('-', '').slice(0, 30);
  await call(operator, routes.disburseSale, { params, body: { trackingKey } });
  acknowledge(`sale.disburse sale:${saleId}`);
  const body = aPayment({ documentIds: [documentId] }, { valueDate: today, amount: total });
  const { collection } = await call(operator, routes.registerCollection, { body });
  acknowledge(`collection.register collection:${collection?.collectionId}`);
};

/** Starts all lanes. */
export const startLoad = (lanes: readonly Lane[]): Load => {
  const calls = patientCalls();
  const acknowledged: string[] = [];
  const finishedAt = lanes.map(() => 0);
  const current = lanes.map(() => Promise.resolve());
  let isStopping = false;
  let rest = Promise.resolve();

  const run = async (lane: Lane, place: number): Promise<void> => {
    for (const documentId of lane.documentIds) {
      await rest;
      if (isStopping) return;
      const sale = sell(lane, documentId, calls, (...things) => acknowledged.push(...things));
      current[place] = sale;
      await sale;
      finishedAt[place] = performance.now();
    }
  };

  const running = Promise.all(lanes.map(run));
  // Awaited by `stop`.
  running.catch(() => undefined);
  return {
    goesOnSince: (instant) => finishedAt.every((at) => at > instant),
    atRest: async (work) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      rest = promise;
      try {
        await Promise.all(current);
        return await work(acknowledged);
      } finally {
        resolve();
      }
    },
    writtenAt: calls.writtenAt,
    failures: calls.failures,
    longestFailure: calls.longest,
    usualSeconds: () => calls.answered.toSorted((a, b) => a - b)[Math.floor(calls.answered.length * 0.9)] ?? 0,
    stop: async () => {
      isStopping = true;
      await running;
    },
  };
};
