/**
 * Plays the lender's operator and the payers in the demo, through the public API. Every two seconds it answers requested
 * sales and has the bank pay those answered in the previous round; deposits that the bank does not pay it books itself. It pays
 * a reference in full 45 seconds after first seeing it; pesos arrive as a transfer through the bank. Devoluciones are transferred
 * a round later; invoices without a reference are never paid.
 *
 * It rejects invoices whose folio ends in 13 (LENDER_PAYER_DECLINED: the receiver did not confirm it) or whose purchase
 * order contains RECHAZO (LENDER_DOCUMENTS: documents are missing), and authorises everything else. It leaves a sale to a person
 * when one of its purchase orders contains OPERADOR. Switches at the desk leave each part to operators: 'Contesto yo' the answers, 'Pago yo' deposits and devoluciones,
 * 'Cobro yo' payments.
 */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { confirmPayout, listDuePayouts, listDueReferences, registerCollection } from '@anticipa/contract/collections';
import { answerSale, disburseSale, getLenderSale, type LenderSale, listLenderSales } from '@anticipa/contract/lender';
import { listInbox } from '@anticipa/contract/lender-inbox';
import { pathOf } from '@anticipa/contract/path';
import type { BodyOf, ResponseOf, Route } from '@anticipa/contract/route';
import { login } from '@anticipa/contract/session';
import { orderTransfers } from '@anticipa/contract/transfers';
import { isBlocked } from '@anticipa/domain/evidence';
import { demoCode } from './demo-parties.ts';

export interface RobotOptions {
  readonly portalUrl: string;
  readonly email: string;
  readonly password: string;
  /** Milliseconds between rounds. Defaults to 2000. */
  readonly everyMs?: number;
  /** Milliseconds from a payment reference to its payment. Defaults to 45000. */
  readonly payAfterMs?: number;
  /** Milliseconds to wait after a failed round. Defaults to 3000. */
  readonly recoverMs?: number;
  readonly onProblem?: (problem: string) => void;
  /** Has a payer transfer pesos to the lender, once per tracking key. Defaults to registering the payment. */
  readonly transfer?: (payment: PayerTransfer) => Promise<void>;
}

/** A payer's transfer to the lender, in pesos. */
export interface PayerTransfer {
  readonly trackingKey: string;
  readonly amount: string;
  /** Names the payment reference. */
  readonly concept: string;
}

export interface DemoRobot {
  stop(): Promise<void>;
}

type Decision = BodyOf<typeof answerSale>['decisions'][number];

const PAUSE_MS = 2000;
/** Leaves time to look at the reference and its PDF. */
const PAY_AFTER_MS = 45_000;
/** Avoids hammering an unavailable portal. */
const RECOVER_MS = 3000;
const DEADLINE_MS = 15_000;

/** The portal refused a request. */
class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

/** The robot's decision on one invoice of a sale. */
export const decisionOn = (item: LenderSale['items'][number]): Decision => {
  const motive = item.folio?.endsWith('13')
    ? 'LENDER_PAYER_DECLINED'
    : item.purchaseOrder?.includes('RECHAZO')
      ? 'LENDER_DOCUMENTS'
      : null;
  return { documentId: item.documentId, authorised: motive === null, motive };
};

/** Whether a person plays the lender for this sale. */
export const isLeftToPerson = ({ items }: Pick<LenderSale, 'items'>): boolean =>
  items.some(({ purchaseOrder }) => purchaseOrder?.includes('OPERADOR'));

/** The bank's tracking key for a sale or a reference; deterministic, so a retry cannot pay twice. */
const trackingKeyOf = (subject: string): string =>
  `DEMO${createHash('sha256').update(subject).digest('hex').slice(0, 20).toUpperCase()}`;

/** A devolución is due once, so a retry of its transfer finds nothing to pay. */
const randomKey = (): string => `DEMO${randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase()}`;

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

/** Runs a step for each item; a refused one does not stop the others. */
const eachOver =
  (problem: (problem: string) => void) =>
  async <T>(items: readonly T[], nameOf: (item: T) => string, step: (item: T) => Promise<unknown>): Promise<void> => {
    for (const item of items)
      await step(item).catch((cause: unknown) => {
        if (!(cause instanceof Refused) || cause.status === 401) throw cause;
        problem(`${nameOf(item)}: ${cause.code}`);
      });
  };

const saleName = ({ saleId }: LenderSale): string => `sale ${saleId}`;

