/**
 * Plays the lender's operator and the payers in the demo, over the same calls as a person would use. Every two seconds it
 * answers the sales that clients sent and books the deposit of those answered the round before. Whoever was given a payment
 * reference pays it in full 45 seconds after the robot first saw it; what has no reference is never paid.
 *
 * What it rejects: an invoice whose folio ends in 13 (LENDER_PAYER_DECLINED: the payer did not confirm it) and one whose
 * purchase order contains RECHAZO (LENDER_DOCUMENTS: papers are missing). Everything else it authorises.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { listDueReferences, registerCollection } from '@anticipa/contract/collections';
import { answerSale, disburseSale, type LenderSale, listLenderSales } from '@anticipa/contract/lender';
import { pathOf } from '@anticipa/contract/path';
import type { ResponseOf, Route } from '@anticipa/contract/route';
import { login } from '@anticipa/contract/session';
import type { SaleState } from '@anticipa/domain/sale';

export interface RobotOptions {
  /** Address of the portal. */
  readonly portalUrl: string;
  readonly email: string;
  readonly password: string;
  /** Milliseconds between two rounds; 2000 unless told. */
  readonly everyMs?: number;
  /** Milliseconds from a payment reference to its payment; 45000 unless told. */
  readonly payAfterMs?: number;
  /** Milliseconds to wait after a round that failed; 3000 unless told. */
  readonly recoverMs?: number;
  readonly onProblem?: (problem: string) => void;
}

export interface DemoRobot {
  stop(): Promise<void>;
}

type Decision = LenderSale['decisions'][number];

const PAUSE_MS = 2000;
/** Long enough to look at a reference and at its PDF, short enough to wait for. */
const PAY_AFTER_MS = 45_000;
/** Waits after a failed round, so that a portal that is away is not hammered. */
const RECOVER_MS = 3000;
const DEADLINE_MS = 15_000;

/** The portal said no. */
class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

/** What the robot decides on one invoice of a sale. */
export const decisionOn = (item: LenderSale['items'][number]): Decision => {
  const motive = item.folio?.endsWith('13')
    ? 'LENDER_PAYER_DECLINED'
    : item.purchaseOrder?.includes('RECHAZO')
      ? 'LENDER_DOCUMENTS'
      : null;
  return { documentId: item.documentId, authorised: motive === null, motive };
};

/** The bank's tracking key of what a sale or a reference moves: the same on every try, so that it cannot pay twice. */
const trackingKeyOf = (subject: string): string =>
  `DEMO${createHash('sha256').update(subject).digest('hex').slice(0, 20).toUpperCase()}`;

const codeIn = (body: unknown): string => {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown';
};

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly key?: string;
}

const callOver =
  (portalUrl: string, signal: AbortSignal) =>
  async <R extends Route>(route: R, token: string | null, input: Input): Promise<ResponseOf<R>> => {
    const response = await fetch(`${portalUrl}${pathOf(route, input.params)}?${new URLSearchParams(input.query)}`, {
      method: route.method,
      headers: {
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(input.key === undefined ? {} : { 'idempotency-key': input.key }),
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
    });
    const body: unknown = await response.json();
    if (!response.ok) throw new Refused(response.status, codeIn(body));
    return route.response?.parse(body) as ResponseOf<R>;
  };

type Call = ReturnType<typeof callOver>;
type Each = ReturnType<typeof eachOver>;

/** Takes a step with each of many: one that is refused must not hold up the others. */
const eachOver =
  (problem: (problem: string) => void) =>
  async <T>(
    things: readonly T[],
    nameOf: (thing: T) => string,
    step: (thing: T) => Promise<unknown>,
  ): Promise<void> => {
    for (const thing of things)
      await step(thing).catch((cause: unknown) => {
        if (!(cause instanceof Refused) || cause.status === 401) throw cause;
        problem(`${nameOf(thing)}: ${cause.code}`);
      });
  };

const saleName = ({ saleId }: LenderSale): string => `sale ${saleId}`;

/** Pays the references that have waited long enough, by the robot's own watch: the portal's clock may be set. */
const payerOver = ({ call, each, payAfterMs }: { call: Call; each: Each; payAfterMs: number }) => {
  const firstSeen = new Map<string, number>();
  return async (token: string | null): Promise<void> => {
    const { data, today } = await call(listDueReferences, token, {});
    for (const { reference } of data) if (!firstSeen.has(reference)) firstSeen.set(reference, performance.now());
    const ripe = performance.now() - payAfterMs;
    await each(
      data.filter(({ reference }) => (firstSeen.get(reference) ?? ripe) <= ripe),
      ({ reference }) => `reference ${reference}`,
      ({ reference, amount, currency }) =>
        call(registerCollection, token, {
          body: {
            pays: { reference },
            amount,
            currency,
            valueDate: today,
            trackingKey: trackingKeyOf(reference),
            source: 'REFERENCIA',
            bank: 'Banco de Demostración',
          },
          key: `robot-pay-${reference}`,
        }),
    );
  };
};

/** Starts the robot; it goes on through restarts of the portal until it is stopped. */
export const startDemoRobot = (options: RobotOptions): DemoRobot => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const call = callOver(options.portalUrl, signal);
  const problem = options.onProblem ?? (() => undefined);
  let token: string | null = null;

  const salesIn = async (state: SaleState): Promise<readonly LenderSale[]> =>
    (await call(listLenderSales, token, { query: { state } })).data;

  const each = eachOver(problem);
  const payer = payerOver({ call, each, payAfterMs: options.payAfterMs ?? PAY_AFTER_MS });
  const round = async (): Promise<void> => {
    token ??= (await call(login, null, { body: { username: options.email, password: options.password } })).token;
    const answered = await salesIn('answered');
    await each(await salesIn('requested'), saleName, ({ saleId, items }) =>
      call(answerSale, token, {
        params: { saleId },
        body: { decisions: items.map(decisionOn) },
        key: `robot-answer-${saleId}`,
      }),
    );
    await each(
      answered.filter((sale) => sale.pendingVerification.length === 0),
      saleName,
      ({ saleId }) =>
        call(disburseSale, token, {
          params: { saleId },
          body: { trackingKey: trackingKeyOf(saleId) },
          key: `robot-disburse-${saleId}`,
        }),
    );
    await payer(token);
  };

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await round();
        await pause(options.everyMs ?? PAUSE_MS, undefined, { signal });
      } catch (cause) {
        if (signal.aborted) return;
        if (cause instanceof Refused && cause.status === 401) token = null;
        problem(cause instanceof Error ? cause.message : String(cause));
        await pause(options.recoverMs ?? RECOVER_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
