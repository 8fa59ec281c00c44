/** Calls to an invoicing provider: JSON answers, one circuit, and failures as InvoicingUnavailable. */
import type { z } from 'zod';
import {
  type CircuitBreaker,
  callOutside,
  jsonOf,
  NoAnswer,
  type OutsideAnswer,
} from '../../platform/outside/outside-call.ts';
import { InvoicingUnavailable } from './port.ts';

export interface ProviderCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface ProviderAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface ProviderOptions {
  /** Milliseconds for one complete answer. Defaults to 30,000. */
  readonly deadlineMs?: number;
  readonly circuit: CircuitBreaker;
}

const DEADLINE_MS = 30_000;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** The provider did not look at these: neither credentials nor pace allowed it. */
const NOT_CARRIED_OUT = new Set([401, 403, 429]);

/** A caller whose answers are JSON with a status below 500. It throws InvoicingUnavailable. */
export const providerCaller =
  ({ deadlineMs = DEADLINE_MS, circuit }: ProviderOptions) =>
  async ({ method, url, headers, body }: ProviderCall): Promise<ProviderAnswer> => {
    if (!circuit.allows()) throw new InvoicingUnavailable('the invoicing provider keeps failing');
    const isChange = method !== 'GET';
    const failed = (failure: string, isUnknown: boolean, cause?: unknown): InvoicingUnavailable => {
      circuit.record(false, failure);
      return new InvoicingUnavailable(`the invoicing provider: ${failure}`, {
        cause,
        isUnknown: isChange && isUnknown,
      });
    };
    let answer: OutsideAnswer;
    try {
      answer = await callOutside({
        method,
        url,
        headers,
        ...(body === undefined ? {} : { body }),
        deadlineMs,
        maxBytes: MAX_ANSWER_BYTES,
        isRepeatable: !isChange,
      });
    } catch (cause) {
      throw failed('no answer', cause instanceof NoAnswer && cause.isUnknown, cause);
    }
    const { status } = answer;
    if (NOT_CARRIED_OUT.has(status)) throw failed(`status ${status}`, false);
    const json = status < 500 ? jsonOf(answer) : undefined;
    if (json === undefined) throw failed(`status ${status} without a valid answer`, true);
    circuit.record(true);
    return { status, body: json };
  };

/** The answer's body in its shape. Throws InvoicingUnavailable: a change may have been carried out. */
export function bodyAs<T extends z.ZodType>(schema: T, { status, body }: ProviderAnswer): z.output<T> {
  const read = schema.safeParse(body);
  if (status < 300 && read.success) return read.data;
  throw new InvoicingUnavailable(`the invoicing provider answered something else with status ${status}`, {
    isUnknown: true,
  });
}