/** Pays references once they are due, by a monotonic clock: the portal's clock may be frozen. */
const payerOver = (tools: {
  readonly call: Call;
  readonly each: Each;
  readonly payAfterMs: number;
  readonly transfer: RobotOptions['transfer'];
}) => {
  const { call, each, payAfterMs, transfer } = tools;
  const firstSeen = new Map<string, number>();
  return async (token: string | null): Promise<void> => {
    const { data, today } = await call(listDueReferences, token, {});
    for (const { reference } of data) if (!firstSeen.has(reference)) firstSeen.set(reference, performance.now());
    const dueBefore = performance.now() - payAfterMs;
    await each(
      data.filter(({ reference }) => (firstSeen.get(reference) ?? dueBefore) <= dueBefore),
      ({ reference }) => `reference ${reference}`,
      ({ reference, amount, currency }) => {
        const trackingKey = trackingKeyOf(reference);
        if (transfer !== undefined && currency === 'MXN')
          return transfer({ trackingKey, amount, concept: `PAGO ${reference}` });
        return call(registerCollection, token, {
          body: {
            pays: { reference },
            amount,
            currency,
            valueDate: today,
            trackingKey,
            source: 'REFERENCIA',
            bank: 'Banco de Demostración',
          },
          key: `robot-pay-${reference}`,
        });
      },
    );
  };
};

/** Orders a deposit once, however often it is called. */
const depositsOver =
  (call: Call) =>
  async ({ saleId }: LenderSale, token: string | null): Promise<unknown> => {
    try {
      const body = { payments: [{ purpose: 'deposit' as const, saleId }] };
      return await call(orderTransfers, token, { body, key: `robot-transfer-${saleId}` });
    } catch (cause) {
      if (!(cause instanceof Refused) || cause.code !== 'TRANSFER_BY_HAND') throw cause;
      const body = { trackingKey: trackingKeyOf(saleId) };
      return call(disburseSale, token, { params: { saleId }, body, key: `robot-disburse-${saleId}` });
    }
  };

/** Transfers the devoluciones that are due. */
const payoutsOver =
  ({ call, each }: { call: Call; each: Each }) =>
  async (token: string | null): Promise<void> => {
    const { data } = await call(listDuePayouts, token, {});
    await each(
      data,
      ({ clientRFC, currency }) => `payout to ${clientRFC} in ${currency}`,
      ({ clientId, currency, amount }) =>
        call(confirmPayout, token, { body: { clientId, currency, amount, trackingKey: randomKey() } }),
    );
  };

/** Starts the robot, which survives restarts of the portal and runs until stopped. */
export const startDemoRobot = (options: RobotOptions): DemoRobot => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const call = callOver(options.portalUrl, signal);
  const problem = options.onProblem ?? (() => undefined);
  let token: string | null = null;

  const salesIn = async (state: 'requested' | 'answered'): Promise<readonly LenderSale[]> =>
    (await call(listLenderSales, token, { query: { state } })).data.filter((sale) => !isLeftToPerson(sale));

  const each = eachOver(problem);
  const { payAfterMs = PAY_AFTER_MS, transfer } = options;
  const payer = payerOver({ call, each, payAfterMs, transfer });
  const returnAforos = payoutsOver({ call, each });
  const pay = depositsOver(call);
  const round = async (): Promise<void> => {
    token ??= (
      await call(login, null, { body: { username: options.email, password: options.password, code: demoCode } })
    ).token;
    const answered = await salesIn('answered');
    // Outside a demo the robot of a test does everything.
    const { robot: parts } = await call(listInbox, token, { query: { queue: 'answer' } });
    const does = parts ?? { answers: true, pays: true, collects: true };
    await each(does.answers ? await salesIn('requested') : [], saleName, async ({ saleId }) => {
      const { sale, evidence, seen } = await call(getLenderSale, token, { params: { saleId } });
      const blocked = evidence.filter(({ checks }) => isBlocked(checks)).map(({ documentId }) => documentId);
      const decisions = sale.items.map((item) =>
        blocked.includes(item.documentId)
          ? { documentId: item.documentId, authorised: false, motive: 'LENDER_RISK_LIMIT' }
          : decisionOn(item),
      );
      await call(answerSale, token, { params: { saleId }, body: { seen, decisions }, key: `robot-answer-${saleId}` });
    });
    await each(does.pays ? answered.filter((sale) => sale.pendingVerification.length === 0) : [], saleName, (sale) =>
      pay(sale, token),
    );
    if (does.pays) await returnAforos(token);
    if (does.collects) await payer(token);
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
