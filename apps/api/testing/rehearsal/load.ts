/** Clients that upload and sell without a pause, and repeat under the same key what got no answer. */
import { randomUUID } from 'node:crypto';
import { routes } from '@anticipa/contract/routes';
import { vi } from 'vitest';
import type { Session } from '../session.ts';
import { enteredBy, type NamedBytes } from '../uploads.ts';

/** Time for which a call is repeated before the rehearsal fails. */
const PATIENCE_MS = 120_000;
const AGAIN_MS = 100;

export interface Lane {
  readonly session: Session;
  /** Dated for the portal's clock. */
  readonly dueDate: string;
  /** Sellable invoices that no other lane uses. */
  readonly documentIds: readonly string[];
  readonly fileAt: (index: number) => Promise<NamedBytes>;
}

export interface Load {
  /** Ids of invoices and sales in acknowledged answers. */
  readonly acknowledged: { readonly uploads: readonly string[]; readonly sales: readonly string[] };
  /** Instant of each lane's last acknowledged request for authorisation. */
  lastSale(lane: number): number;
  /** The longest call that failed. */
  longestFailure(): { readonly seconds: number; readonly because: string };
  /** Seconds within which nine of ten calls were answered: what the machine itself takes. */
  usualSeconds(): number;
  /** Instants at which calls were answered with success. */
  readonly answeredAt: readonly number[];
  /** Instants of failed calls, with the reason. */
  readonly failures: readonly { readonly at: number; readonly because: string }[];
  /** Ends after the current sale of each lane; throws if a lane failed. */
  stop(): Promise<void>;
}

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1000;

/** Starts all lanes. */
export const startLoad = (lanes: readonly Lane[]): Load => {
  const uploads: string[] = [];
  const sales: string[] = [];
  const lastSales = new Map<number, number>();
  let isStopping = false;
  const answered: number[] = [];
  const answeredAt: number[] = [];
  const failures: { at: number; because: string }[] = [];
  let longest = { seconds: 0, because: '' };

  const timed = async <T>(call: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    try {
      const result = await call();
      answered.push(secondsSince(startedAt));
      answeredAt.push(performance.now());
      return result;
    } catch (cause) {
      const seconds = secondsSince(startedAt);
      failures.push({ at: performance.now(), because: String(cause) });
      if (seconds > longest.seconds) longest = { seconds, because: String(cause) };
      throw cause;
    }
  };
  const insist = <T>(call: () => Promise<T>): Promise<T> =>
    vi.waitFor(() => timed(call), { timeout: PATIENCE_MS, interval: AGAIN_MS });

  const run = async ({ session, dueDate, documentIds, fileAt }: Lane, number: number): Promise<void> => {
    const call: typeof session.call = (route, input) => {
      const key = randomUUID();
      return insist(() => session.call(route, { ...input, key }));
    };
    for (const [index, documentId] of documentIds.entries()) {
      if (isStopping) return;
      const file = await fileAt(index);
      uploads.push((await insist(() => enteredBy(session, file))).documentId);
      const documents = [{ documentId, dueDate, purchaseOrder: 'OC1' }];
      const held = await call(routes.setAsPreSell, { body: { documents } });
      sales.push(...held.sales.map(({ saleId }) => saleId));
      const numberOfSales = held.sales.map(({ numberOfSale }) => numberOfSale);
      const { terms } = await call(routes.processPreSells, { body: { numberOfSales } });
      const acceptedTerms = { version: terms.version, hash: terms.hash };
      await call(routes.requestAuthorization, { body: { invoices: [{ documentId }], acceptedTerms } });
      lastSales.set(number, performance.now());
    }
  };

  const running = Promise.all(lanes.map(run));
  // Awaited by `stop`.
  running.catch(() => undefined);
  return {
    acknowledged: { uploads, sales },
    answeredAt,
    failures,
    lastSale: (lane) => lastSales.get(lane) ?? 0,
    longestFailure: () => longest,
    usualSeconds: () => answered.toSorted((a, b) => a - b)[Math.floor(answered.length * 0.9)] ?? 0,
    stop: async () => {
      isStopping = true;
      await running;
    },
  };
};
